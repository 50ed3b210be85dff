/* props.ts -- the contract between the play screen and the drawn board. */
import type { GameEvent } from '../../../schema';
import type { CatanView } from '../view';

export interface BoardProps {
  view: CatanView;
  /* The moves that can be made by pointing at a place now, as text: settle, road,
   * city, robber, louis, william, vincent-..., lin. The play screen has already
   * narrowed them to the chosen tool; the board lights the places they name
   * (several robber moves may share a hex). */
  legal: string[];
  /* A place was chosen; `actions` are the entries of `legal` that name it. With a mouse or the
   * keyboard this happens at once. With touch, the first tap only sets `chosen` to the nearest
   * place and shows its ghost; a second tap or the screen's button confirms it. */
  onplace: (place: string, actions: string[]) => void;
  chosen?: string | null; /* bindable: the place waiting for confirmation */
  /* places to point out: the hovered log line, a hint, the last move; a bare name or a whole
   * move ("0 road B2.NE"), which tells a path from a corner */
  marks?: string[];
  hints?: string[]; /* moves, best first: their places are ringed and numbered */
  spoken?: number; /* the hint being explained */
  dusk?: boolean; /* darkens the sea: the robber is about to move */
  lit?: number | null; /* the winner's seat: the rest of the island is dimmed */
  last?: GameEvent | null; /* the newest entry, for animations */
  names?: string[]; /* of the seats, for labels */
  seed?: number; /* of the drawing, never of the game */
  decor?: boolean; /* only a picture: nothing to focus, press or hear */
  align?: string; /* of the drawing in its box, as preserveAspectRatio says it */
}
