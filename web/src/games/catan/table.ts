/* table.ts -- what is loaded when a game of CATAN is opened. */
export { default } from './Catan.svelte';
export { default as Board } from './board/Board.svelte';
export { held, parts } from './points';
export const beside = true;
export { answer, describe, drawn, now, say } from './sentences';
