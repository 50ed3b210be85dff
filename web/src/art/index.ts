/* index.ts -- the drawn parts that every screen may use. Their props are fixed here; the
 * drawings may change freely. */
export { default as Icon } from './Icon.svelte'; /* {name, size?}: from icons.ts, decorative (aria-hidden) */
export { default as KindIcon } from './KindIcon.svelte'; /* {kind, size?}: one resource's emblem, decorative */
export { default as KindCard } from './KindCard.svelte'; /* {kind, count?, seed?, small?}: a resource card, decorative */
export { default as DevCard } from './DevCard.svelte'; /* {dev: Dev | '?', name?, small?}: a development card, decorative */
export { default as SeatMark } from './SeatMark.svelte'; /* {color, size?}: the player's colour and mark, decorative */
export { default as Thinking } from './Thinking.svelte'; /* three dots, with words for readers */
export { default as Dice } from './Dice.svelte'; /* {dice: [n, n] | null, size?}: decorative */
export { default as HelperCard } from './HelperCard.svelte'; /* {helper, small?, faded?}: a helper's portrait, decorative */
/* Qr.svelte ({text, size?, label}) is imported by itself: only the invitation needs its library. */
