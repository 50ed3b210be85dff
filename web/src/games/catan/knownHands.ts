/* knownHands.ts -- what an attentive player knows about the hands, counted from public events.
 *
 * For each seat: the cards it surely has, and how many more of unknown kind. It repeats no rule:
 * what somebody paid or earned is what the supply gained or lost while they acted. Trades and
 * thefts name the cards that pass from hand to hand. If a hand shrank and nobody saw which cards
 * left it, the known count of every kind in it drops by that number. */
import { cards, move, total } from '../../table/action';
import type { Table } from '../../table/table';
import { KINDS, type Cards, type CatanView, type Kind } from '../../schema';
import layouts from '../../../../data/layouts.json';
import { geometry } from './board/geometry';

export interface Known {
  sure: Cards;
  unknown: number;
}
interface Offer {
  from: number;
  give: Cards;
  get: Cards;
}

/* The cards everybody starts with when the printed layout has already placed the pieces. */
function printed(view: CatanView): Cards[] {
  const g = geometry(view.board.hexes),
    corner = (place: string): string | undefined => g.byCorner.get(place)?.name;
  const layout = layouts[view.rules.options.layout === 'sixth' ? 'sixth' : 'fifth'];
  return view.seats.map((s) => {
    const own = new Set([...s.settlements, ...s.cities].map(corner));
    const color = (Object.keys(layout.pieces) as (keyof typeof layout.pieces)[]).find(
      (c) => own.has(corner(layout.pieces[c][0])) && own.has(corner(layout.pieces[c][2])),
    );
    return color ? cards(layout.cards[color]) : {};
  });
}

export function known(table: Table): Known[] {
  const view = table.view as CatanView;
  const sure: Record<Kind, number>[] = view.seats.map(() => ({
    brick: 0,
    lumber: 0,
    wool: 0,
    grain: 0,
    ore: 0,
  }));
  let seen: number[] = []; /* how many cards each hand visibly gained in this entry */
  const gain = (s: number, c: Cards, sign = 1): void => {
    for (const k of KINDS) {
      sure[s][k] = Math.max(0, sure[s][k] + sign * (c[k] ?? 0));
      seen[s] += sign * (c[k] ?? 0);
    }
  };
  const pay = (s: number, c: Cards): void => gain(s, c, -1);
  const lose = (s: number, n: number): void => {
    for (const k of KINDS) sure[s][k] = Math.max(0, sure[s][k] - n);
  };
  let offers: Offer[] = []; /* of this turn, in the order of their numbers */
  const trade = (o: Offer | undefined, to: number): void => {
    if (!o) return;
    pay(o.from, o.give);
    gain(to, o.give);
    pay(to, o.get);
    gain(o.from, o.get);
  };
  const moments = new Map(
    table.history.map((m, i) => [m.seq, { now: m, before: table.history[i - 1] }]),
  );
  if (view.rules.options.start === 'pieces') printed(view).forEach((c, s) => gain(s, c));
  for (const e of table.events) {
    const at = moments.get(e.seq);
    if (!at) continue;
    const actor = move(e.actions[0] ?? '').seat;
    const grew = at.now.counts.map((n, s) => n - (at.before?.counts[s] ?? 0));
    seen = view.seats.map(() => 0);
    /* From the supply: `gains` has the production of a roll; the actor took the rest. */
    const { bank, gains } = at.now;
    if (bank && at.before?.bank && actor !== null)
      for (const k of KINDS) {
        const given = gains?.reduce((n, c) => n + (c[k] ?? 0), 0) ?? 0;
        gain(actor, { [k]: (at.before.bank[k] ?? 0) - (bank[k] ?? 0) - given });
      }
    gains?.forEach((c, s) => gain(s, c));
    /* From hand to hand. */
    for (const text of e.actions) {
      const m = move(text),
        [a, b] = m.args;
      if (m.seat === null) {
        if (m.verb !== 'steal') continue;
        pay(Number(a), cards(b));
        if (actor !== null) gain(actor, cards(b));
        continue;
      }
      const s = m.seat;
      switch (m.verb) {
        case 'end':
          offers = [];
          break;
        case 'offer':
          offers.push({ from: s, give: cards(a), get: cards(b) });
          break;
        case 'confirm':
          trade(offers.filter((o) => o.from === s).at(-1), Number(a));
          break;
        case 'accept':
          if (at.now.turn === s) trade(offers[Number(a) - 1], s);
          break; /* the active seat's yes closes it */
        case 'monopoly': {
          const k = a as Kind;
          grew.forEach((n, i) => gain(i, { [k]: n }));
          sure.forEach((h, i) => {
            if (i !== s) h[k] = 0;
          });
          break;
        }
      }
    }
    if (at.before)
      grew.forEach((n, s) => {
        if (n < seen[s]) lose(s, seen[s] - n);
      });
    /* A hand never holds more than was counted. */
    sure.forEach((h, s) => {
      while (total(h) > at.now.counts[s]) lose(s, 1);
    });
  }
  return view.seats.map((s, i) =>
    s.cards
      ? { sure: s.cards, unknown: 0 }
      : { sure: sure[i], unknown: Math.max(0, s.count - total(sure[i])) },
  );
}
