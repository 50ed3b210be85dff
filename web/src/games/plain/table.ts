/* table.ts -- what is loaded when a game without a folder of its own is opened. */
export { default } from './Plain.svelte';
export { describe, now, parts, say } from './sentences';
