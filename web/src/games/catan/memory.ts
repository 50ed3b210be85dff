/* memory.ts -- what an attentive player knows of the hands, counted from what everybody saw.
 *
 * For each seat: cards it surely has, and how many more of unknown kind. A stolen
 * card that one may not see makes every kind of its victim's hand one less sure. A
 * help for people; the rules never look here. */
import { cards, move, total } from '../../table/action';
import type { Table } from '../../table/table';
import { KINDS, type Cards, type CatanView, type Kind } from '../../view';
import layouts from '../../../../data/layouts.json';
import { KIND_OF } from '../../art/terrain';
import { geometry } from './board/geometry';
import { COSTS } from './words';

export interface Known {
  sure: Cards;
  unknown: number;
}

const VINCENT: Record<string, Cards> = {
  'vincent-settle': { brick: 1, lumber: 1 },
  'vincent-city': { grain: 1, ore: 2 },
};

/* What everybody starts with where the pieces stand in place: it is printed. */
function printed(view: CatanView, corner: (name: string) => string | undefined): Cards[] {
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
  const g = geometry(view.board.hexes);
  const around = (place: string): Cards => {
    const out: Cards = {};
    for (const i of g.byCorner.get(place)?.hexes ?? []) {
      const k = KIND_OF[g.hexes[i].hex.terrain];
      if (k) out[k] = (out[k] ?? 0) + 1;
    }
    return out;
  };
  const founded: string[] = []; /* the last settlement of each seat: the second brings cards */
  const sure: Record<Kind, number>[] = view.seats.map(() => ({
    brick: 0,
    lumber: 0,
    wool: 0,
    grain: 0,
    ore: 0,
  }));
  const pay = (s: number, c: Cards): void => {
    for (const k of KINDS) sure[s][k] = Math.max(0, sure[s][k] - (c[k] ?? 0));
  };
  const gain = (s: number, c: Cards): void => {
    for (const k of KINDS) sure[s][k] += c[k] ?? 0;
  };
  const lose = (s: number, n: number): void => {
    for (const k of KINDS) sure[s][k] = Math.max(0, sure[s][k] - n);
  };
  const moments = new Map(
    table.history.map((m, i) => [m.seq, { now: m, before: table.history[i - 1]?.counts }]),
  );
  if (view.rules.options.start === 'pieces')
    printed(view, (p) => g.byCorner.get(p)?.name).forEach((c, s) => gain(s, c));
  let offers: { from: number; give: Cards; get: Cards }[] =
    []; /* of this turn, in the order of their numbers */
  const trade = (o: { from: number; give: Cards; get: Cards } | undefined, to: number): void => {
    if (o) {
      pay(o.from, o.give);
      gain(to, o.give);
      pay(to, o.get);
      gain(o.from, o.get);
    }
  };
  for (const e of table.events) {
    const at = moments.get(e.seq);
    if (!at) continue;
    at.now.gains?.forEach((g, s) => gain(s, g));
    const drop = (s: number): number => (at.before ? at.before[s] - at.now.counts[s] : 0);
    for (const text of e.actions) {
      const m = move(text),
        [a, b] = m.args;
      if (m.seat === null) {
        if (m.verb !== 'steal') continue;
        const from = Number(a),
          thief = move(e.actions[0]).seat,
          c = cards(b);
        if (total(c)) {
          pay(from, c);
          if (thief !== null) gain(thief, c);
        } else lose(from, 1);
        continue;
      }
      const s = m.seat;
      if (m.verb === 'settle') founded[s] = a;
      if ((m.verb === 'settle' || m.verb === 'road') && drop(s) < 0) {
        gain(s, around(founded[s]));
        continue;
      }
      switch (m.verb) {
        case 'road':
        case 'settle':
        case 'city':
        case 'buy':
          if (drop(s) >= total(COSTS[m.verb])) pay(s, COSTS[m.verb]);
          break;
        case 'william':
        case 'candamir':
          pay(s, cards(m.args.at(-1) ?? ''));
          break;
        case 'vincent-settle':
        case 'vincent-city':
          pay(s, VINCENT[m.verb]);
          break;
        case 'discard':
          pay(s, cards(a));
          break;
        case 'bank':
          pay(s, cards(a));
          gain(s, cards(b));
          break;
        case 'plenty':
        case 'marianne':
        case 'sean':
          if (a) gain(s, cards(a));
          break;
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
          sure.forEach((h, i) => {
            if (i !== s) h[k] = 0;
          });
          sure[s][k] += Math.max(0, -drop(s));
          break;
        }
      }
    }
    /* A hand never holds more than was counted. */
    sure.forEach((h, s) => {
      const n = at.now.counts[s];
      while (total(h) > n) lose(s, 1);
    });
  }
  return view.seats.map((s, i) =>
    s.cards
      ? { sure: s.cards, unknown: 0 }
      : { sure: sure[i], unknown: Math.max(0, s.count - total(sure[i])) },
  );
}
