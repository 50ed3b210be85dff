/* doubleClick.ts -- the second press of a double click was meant for the button as it was. A button
 * that changes with the first press ignores the second. */
export const isSecondPress = (e: MouseEvent): boolean => e.detail === 2;
