/* tableSettings.test.ts -- rules as text, read back into the choices of the form. */
import { expect, test } from 'vitest';
import { choiceOf } from './tableSettings';

test('rules text is read back as it would be chosen', () => {
  expect(choiceOf('fifth,board=random,start=draft,harbors=markers')).toEqual({
    preset: 'fifth',
    board: 'random',
    first: 'roll',
    house: {},
  });
  expect(choiceOf('fifth+helpers,points=12,harbors=frame')).toEqual({
    preset: 'helpers',
    board: 'beginner',
    first: 'roll',
    house: { points: 12, harbors: 'frame' },
  });
  expect(choiceOf('sixth,start=draft,first=0').board).toBe('fixed');
  expect(choiceOf('struggle-56,first=2')).toMatchObject({ preset: 'struggle', first: '2' });
});
