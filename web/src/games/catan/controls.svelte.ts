/* controls.svelte.ts -- what the person at this screen can do now, and what a press on a button, a card or a place
 * does. */
import { untrack } from 'svelte';
import { t } from '../../i18n.svelte';
import { accepted, reasonWords, tell } from '../../shell/notice.svelte';
import { each, move } from '../../table/action';
import type { Table } from '../../table/table';
import type { Cards, Dev, Kind, Offer } from '../../schema';
import { lift } from '../Fan.svelte';
import type { Layout } from './layout.svelte';
import { Pick } from './moveChoice.svelte';
import { candidates, pickReason } from './refusedMoves';
import type { CatanView } from './view';

/* In phases that require a place, the board lights up without a button. */
const FORCED = ['settle', 'settle-road', 'free-road', 'robber'];
const PROMPT = ['marianne', 'sean', 'repay', 'keep', 'take', 'after-helper'];

export class Controls {
  #table!: () => Table;
  #layout: Layout;
  #refused = $state(0);
  view = $derived(this.#table().view as CatanView);
  me = $derived(this.#table().seat);
  seat = $derived(this.me === null ? null : this.view.seats[this.me]);
  #legal = $derived(this.#table().legal);
  verbs = $derived(new Set(this.#legal.map((a) => move(a).verb)));

  pick = new Pick((action) => void this.play(action));
  chosen = $state<string | null>(null); /* the place that waits for a second tap */
  forced = $derived(FORCED.includes(this.view.phase) && this.#legal.length > 0);
  prompt = $derived(PROMPT.includes(this.view.phase) && this.#legal.length > 0);
  backable = $derived(!this.forced || this.pick.step > 0);

  /* the trade that is being composed; `to` is empty for everybody */
  give = $state<Cards>({});
  get = $state<Cards>({});
  to = $state<number[]>([]);

  owed = $derived(
    this.view.phase === 'discard' && this.verbs.has('discard') ? (this.seat?.owes_cards ?? 0) : 0,
  );
  shed = $state<Cards>({}); /* to be given back after a seven */

  /* what the button that moves the game on does */
  main = $derived(
    this.verbs.has('pass') && !this.verbs.has('end') && !this.prompt
      ? 'pass'
      : this.view.rolled || this.view.phase === 'main' || this.verbs.has('end')
        ? 'end'
        : 'roll',
  );
  /* One's own offer does not keep one from ending the turn: it is withdrawn first. */
  #closing = $derived(
    this.view.phase === 'offer' && this.view.turn === this.me && this.verbs.has('withdraw'),
  );
  possible = $derived(this.#closing ? new Set([...this.verbs, 'end']) : this.verbs);

  /* "vincent-city" is Vincent's */
  helperVerbs = $derived(
    [...this.verbs].filter((v) => v.split('-')[0] === this.seat?.helper?.name && !this.prompt),
  );
  helperChoice = $state(false); /* which of them is being asked */
  unanswered = $derived(this.view.offers.filter((o) => this.asks(o)).length);

  constructor(table: () => Table, layout: Layout) {
    this.#table = table;
    this.#layout = layout;
    /* On a shared screen, the next person must not see what the previous one was going to offer. */
    $effect(() => {
      void this.me;
      untrack(() => {
        this.clear();
        this.shed = {};
      });
    });
    /* A refused move leaves the choice as it was: a place that must be chosen is lit again. */
    $effect(() => {
      const legal = this.#legal,
        must = this.forced;
      void this.#refused;
      const placing = legal.filter((a) => ['settle', 'road', 'robber'].includes(move(a).verb));
      untrack(() => {
        this.chosen = null;
        if (must && placing.length) this.pick.start(placing);
        else if (this.pick.active && !legal.includes(this.pick.moves[0].text)) this.pick.cancel();
      });
    });
    $effect(() => {
      if (!this.owed) untrack(() => (this.shed = {}));
    });
  }

  async play(action: string | string[]): Promise<void> {
    if (!accepted(await this.#table().play(action))) this.#refused += 1;
  }
  /* Why is this not possible? Ask the engine about the moves that the person could have meant. */
  async why(verb: string): Promise<void> {
    if (this.me === null) {
      tell(t('reason.watching'));
      return;
    }
    const asked = candidates(this.view, this.me, verb),
      answer = pickReason(await this.#table().checks(asked));
    if (answer && !answer.ok) tell(reasonWords(answer), true, answer.rule);
  }

  /* Begins a move of this kind, or gives it up. */
  tool(verb: string): void {
    if (this.pick.active && this.pick.verb === verb && !this.forced) {
      this.pick.cancel();
      return;
    }
    const list = this.#legal.filter((a) => move(a).verb === verb);
    if (list.length) {
      this.#layout.panel = null;
      this.pick.start(list);
    } else void this.why(verb);
  }
  place(place: string): void {
    const owner = (corner: string): number | undefined =>
      this.view.seats.find((s) => [...s.settlements, ...s.cities].includes(corner))?.seat;
    this.chosen = null;
    this.pick.choose(this.pick.robbing ? String(owner(place)) : place);
  }
  /* One step back; if a place must be chosen, to the first choice. */
  back(): void {
    if (!this.forced) this.pick.cancel();
    else if (this.pick.step) this.#refused += 1;
  }

  act(verb: string): void {
    const action = `${this.me} ${verb}`;
    void this.play(verb === 'end' && this.#closing ? [`${this.me} withdraw`, action] : action);
  }
  /* The key of such a move. */
  press(verb: string): void {
    if (this.possible.has(verb)) this.act(verb);
    else void this.why(verb);
  }

  card(d: Dev): void {
    if (d === 'point') tell(t('dev.point.does'));
    else this.tool(d);
  }
  helper(): void {
    const name = this.seat?.helper?.name;
    if (this.helperVerbs.length > 1) this.helperChoice = true;
    else if (this.helperVerbs.length) this.tool(this.helperVerbs[0]);
    else if (name) void this.why(name === 'vincent' ? 'vincent-settle' : name);
  }
  /* A card of the hand: to be given back, or put up for a trade. */
  tap(k: Kind, up: boolean): void {
    const have = this.seat?.cards?.[k] ?? 0;
    if (this.owed) this.shed = lift(this.shed, k, up, have, this.owed);
    else {
      this.put('give', k, 1, have);
      this.#layout.open('trade');
    }
  }
  giveBack(): void {
    void this.play(each(this.shed).map((k) => `${this.me} discard ${k}`));
  }

  put(side: 'give' | 'get', k: Kind, by: number, most: number): void {
    const n = (this[side][k] ?? 0) + by;
    if (n >= 0 && n <= most) this[side] = { ...this[side], [k]: n };
  }
  clear(): void {
    this.give = {};
    this.get = {};
    this.to = [];
  }
  /* An offer that this person has not answered yet. */
  asks(o: Offer): boolean {
    return this.me !== null && o.to.includes(this.me) && !o.answers.some((a) => a.seat === this.me);
  }
  counter(o: Offer): void {
    this.give = { ...o.get };
    this.get = { ...o.give };
    this.to = [o.from];
    this.#layout.open('trade');
    /* held sideways the offer and the answer to it do not fit */
    requestAnimationFrame(() =>
      document.querySelector('.comp')?.scrollIntoView({ block: 'nearest' }),
    );
  }
}
