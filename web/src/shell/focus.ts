/* focus.ts -- where the keyboard's focus goes when something that lay over the table closes. */

/* Call as it opens; call the answer as it closes. The focus returns to what had it or, if that is gone, to the button
 * that moves the game on. */
export function lendFocus(): () => void {
  const opener = document.activeElement as HTMLElement | null;
  return () => {
    const back = opener?.isConnected && opener !== document.body ? opener : null;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        (back ?? document.querySelector<HTMLElement>('.main'))?.focus({ preventScroll: true });
    });
  };
}
