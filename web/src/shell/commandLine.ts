/* commandLine.ts -- questions the command line answers by itself; everything else is a move. */
import { plain, token } from '../table/textWithCards';
import { nameOf } from '../table/people';
import type { GameTable } from '../games/game';
import { t } from '../i18n.svelte';
import type { Table } from '../table/table';

const QUESTIONS = ['help', 'now', 'hand', 'points', 'moves', 'supply'];
/* The words that ask it, in the reader's language; text/ has them with commas between. */
export const asking = (question: string): string[] => t(`command.ask.${question}`).split(', ');

export function answer(table: Table, game: GameTable, words: string): string | null {
  const q = QUESTIONS.find((name) => asking(name).includes(words.toLowerCase()));
  const v = table.view;
  if (!v) return null;
  const moves = table.legal.map((a) => a.slice(a.indexOf(' ') + 1));
  switch (q) {
    case 'help': {
      /* one of each kind */
      const verbs = moves.map((a) => a.split(' ')[0]);
      const some = moves.filter((_, i) => verbs.indexOf(verbs[i]) === i);
      return t('command.help', { moves: some.join(', ') || '–' });
    }
    case 'now':
      return game.now(table);
    case 'hand':
      return table.seat === null
        ? t('reason.watching')
        : plain(token(v.seats[table.seat].cards ?? {}));
    case 'points':
      return v.seats.map((s) => `${nameOf(table, s.seat)}: ${s.points}`).join('\n');
    case 'moves':
      return moves.slice(0, 80).join('\n') || '–';
    case 'supply':
      return v.bank ? plain(token(v.bank)) : null;
    default:
      return game.answer?.(table, words) ?? null;
  }
}
