/* automatic.test.ts -- what the page does for a person. */
import { describe, expect, it } from 'vitest';
import type { Table } from '../../table/table';
import { automatic } from './automatic';
import { catanFixture } from './fixture';

const BOTH = { decline: true, roll: true };
/* Seat 0 has a brick, a lumber and two wool; seat 1 asks for this. */
function asked(get: object, more: Partial<Table> = {}): Table {
  const view = catanFixture();
  view.offers = [{ number: 4, from: 1, to: [0], give: { ore: 1 }, get, answers: [] }];
  return {
    view,
    seat: 0,
    curtain: null,
    legal: ['0 decline 4', '0 accept 4'],
    ...more,
  } as unknown as Table;
}

describe('an offer', () => {
  it('is declined if the hand cannot pay it', () => {
    expect(automatic(asked({ wool: 3 }), BOTH)).toBe('0 decline 4');
    expect(automatic(asked({ grain: 1 }), BOTH)).toBe('0 decline 4');
    expect(automatic(asked({ wool: 2, brick: 1 }), BOTH)).toBeNull();
  });
  it('is left alone if the settings say so, or if it cannot be answered', () => {
    expect(automatic(asked({ grain: 1 }), { ...BOTH, decline: false })).toBeNull();
    expect(automatic(asked({ grain: 1 }, { legal: [] }), BOTH)).toBeNull();
  });
});

describe('the dice', () => {
  const roll = (more: Partial<Table> = {}): Table =>
    asked({ wool: 1 }, { legal: ['0 roll'], ...more });
  it('are rolled if nothing else is possible', () => {
    expect(automatic(roll(), BOTH)).toBe('0 roll');
    expect(automatic(roll({ legal: ['0 roll', '0 knight'] }), BOTH)).toBeNull();
    expect(automatic(roll({ legal: ['0 end'] }), BOTH)).toBeNull();
  });
  it('are left alone if the settings say so', () => {
    expect(automatic(roll(), { ...BOTH, roll: false })).toBeNull();
  });
});

it('nothing happens without a seat, or before the person has taken the device', () => {
  for (const more of [{ seat: null }, { curtain: 0 }]) {
    expect(automatic(asked({ grain: 1 }, more), BOTH)).toBeNull();
    expect(automatic(asked({}, { legal: ['0 roll'], ...more }), BOTH)).toBeNull();
  }
});
