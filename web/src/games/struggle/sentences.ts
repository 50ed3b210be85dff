/* sentences.ts -- Struggle in words: the log, the line that says what to do now, moves on buttons. */
import { listed, t } from '../../i18n.svelte';
import type { IconName } from '../../art/icons';
import type { Table } from '../../table/table';
import { cards, move, total } from '../../table/action';
import { isYou, nameOf, whomOf, wonWords } from '../../table/people';
import { plain, token, tokenOf } from '../../table/textWithCards';
import { KINDS, type Cards, type GameEvent, type Seat } from '../../schema';
import type { Expansion, StruggleView } from './view';
import type { Line } from '../game';

export { nameOf };

export const building = (args: string[]): string =>
  t(`struggle.b.${args[0] === 'expansion' ? args[1] : args[0]}`);

/* An expansion's points and ability at this table: house rules may differ from the cards. */
export const worth = (view: StruggleView, x: Expansion): number =>
  Number(view.rules.options[`${x.replace('-', '_')}_points`]);
export const does = (view: StruggleView, x: Expansion): string =>
  t(`struggle.x.${x}`, {
    n: worth(view, x),
    k: Number(view.rules.options[x === 'castle' ? 'castle_roads' : 'church_knights']),
  });

function words(table: Table, text: string, by: Seat | null): string | null {
  const m = move(text),
    [a, b] = m.args,
    who = nameOf(table, m.seat ?? by);
  switch (m.verb) {
    case 'swap-stack':
      return t('struggle.log.swap-stack', { who, cards: tokenOf(a) });
    case 'swap-market':
      return t('struggle.log.swap-market', { who, get: tokenOf(a), give: tokenOf(b) });
    case 'take-from':
      return t('struggle.log.take-from', {
        who,
        whom: whomOf(table, Number(a)),
        n: Number(b ?? 1),
      });
    case 'library':
      return isYou(table, Number(a))
        ? t('struggle.log.library.you', { who })
        : t('struggle.log.library', { who, whom: nameOf(table, Number(a)) });
    case 'pick':
      return a === '?' ? null : t('struggle.log.pick', { who, cards: tokenOf(a) });
    case 'give-back':
      return t('struggle.log.give-back', { who, cards: tokenOf(a) });
    case 'guild':
      return t('struggle.log.guild', { who, whom: whomOf(table, Number(a)) });
    case 'build':
      return t('struggle.log.build', {
        who,
        what: building(m.args),
        cards: tokenOf(m.args[m.args.length - 1]),
      });
    case 'turn':
      return t('struggle.log.turn', { who });
    case 'draw':
      return t('struggle.log.draw', { who, n: Number(a) });
    case 'first':
      return t('struggle.log.first', { who: nameOf(table, Number(a)) });
    case 'event':
      return t(`struggle.log.${a}`);
    case 'steal':
      return b === '?'
        ? null
        : t('log.stolen', { who, whom: whomOf(table, Number(a)), cards: tokenOf(b) });
    default:
      return null;
  }
}

const ICONS: Record<string, IconName> = {
  'swap-stack': 'cards',
  'swap-market': 'market-day',
  'take-from': 'trade',
  library: 'library',
  guild: 'guild',
  turn: 'clockwise',
  draw: 'cards',
  'give-back': 'trade',
  steal: 'trade',
  discard: 'trash',
};

export function say(table: Table, event: GameEvent): Line[] {
  if (event.undo !== undefined)
    return [{ seat: null, icon: 'undo', text: t('log.undo'), places: [] }];
  const by = event.actions.length ? move(event.actions[0]).seat : null,
    lines: Line[] = [],
    paid: Cards = {},
    got: Cards = {};
  for (const text of event.actions) {
    const m = move(text);
    if (m.verb === 'discard') {
      for (const k of KINDS) paid[k] = (paid[k] ?? 0) + (cards(m.args[0])[k] ?? 0);
      continue;
    }
    if (m.verb === 'deal' && m.seat === null && by !== null && Number(m.args[0]) === table.seat) {
      for (const k of KINDS) got[k] = (got[k] ?? 0) + (cards(m.args[1])[k] ?? 0);
      continue;
    }
    const w = words(table, text, by);
    const icon = (
      m.verb === 'build'
        ? m.args[0] === 'expansion'
          ? m.args[1]
          : m.args[0]
        : m.verb === 'event'
          ? m.args[0]
          : ICONS[m.verb]
    ) as IconName | undefined;
    if (w) lines.push({ seat: m.seat ?? by, icon, text: w, places: [] });
  }
  if (total(paid))
    lines.unshift({
      seat: by,
      icon: 'trash',
      text: t('log.discard', { who: nameOf(table, by), cards: token(paid) }),
      places: [],
      discards: paid,
    });
  if (total(got))
    lines.push({
      seat: table.seat,
      icon: 'cards',
      text: t('struggle.log.got', { cards: token(got) }),
      places: [],
    });
  return lines;
}

export function describe(table: Table, action: string): string {
  const m = move(action),
    [a, b] = m.args;
  switch (m.verb) {
    case 'build':
      return t('struggle.do.build', {
        what: building(m.args),
        cards: plain(tokenOf(m.args[m.args.length - 1])),
      });
    case 'swap-stack':
      return t('struggle.do.swap-stack', { card: t(`kind.${a}`) });
    case 'swap-market':
      return t('struggle.do.swap-market', { get: t(`kind.${a}`), give: t(`kind.${b}`) });
    case 'take-from':
      return t('struggle.do.take-from', { whom: whomOf(table, Number(a)), n: Number(b ?? 1) });
    case 'library':
      return isYou(table, Number(a))
        ? t('struggle.do.library.you')
        : t('struggle.do.library', { whom: nameOf(table, Number(a)) });
    case 'guild':
      return t('struggle.do.guild', { whom: whomOf(table, Number(a)) });
    case 'pick':
    case 'give-back':
    case 'discard':
      return t(`struggle.do.${m.verb}`, { card: a === '?' ? t('card.unknown') : t(`kind.${a}`) });
    case 'draw':
      return t('struggle.do.draw', { n: Number(a) });
    case 'turn':
    case 'leave':
    case 'pass':
      return t(`struggle.do.${m.verb}`);
    default:
      return action;
  }
}

/* What chance drew. */
export function drawn(action: string, who: (seat: Seat) => string): string {
  const {
    verb,
    args: [a, b],
  } = move(action);
  switch (verb) {
    case 'market':
      return t('struggle.market.card', { kind: t(`kind.${a}`) });
    case 'deal':
      return t('verify.draw.at', { place: who(Number(a)), what: t(`kind.${b}`) });
    case 'first':
      return t('struggle.log.first', { who: who(Number(a)) });
    case 'steal':
      return t(`kind.${b}`);
    case 'event':
      return t(`struggle.${a}`);
    default:
      return action;
  }
}

export function now(table: Table): string {
  const v = table.view as StruggleView | null;
  if (!v) return t('now.loading');
  if (v.winner !== null) return wonWords(table, v.winner);
  const me = table.seat,
    mine = me !== null && v.owes.includes(me);
  const who = listed(v.owes.map((s) => nameOf(table, s))) || nameOf(table, v.turn);
  if (!mine) return t(v.phase === 'discard' ? 'struggle.now.discards' : 'now.turn', { who });
  switch (v.phase) {
    case 'trade':
      return v.trades_left
        ? t('struggle.now.trade', { n: v.trades_left })
        : t('struggle.now.build');
    case 'give-back':
      return t('struggle.now.give-back', {
        n: v.taking?.owed ?? 1,
        who: nameOf(table, v.taking?.from ?? null),
      });
    case 'discard':
      return t('struggle.now.discard', { n: v.seats[me].owes_cards });
    case 'library':
    case 'settled':
    case 'market-day':
    case 'build':
      return t(`struggle.now.${v.phase}`);
    default:
      return t('now.turn.you', { who });
  }
}
