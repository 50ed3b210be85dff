/* index.ts -- statistics for any screen. */
export { default as StatsPanel } from './StatsPanel.svelte';   /* {table}: everything there is */
export { default as DicePlot } from './DicePlot.svelte';       /* {rolls, compact?} */
export { default as RacePlot } from './RacePlot.svelte';       /* {race, names, colors, goal?} */
export { history, unusual } from './history';
