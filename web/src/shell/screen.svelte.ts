/* screen.svelte.ts -- what kind of screen the table lies on.
 *
 * A phone has one column; held sideways it is flat: the board to the left, everything else to the right of it.
 * A page enlarged until it is smaller than that has one column too, and scrolls.
 * A low screen is a small laptop's: what stands beside or below the board is packed more tightly.
 * The components' media queries say the same: (max-width: 900px), (max-height: 520px) and (orientation: landscape). */
import { innerHeight, innerWidth } from 'svelte/reactivity/window';

const width = (): number => innerWidth.current ?? 1200,
  height = (): number => innerHeight.current ?? 900;

export const screen = {
  get flat(): boolean {
    return height() <= 520 && width() > height() && width() >= 500;
  },
  get phone(): boolean {
    return width() <= 900 || this.flat;
  },
  /* upright, and wide enough for the hand beside what can be done */
  get tablet(): boolean {
    return this.phone && !this.flat && width() >= 700;
  },
  get low(): boolean {
    return height() < 720 && !this.phone;
  },
  /* wide and high enough for a drawer beside everything else */
  get wide(): boolean {
    return width() > 900 && height() >= 640;
  },
  get short(): boolean {
    return height() < 880;
  },
};
