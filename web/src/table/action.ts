/* action.ts -- parses the text of a move (docs/notation.md), only for words and drawings. */
import { KINDS, type Cards, type Kind, type Seat } from '../schema';

export interface Move {
  seat: Seat | null;
  verb: string;
  args: string[];
  text: string;
}

/* "0 robber C3 2" -> seat 0, verb robber, args [C3, 2]. Chance ("*") has seat null. */
export function move(text: string): Move {
  const [who, verb, ...args] = text.split(' ');
  return { seat: who === '*' ? null : Number(who), verb, args, text };
}

/* A turn ends with "end", in the card game with the seat's draw (not with a card that chance draws). */
export const endsTurn = (m: Pick<Move, 'verb' | 'seat'>): boolean =>
  m.verb === 'end' || (m.verb === 'draw' && m.seat !== null);

/* "2wool+ore" -> {wool: 2, ore: 1}; "?" and anything unknown -> {}. */
export function cards(text: string): Cards {
  const out: Cards = {};
  for (const part of (text ?? '').split('+')) {
    const m = /^(\d*)([a-z]+)$/.exec(part);
    if (m && (KINDS as readonly string[]).includes(m[2]))
      out[m[2] as Kind] = (out[m[2] as Kind] ?? 0) + Number(m[1] || 1);
  }
  return out;
}

/* {wool: 2, ore: 1} -> "2wool+ore", kinds in the order of the notation. */
export function bundle(c: Cards): string {
  return KINDS.filter((k) => c[k])
    .map((k) => (c[k] === 1 ? k : `${c[k]}${k}`))
    .join('+');
}

export const total = (c: Cards | null | undefined): number =>
  c ? KINDS.reduce((n, k) => n + (c[k] ?? 0), 0) : 0;

/* Each card by itself, and no more than so many of a kind. */
export const each = (c: Cards, most = Infinity): Kind[] =>
  KINDS.flatMap((k) => Array<Kind>(Math.min(most, c[k] ?? 0)).fill(k));
