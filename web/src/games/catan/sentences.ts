/* sentences.ts -- CATAN in words: the log, the line that says what to do now, names of things. */
import { has, listed, t } from '../../i18n.svelte';
import type { Table } from '../../table/table';
import { isYou, nameOf, whomOf } from '../../table/people';
import { asking } from '../../shell/commandLine';
import { cards, move, total, type Move } from '../../table/action';
import { DEVS, HELPERS, KINDS, type Cards, type GameEvent, type Seat } from '../../schema';
import type { CatanSeat, CatanView } from './view';
import type { IconName } from '../../art/icons';
import type { Line } from '../game';
import { plain, token, tokenOf } from '../../table/textWithCards';
import { placeWords } from './board/names';
import { isPlace } from './moveChoice.svelte';
import { Trades, type Trade } from './trades';

/* One argument of a move, for a button. */
export function argWords(table: Table, arg: string | undefined, verb = ''): string {
  if (arg === undefined) return t('choice.none');
  if (arg === '?') return t('card.unknown');
  if (/^\d$/.test(arg)) return nameOf(table, Number(arg));
  if ((KINDS as readonly string[]).includes(arg)) return t(`kind.${arg}`);
  if ((DEVS as readonly string[]).includes(arg)) return t(`dev.${arg}`);
  if ((HELPERS as readonly string[]).includes(arg)) return t(`helper.${arg}`);
  if (isPlace(arg)) return table.view ? placeWords(table.view as CatanView, arg, verb) : arg;
  return plain(token(cards(arg)));
}

const SETUP = new Set(['hex', 'frame', 'harbor', 'corner', 'token', 'robber', 'look']);

/* What each seat rolled for the first turn; after a tie, those who rolled again. Taken from the
 * view. */
function firstRolls(table: Table): Line[] {
  return (table.view as CatanView).seats
    .filter((s) => s.first_roll)
    .map((s) => ({
      seat: s.seat,
      icon: iconOf('dice'),
      text: t('log.dice.first', { who: nameOf(table, s.seat), n: s.first_roll! }),
      places: [],
    }));
}

/* One action in words; `by` is the seat whose entry it belongs to (chance answers a seat). */
function words(table: Table, text: string, by: Seat | null): string | null {
  const m = move(text);
  const who = nameOf(table, m.seat ?? by);
  const [a, b] = m.args;
  if (m.seat === null) {
    if (SETUP.has(m.verb)) return null;
    if (m.verb === 'dice') return t('log.dice', { who, n: Number(a) + Number(b), a, b });
    if (m.verb === 'steal')
      return t('log.stolen', { who, whom: whomOf(table, Number(a)), cards: tokenOf(b) });
    if (m.verb === 'draw') return a === '?' ? null : t('log.drawn', { who, card: t(`dev.${a}`) });
    return null;
  }
  switch (m.verb) {
    case 'roll':
      return null;
    case 'robber':
      return t('log.robber.to', { who, place: argWords(table, a, m.verb) });
    case 'discard':
    case 'plenty':
    case 'marianne':
    case 'jean':
    case 'take':
      return t(`log.${m.verb}`, { who, cards: tokenOf(a) });
    case 'monopoly':
    case 'nassir':
      return t(`log.${m.verb}`, { who, cards: token({ [a]: 1 }) });
    case 'sean':
      return a ? t('log.sean.take', { who, cards: tokenOf(a) }) : t('log.sean', { who });
    case 'bank':
    case 'offer':
      return t(`log.${m.verb}`, { who, give: tokenOf(a), get: tokenOf(b) });
    case 'confirm':
      return t('log.confirm', { who, whom: whomOf(table, Number(a)) });
    case 'hilde':
      return isYou(table, Number(a))
        ? t('log.hilde.you', { who })
        : t('log.hilde', { who, whom: nameOf(table, Number(a)) });
    case 'repay':
      return t('log.repay', { who, whom: whomOf(table, Number(a)), cards: tokenOf(b) });
    case 'exchange':
      return t('log.exchange', { who, card: t(`helper.${a}`) });
    case 'keep':
      return t('log.keep', { who });
    default:
      return has(`log.${m.verb}`) ? t(`log.${m.verb}`, { who }) : null;
  }
}

const ICONS: Record<string, IconName> = {
  dice: 'dice',
  settle: 'settlement',
  city: 'city',
  road: 'road',
  buy: 'card',
  bank: 'harbor',
  offer: 'trade',
  confirm: 'trade',
  accept: 'check',
  decline: 'cross',
  robber: 'robber',
  steal: 'robber',
  knight: 'knight',
  discard: 'cards',
  end: 'end',
  withdraw: 'undo',
  draw: 'card',
  'road-building': 'road-building',
  plenty: 'plenty',
  monopoly: 'monopoly',
};
/* Everything else in the log was done by a helper. */
const iconOf = (verb: string): IconName => ICONS[verb] ?? 'helper';

export function say(table: Table, event: GameEvent): Line[] {
  if (event.undo !== undefined)
    return [{ seat: null, icon: 'undo', text: t('log.undo'), places: [] }];
  const by = event.actions.length ? move(event.actions[0]).seat : null;
  const lines: Line[] = [];
  const paid: Cards = {};
  const first = by === null && event.actions.some((text) => move(text).verb === 'dice');
  if (first && table.view) lines.push(...firstRolls(table));
  for (const text of event.actions) {
    const m = move(text);
    const seat = m.seat ?? by;
    if (m.verb === 'dice' && by === null) continue; /* told above */
    if (m.verb === 'discard' && m.seat !== null) {
      /* one card per action, shown as one line */
      for (const k of KINDS) {
        const n = cards(m.args[0])[k];
        if (n) paid[k] = (paid[k] ?? 0) + n;
      }
      continue;
    }
    const trade = /^(confirm|accept)$/.test(m.verb) ? closed(table, event) : null,
      w = trade ? tradeWords(table, trade, seat) : words(table, text, seat),
      places = m.args.filter(isPlace),
      at = places.at(-1);
    if (w)
      lines.push({
        seat,
        icon: iconOf(trade ? 'confirm' : m.verb),
        text:
          at && m.verb !== 'robber'
            ? t('log.at', { what: w, place: argWords(table, at, m.verb) })
            : w,
        places,
      });
  }
  if (total(paid))
    lines.unshift({
      seat: by,
      icon: 'cards',
      text: t('log.discard', { who: nameOf(table, by), cards: token(paid) }),
      places: [],
      discards: paid,
    });
  return lines;
}

/* What was done in the turn of an entry, up to that entry, without what was taken back. */
function turnUntil(table: Table, seq: number): Move[] {
  const events = table.events ?? [],
    done: string[][] = [];
  let undone = Infinity;
  for (let i = events.length - 1; i >= 0; i--) {
    const e = events[i];
    if (e.seq > seq) continue;
    if (e.undo !== undefined) undone = Math.min(undone, e.undo);
    else if (e.seq < undone) {
      if (e.seq < seq && / end$/.test(e.actions[0] ?? '')) break;
      done.push(e.actions);
    }
  }
  return done.reverse().flat().map(move);
}
/* The trade that an entry closed. */
function closed(table: Table, event: GameEvent): Trade | null {
  const made = new Trades();
  let active = table.view?.turn ?? null,
    trade: Trade | null = null;
  for (const m of turnUntil(table, event.seq)) {
    if (m.verb === 'roll') active = m.seat;
    trade = made.closedBy(m, active);
  }
  return trade;
}
/* As the one tells it who closed it. */
function tradeWords(table: Table, trade: Trade, seat: Seat | null): string {
  const { from, to, give, get } = trade,
    own = seat === from;
  return t('log.trade', {
    who: nameOf(table, seat),
    whom: whomOf(table, own ? to : from),
    give: token(own ? give : get),
    get: token(own ? get : give),
  });
}
/* The offer that was answered. A settled one is no longer in the view, but in the entries. */
function answered(table: Table, action: string): ReturnType<Trades['numbered']> {
  const number = Number(move(action).args[0]);
  const stands = (table.view as CatanView | null)?.offers.find((o) => o.number === number);
  const entry = table.events?.filter((e) => e.actions.includes(action)).at(-1);
  if (stands || !entry) return stands;
  const made = new Trades();
  for (const m of turnUntil(table, entry.seq)) made.closedBy(m, null);
  return made.numbered(number);
}
function answerWords(table: Table, action: string): string {
  const { verb } = move(action),
    offer = answered(table, action);
  if (!offer) return t(`do.${verb}`);
  return t('do.answer.what', {
    what: t(`do.${verb}.from`, { whom: whomOf(table, offer.from) }),
    give: plain(token(offer.give)),
    get: plain(token(offer.get)),
  });
}

/* A trade or a robber's move as a sentence; null for any other. */
function sentence(table: Table, action: string): string | null {
  const {
      verb,
      args: [a, b, , ...seats],
    } = move(action),
    whom = (s: string): string => whomOf(table, Number(s)),
    swap = () => ({ give: plain(tokenOf(a)), get: plain(tokenOf(b)) });
  switch (verb) {
    case 'bank':
      return t('do.bank.what', swap());
    case 'offer':
      return seats.length
        ? t('do.offer.to', { ...swap(), whom: listed(seats.map(whom)) })
        : t('do.offer.what', swap());
    case 'confirm':
      return t('do.confirm.with', { whom: whom(a) });
    case 'accept':
    case 'decline':
      return answerWords(table, action);
    case 'robber': {
      const place = argWords(table, a, verb);
      return b === undefined
        ? t('do.robber.to', { place })
        : t('do.robber.rob', { place, whom: whom(b) });
    }
    default:
      return null;
  }
}

/* A legal move in words, for hints and the command line. */
export function describe(table: Table, action: string): string {
  const m = move(action);
  const said = sentence(table, action);
  if (said !== null) return said;
  const args = m.args.map((a) => argWords(table, a, m.verb)).join(', ');
  const verb = has(`do.${m.verb}`) ? t(`do.${m.verb}`) : m.verb;
  return args ? `${verb}: ${args}` : verb;
}

/* What chance drew. */
export function drawn(action: string): string {
  const {
      verb,
      args: [a, b],
    } = move(action),
    kind = (k: string): string => (has(`kind.${k}`) ? t(`kind.${k}`) : k);
  switch (verb) {
    case 'dice':
      return `${a} + ${b}`;
    case 'steal':
      return kind(b);
    case 'draw':
      return t(`dev.${a}`);
    case 'look':
      return listed(
        [...a.matchAll(/(\d*)([a-z-]+)/g)].flatMap(([, n, d]) =>
          Array<string>(Number(n || 1)).fill(t(`dev.${d}`)),
        ),
      );
    case 'hex':
      return t('verify.draw.at', { place: a, what: t(`terrain.${b}`) });
    case 'token':
      return t('verify.draw.at', { place: a, what: b });
    case 'harbor':
    case 'frame':
      return t(`verify.draw.${verb}`, { n: a, what: kind(b) });
    case 'corner':
    case 'robber':
      return t(`verify.draw.${verb}`, { place: a });
    default:
      return action;
  }
}

/* What must happen now, and who must do it. */
export function now(table: Table): string {
  const v = table.view as CatanView | null;
  if (!v) return t('now.loading');
  if (v.winner !== null)
    return v.winner === table.seat
      ? t('now.won.you')
      : t('now.won', { who: nameOf(table, v.winner) });
  const me = table.seat;
  const mine = me !== null && v.owes.includes(me);
  const acting = v.owes.filter((s) => s !== me);
  const n = mine ? 1 : Math.max(1, acting.length);
  const who = listed(acting.map((s) => nameOf(table, s))) || nameOf(table, v.turn);
  const you = mine ? '.you' : '';
  switch (v.phase) {
    case 'discard': {
      if (!mine) return t('now.discard', { who, n });
      return t('now.discard.you', { n: v.seats[me!].owes_cards });
    }
    case 'offer': {
      if (me !== null && v.turn === me && !mine) return t('now.offer.waiting', { who, n });
      if (mine && v.turn === me) return t('now.offer.choose');
      return t(`now.offer${you}`, { who, n });
    }
    case 'free-road':
      return t(`now.free-road${you}`, { who, n: v.free_roads });
    case 'settle': {
      const second = me !== null && v.seats[me].settlements.length + v.seats[me].cities.length > 0;
      return mine && second ? t('now.settle.second') : t(`now.settle${you}`, { who });
    }
    case 'main':
    case 'trade':
    case 'build': {
      if (!mine) return t('now.turn', { who });
      return t(`now.${v.phase}.you`);
    }
    default: {
      const id = `now.${v.phase}${you}`;
      return has(id) ? t(id, { who, n }) : t(mine ? 'now.turn.you' : 'now.turn', { who });
    }
  }
}

/* What everybody can see of a seat, and the award that belongs to it. */
export function facts(view: CatanView, s: CatanSeat) {
  const fact = (icon: IconName, id: string, n: number, award = '') => ({
      icon,
      n,
      words: t(id, { n }),
      award,
    }),
    award = (holder: { seat: Seat } | null, id: string): string =>
      holder?.seat === s.seat ? t(id) : '';
  return [
    fact('cards', 'seat.cards', s.count),
    fact('card', 'seat.dev', s.dev_count),
    fact('knight', 'seat.knights', s.played.knight ?? 0, award(view.largest_army, 'award.army')),
    fact('road', 'seat.road', s.road_length, award(view.longest_road, 'award.road')),
  ];
}

/* "Where is the robber?", but not the move "robber B2 1". */
export function answer(table: Table, words: string): string | null {
  const asked = asking('robber').some((word) => words.toLowerCase().includes(word));
  if (!asked || /^robber\s+[A-G]\d/i.test(words)) return null;
  const { robber, board } = table.view as CatanView,
    terrain = board.hexes.find((h) => h.name === robber)?.terrain ?? 'desert';
  return t('command.robber', { place: robber, terrain: t(`terrain.${terrain}`) });
}
