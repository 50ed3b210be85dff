/* notice.test.ts -- what a screen reader hears. */
import { expect, test } from 'vitest';
import { notices, speak } from './notice.svelte';

test('the same words said twice are heard twice: the text changes', () => {
  const heard = ['It is your turn.', 'It is your turn.', 'It is your turn.'].map((words) => { speak(words); return notices.spoken; });
  for (const [i, text] of heard.entries()) { expect(text.trim()).toBe('It is your turn.'); if (i) expect(text).not.toBe(heard[i - 1]); }
});
