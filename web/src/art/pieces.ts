/* pieces.ts -- the players' pieces and marks, as paths around (0,0).
 *
 * Colour is never the only cue: each colour has its own mark on every piece, as a repeated pattern
 * on roads, and in the seat's badge. */
import type { Color } from '../schema';

/* Marks fit a box of 8 by 8; filled with the mark's colour. */
export const MARK: Record<Color, string> = {
  red: 'M0-4.2L4.2 0L0 4.2L-4.2 0Z',
  blue: 'M-1.4-4H1.4V-1.4H4V1.4H1.4V4H-1.4V1.4H-4V-1.4H-1.4Z',
  orange: 'M0-4L4.3 3.3H-4.3Z',
  white: 'M-3.4-3.4H3.4V3.4H-3.4Z',
  green: 'M0-4A4 4 0 1 1 0 4A4 4 0 1 1 0-4ZM0-1.7A1.7 1.7 0 1 0 0 1.7A1.7 1.7 0 1 0 0-1.7Z',
  brown: 'M-4.2-4L-1.6-4L0-1.7L1.6-4L4.2-4L1.4 0L4.2 4L1.6 4L0 1.7L-1.6 4L-4.2 4L-1.4 0Z',
};

export const SETTLEMENT = 'M-11 10V-3.5L0-14L11-3.5V10Z';
export const SETTLEMENT_SHADE = 'M0-14L11-3.5V10H4.5V-3.2Z';
export const CITY = 'M-17 12V-9L-9.5-18L-2-9V-4H17V12Z';
export const CITY_SHADE = 'M-9.5-18L-2-9V12H-6V-9ZM9-4H17V12H9Z';
export const ROBBER =
  'M-12.5 19C-14 6-10.5 -1 -6.5 -5C-10 -9 -9.5 -19 0 -22C9.5 -19 10 -9 6.5 -5C10.5 -1 14 6 12.5 19C8 17 4 20 0 18.5C-4 20-8 17-12.5 19Z';
export const ROBBER_FACE = 'M-5.4-9C-5.6-15-2.5-17.5 0-18C2.5-17.5 5.6-15 5.4-9C3-6.5-3-6.5-5.4-9Z';
