"""A second opinion on Blitzkrieg General, written from the rulebook and the page of rulings alone.

`components` reads the component files, `position` the raw state; the modules beside them say what the book
allows and what comes of it. None of them imports a rule of the game. `umpire` plays whole games and compares.
"""
