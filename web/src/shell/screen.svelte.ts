/* screen.svelte.ts -- the kind of screen that the table is shown on.
 *
 * A phone has one column; held sideways it is flat: the board on the left, everything else on
 * the right. A page enlarged beyond that also has one column, and scrolls. A low screen is a
 * small laptop: things beside or below the board are packed more tightly. The components' media
 * queries use the same limits: (max-width: 900px), (max-height: 520px) and (orientation:
 * landscape). */
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
  /* upright, and wide enough for the hand beside the buttons */
  get tablet(): boolean {
    return this.phone && !this.flat && width() >= 700;
  },
  get low(): boolean {
    return height() < 720 && !this.phone;
  },
  /* a small phone, upright or flat */
  get small(): boolean {
    return this.flat ? width() <= 700 : width() < 500 && height() < 720;
  },
  /* wide and high enough for a drawer beside everything else */
  get wide(): boolean {
    return width() > 900 && height() >= 640;
  },
  /* little room is left beside that drawer */
  get slim(): boolean {
    return width() < 1180;
  },
  get short(): boolean {
    return height() < 880;
  },
};
