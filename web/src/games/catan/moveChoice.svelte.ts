/* moveChoice.svelte.ts -- narrows a list of legal moves down to one, choice by choice.
 *
 * The engine's menu holds complete moves ("0 robber C3 2"). Pick narrows a list of them argument by
 * argument: places are pointed out on the board, everything else in a small dialog. So no move
 * needs its own screen, and nothing can be chosen that the engine did not list. */
import { move, type Move } from '../../table/action';

export const isPlace = (arg: string | undefined): boolean =>
  !!arg && /^[A-G]\d(\.[NESW]+)?$/.test(arg);

/* The place of this step, as a move that names it alone. Louis's road goes where one could be built. */
const placeOf = (m: Move, step: number): string =>
  `${m.seat} ${m.verb === 'louis' && step === 1 ? 'road' : m.verb} ${m.args[step]}`;

export class Pick {
  moves = $state.raw<Move[]>([]);
  step = $state(0);
  /* Called with the one move that is left. */
  #play: (action: string) => void;

  constructor(play: (action: string) => void) {
    this.#play = play;
  }

  get active(): boolean {
    return this.moves.length > 0;
  }
  get verb(): string {
    return this.moves[0]?.verb ?? '';
  }
  get chosen(): string[] {
    return this.moves[0]?.args.slice(0, this.step) ?? [];
  }

  /* The possible next arguments; undefined means "no more". */
  get options(): (string | undefined)[] {
    return [...new Set(this.moves.map((m) => m.args[this.step]))];
  }
  /* The robber has a hex; whom to rob is chosen among the buildings on it. */
  get robbing(): boolean {
    return this.verb === 'robber' && this.step === 1 && this.options.every((o) => o !== undefined);
  }
  get onBoard(): boolean {
    return this.active && (this.robbing || this.options.every(isPlace));
  }
  get inDialog(): boolean {
    return this.active && !this.onBoard;
  }
  get places(): string[] {
    if (!this.onBoard) return [];
    if (this.robbing) return this.moves.map((m) => `${m.seat} rob ${m.args.join(' ')}`);
    return [...new Set(this.moves.map((m) => placeOf(m, this.step)))];
  }

  start(actions: string[]): void {
    this.moves = actions.map(move);
    this.step = 0;
    if (this.moves.length === 1 && !this.moves[0].args.some(isPlace)) this.#finish(this.moves[0]);
  }

  choose(arg: string | undefined): void {
    const left = this.moves.filter((m) => m.args[this.step] === arg);
    if (!left.length) return;
    if (left.length === 1 && !left[0].args.slice(this.step + 1).some(isPlace)) {
      this.#finish(left[0]);
      return;
    }
    this.moves = left;
    this.step += 1;
  }

  cancel(): void {
    this.moves = [];
    this.step = 0;
  }

  #finish(m: Move): void {
    this.cancel();
    this.#play(m.text);
  }
}
