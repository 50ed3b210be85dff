/* table.ts -- what is loaded when the card game is opened. */
export { default } from './Struggle.svelte';
export { parts } from './points';
export { describe, drawn, now, say } from './sentences';
