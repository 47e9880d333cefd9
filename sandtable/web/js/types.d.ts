/** Shapes that the server sends. */

export interface Scenario { id: string; title: string; seats: number[]; players?: number; seat_names?: Record<string, string[]> }
export type OptionValue = boolean | number | string;
export interface GameOption { id: string; title: string; values: OptionValue[]; default: OptionValue; help: string }
export interface OrderOfPlay { text: string; rule: string; stages: { text: string; rule: string }[] }
export interface GameInfo {
  slug: string; title: string; about: string; order: OrderOfPlay; scenarios: Scenario[]; options: GameOption[]; bots: BotInfo[];
  packs?: string[];
}
export interface BotInfo { name: string; title: string; about: string }
export interface Rule { id: string; title: string; scope: string; text: string }
export interface Player { name: string; guest?: boolean; webhook?: string | null }
export interface Me { player: Player | null; csrf: string }

export type SeatKind = "human" | "bot" | "hotseat" | "open" | "invite";
export interface Seat {
  seat: number; name: string; kind: SeatKind; player?: string | null; bot?: string | null; online?: boolean;
  mine?: boolean; free?: boolean;
}
export interface Result { text: string; rule: string; scores?: number[] }
export interface MatchInfo {
  id: string; game: string; title: string; scenario: string; scenario_title?: string; name: string;
  status: "open" | "playing" | "finished"; options?: Record<string, OptionValue>; created?: string | number;
  live?: boolean; listed?: boolean; owner?: boolean; notices?: string[]; first?: number;
}
export interface MatchSummary extends MatchInfo {
  seats: Seat[]; waiting: number[]; since?: string | number; turn?: string; result?: Result | null; seq?: number;
  my_turn?: boolean; overdue?: number[]; updated?: string | number;
}
export interface Choice { id: number; key: string; label: string }
export interface Prompt { seat: number; text: string; rule: string; choices: Choice[]; can_undo: boolean }
export interface ScenePlace { id: string; choice: number; owner: string; marks: string[] }
export interface Piece {
  choice: number; place: string; kind: string; name: string; side: string; nation: string; symbol: string;
  strength: string; full: boolean; number: number; status: string; label: string; shape?: string;
}
export interface Panel { title: string; heads: string[]; rows: string[][] }
export interface Scene {
  title: string; subtitle: string; stage: number; places: ScenePlace[]; pieces: Piece[]; panels: Panel[];
}
/** `event` is the number of the event that wrote the line. */
export interface LogLine { text: string; rule: string; refs: number[]; event: number }
export interface Said { id?: number; name: string; text: string; at?: string | number }
export interface Card {
  choice: number; id: string; name: string; text: string; value: number | null; kind: string; colour: string;
  pile: string; own: boolean; held: boolean;
}
export interface State {
  type: "state"; partial?: boolean; match: MatchInfo; seq: number; events?: number; viewer: number | null; seats: Seat[];
  spectators?: number; waiting: number[]; prompts: Prompt[]; result: Result | null; scene: Scene; cards: Card[];
  log: { start: number; lines: LogLine[] }; chat?: Said[];
}
export interface Told { text: string; rule: string }
/** `good`: 1 for who attacks, -1 for who defends, 0 for neither. */
export interface Outcome { text: string; chance: number; good: number }
export interface Fight {
  title: string; rule: string; outcomes: Outcome[]; means: [string, number][]; error: number; refs: number[]; note: string;
}

/** The drawn map: `sandtable.draw.base`. */
export interface Box { x: number; y: number; w: number; h: number }
export interface MapText { text: string; x: number; y: number; anchor: string; w?: number }
export interface MapMark { name: string; x: number; y: number; size: number }
export interface MapPlate extends Box {
  kind: string; text: string; size: number; lines: MapText[]; disc: [number, number, number] | null; glyphs: MapMark[];
}
export interface MapPlace {
  choice: number; name: string; kind: string; country: string; region: string; terrain: string[]; path: string;
  clip: string; ground: string; x: number; y: number; plate: MapPlate | null; stand: Box; inside?: string;
}
export interface MapLine { kind: string; path: string }
export interface MapEdge { a: string; b: string; kind: string; marks: string[]; label: string; shapes: MapLine[]; signs?: MapMark[] }
/** One of several maps, and a name beside its edge: where an arrow leads on another map. */
export interface MapSheet extends Box { id: string; title: string }
export interface MapChip extends Box { a: string; b: string; text: string }
export type Look = Record<string, string>;
export interface DrawnMap {
  view: [number, number]; polar: boolean; defs: string; looks: Record<string, Look[]>; ground: MapLine[];
  places: Record<string, MapPlace>; lines: MapLine[]; edges: MapEdge[]; symbols: Record<string, string>;
  marks: Record<string, string>; sizes: Record<string, number>; colours: Record<string, string>;
  letters: Record<string, string>; names: Record<string, string>; tints: Record<string, string>;
  sea_tints: Record<string, string>; ground_tints: Record<string, string>; boxed?: boolean;
  sheets?: MapSheet[]; chips?: MapChip[]; captions?: MapText[];
}
