/* onePage.ts -- which page of this browser (tab, window) has a kept game open. The pages ask each other over a channel,
 * which also works at plain http, where locks do not. A page that slept through a question loses nothing: at its next
 * entry it sees in the storage who writes the game (savedGames.ts). */
import type { Save } from './savedGames';

type Word = 'held?' | 'held' | 'take' | 'taken';
interface Message {
  id: string;
  word: Word;
  save?: Save | null;
}
let mine: { id: string; give: () => Save | null } | null = null;
const channel = globalThis.document && new BroadcastChannel('skerry');
const send = (m: Message): void => channel.postMessage(m);

/* This page has the game open, or none ('') any more; `give` closes it for the page that takes it. */
export function hold(id: string, give: () => Save | null = () => null): void {
  mine = { id, give };
}
channel?.addEventListener('message', ({ data: { id, word } }: MessageEvent<Message>) => {
  if (id !== mine?.id) return;
  if (word === 'held?') send({ id, word: 'held' });
  if (word === 'take') send({ id, word: 'taken', save: mine.give() });
});

/* The answer of the page that has the game, or null if none has it. */
const ask = (id: string, word: Word, answer: Word, limit: number): Promise<Message | null> =>
  new Promise((resolve) => {
    const done = (m: Message | null): void => {
      channel.removeEventListener('message', hear);
      resolve(m);
    };
    const hear = ({ data }: MessageEvent<Message>): void => {
      if (data.id === id && data.word === answer) done(data);
    };
    channel.addEventListener('message', hear);
    setTimeout(() => done(null), limit);
    send({ id, word });
  });
export const held = async (id: string): Promise<boolean> => !!(await ask(id, 'held?', 'held', 100));
/* The other page may know entries that found no room in the storage. */
export const taken = async (id: string): Promise<Save | null> =>
  (await ask(id, 'take', 'taken', 1000))?.save ?? null;
