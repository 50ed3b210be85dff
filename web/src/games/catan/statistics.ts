/* statistics.ts -- what CATAN's statistics are made from; loaded when they are opened. */
export { rolled } from './holdings';
export { income } from './income';
export { luck } from './luck';
