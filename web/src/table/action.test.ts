/* action.test.ts -- moves and cards as text. */
import { expect, test } from 'vitest';
import { bundle, cards, move, total } from './action';

test('moves and bundles come apart and go together again', () => {
  expect(move('0 robber C3 2')).toMatchObject({ seat: 0, verb: 'robber', args: ['C3', '2'] });
  expect(move('* dice 3 4').seat).toBeNull();
  for (const text of ['wool', '2wool', '2wool+ore', 'brick+lumber+wool+grain'])
    expect(bundle(cards(text))).toBe(text);
  expect(cards('?')).toEqual({});
  expect(total(cards('2wool+3ore'))).toBe(5);
});
