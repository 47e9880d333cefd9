/** What we use of the vendored view library (htm 3.1.1 with Preact, standalone). */
export type Node = unknown;
export type Setter<T> = (value: T | ((old: T) => T)) => void;
export interface Ref<T> { current: T }
export function html(strings: TemplateStringsArray, ...values: unknown[]): Node;
export function h(type: unknown, props?: unknown, ...children: unknown[]): Node;
export function render(node: Node, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, Setter<T>];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(run: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useCallback<T>(callback: T, inputs: unknown[]): T;
export class Component<P = {}, S = {}> {
  constructor(props: P);
  props: P;
  state: S;
  setState(change: Partial<S>): void;
}
