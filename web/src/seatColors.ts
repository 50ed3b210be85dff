/* seatColors.ts -- what the pieces of a seat are called; tools/generate writes it from engine/core/rules.c. */
export const COLORS = ['red', 'blue', 'orange', 'white', 'green', 'brown'] as const;
