/* focus.ts -- where the keyboard's focus goes when the element that had it closes or disappears. */

/* What moves the game on: a place to choose on the board, else the main button. */
function next(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('[data-next]') ??
    document.querySelector<HTMLElement>('.main')
  );
}
export function focusNext(): void {
  next()?.focus({ preventScroll: true });
}

/* Call as it opens; call the answer as it closes. The focus returns to what had it or, if that is gone, to what moves
 * the game on. */
export function lendFocus(): () => void {
  const opener = document.activeElement as HTMLElement | null;
  return () => {
    const back = opener?.isConnected && opener !== document.body ? opener : null;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        (back ?? next())?.focus({ preventScroll: true });
    });
  };
}

/* Once the focus has been inside `table`, it stays on something: if the focused element goes (a place that was built
 * on), what moves the game on gets the focus as soon as there is such a thing. One frame later, because a slip
 * that closes in the same moment knows better where the focus belongs. */
export function keepFocus(table: HTMLElement): () => void {
  let been = false,
    frame = 0;
  const enter = (): void => {
    been = true;
  };
  const look = (): void => {
    if (!been || frame || document.activeElement !== document.body) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (document.activeElement === document.body) focusNext();
    });
  };
  const changes = new MutationObserver(look);
  changes.observe(table, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'inert', 'tabindex'],
  });
  table.addEventListener('focusin', enter);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    table.removeEventListener('focusin', enter);
  };
}
