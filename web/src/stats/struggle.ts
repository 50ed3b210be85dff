/* struggle.ts -- the race of the card game, from its entries: who had how many points after each turn. */
import { move } from '../table/action';
import type { GameEvent, StruggleView } from '../view';
import { standing, type Moment } from './history';

interface Row { roads: number; knights: number; settlements: number; cities: number; expansions: string[] }
const sides = (n: number): number => Math.floor(n / 2);           /* B sides are worth a point each */
const worth = (r: Row): number => sides(r.roads) + sides(r.knights) + r.settlements + 2 * r.cities
  + r.expansions.reduce((n, e) => n + (e === 'town-hall' ? 4 : 3), 0);

export function race(view: StruggleView, events: readonly GameEvent[]): Moment[] {
  const list = standing(events), n = view.seats.length;
  const rows: Row[] = view.seats.map(() => ({ roads: 1, knights: 0, settlements: 1, cities: 0, expansions: [] }));
  const stack = { road: 0, knight: 0 };
  let way = 1, turns = 0;
  /* what was in the stacks: what is there now and in the rows, less the one each seat starts with */
  stack.road = view.supply.road + view.seats.reduce((s, r) => s + r.roads.length, 0) - n;
  stack.knight = view.supply.knight + view.seats.reduce((s, r) => s + r.knights.length, 0);
  const out: Moment[] = [{ turn: 0, points: rows.map(worth) }];
  for (const e of list) for (const m of e.actions.map(move)) {
    const row = m.seat === null ? null : rows[m.seat];
    if (m.verb === 'build' && row) {
      const what = m.args[0];
      if (what === 'road' || what === 'knight') {
        const key = what === 'road' ? 'roads' : 'knights';
        if (stack[what] > 0) stack[what]--;
        else for (let i = 1; i < n; i++) {
          const from = rows[(m.seat! + way * i + n * n) % n];
          const safe = what === 'road' ? (from.expansions.includes('castle') ? 3 : 0) : from.expansions.includes('church') ? 1 : 0;
          if (from[key] > safe) { from[key]--; break; }
        }
        row[key]++;
      } else if (what === 'settlement') row.settlements++;
      else if (what === 'city') { row.settlements--; row.cities++; } else { row.cities--; row.expansions.push(m.args[1]); }
    } else if (m.verb === 'turn' || (m.verb === 'event' && m.args[0] === 'brigands')) way = -way;
    else if (m.verb === 'draw' && m.seat !== null) out.push({ turn: ++turns, points: rows.map(worth) });
  }
  if (view.winner !== null) out.push({ turn: turns + 1, points: view.seats.map((s) => s.points) });
  return out;
}
