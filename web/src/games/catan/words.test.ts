import { describe, expect, it } from 'vitest';
import { firstRollers } from './words';

describe('the roll for the first turn', () => {
  it('goes around once when one seat is highest', () => {
    expect(firstRollers(4, [5, 9, 2, 8])).toEqual([0, 1, 2, 3]);
  });
  it('is repeated by those tied for the highest', () => {
    expect(firstRollers(4, [8, 8, 7, 7, 3, 2])).toEqual([0, 1, 2, 3, 0, 1]);
    expect(firstRollers(3, [4, 9, 9, 6, 6, 12, 11])).toEqual([0, 1, 2, 1, 2, 1, 2]);
  });
});
