/* glide.ts -- elements marked data-glide glide to their new place after a press instead of
 * jumping. */
import { flushSync } from 'svelte';
import { ms } from '../settings.svelte';

/* An element's position and size: a drawing by its own coordinates, anything else by its middle. */
function frame(el: HTMLElement): { x: number; y: number; k: number } {
  const m = el.querySelector<SVGSVGElement>(':scope > svg')?.getScreenCTM();
  if (m) return { x: m.e, y: m.f, k: m.a };
  const r = el.getBoundingClientRect();
  return { x: r.left + r.width / 2, y: r.top + r.height / 2, k: 1 };
}

export function glide(change: () => void): void {
  const duration = ms(240),
    things = duration ? [...document.querySelectorAll<HTMLElement>('[data-glide]')] : [],
    was = things.map(frame);
  flushSync(change);
  /* Measure all before the first moves: otherwise the page would be laid out again for each. */
  const moves = things.map((el, i) => {
    const now = frame(el),
      k = was[i].k / now.k;
    /* a drawing grows from its element's corner */
    const x = was[i].x - el.offsetLeft - k * (now.x - el.offsetLeft),
      y = was[i].y - el.offsetTop - k * (now.y - el.offsetTop);
    return { translate: `${x}px ${y}px`, scale: `${k}` };
  });
  things.forEach((el, i) =>
    el.animate([moves[i], { translate: '0px 0px', scale: '1' }], {
      duration,
      easing: 'cubic-bezier(0.4, 0, 0.2, 1)',
    }),
  );
}
