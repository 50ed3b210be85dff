/* mind.ts -- finds what a person would press next, by looking at the page only.
 *
 * It runs inside the page, so every function must work when its text is sent there. It plays to
 * win, so that games end: it settles where most rolls pay, builds the best thing it can, and
 * trades with the supply for what is missing. Labels are read only for their numbers, so any
 * language works. */

declare global {
  interface Window {
    mind: {
      next: () => HTMLElement | null;
      press: (e: HTMLElement, finger?: boolean) => boolean;
      step: (finger?: boolean, left?: string) => boolean;
      on: (finger?: boolean) => void;
      off: () => void;
      presses: number;
      covered: string;
    };
  }
}

export function mind(seed: number): void {
  let s = seed >>> 0;
  const random = (): number => {
    /* mulberry32: good from its first number on */
    s = (s + 0x6d2b79f5) >>> 0;
    let x = Math.imul(s ^ (s >>> 15), s | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
  const all = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (e) =>
        e.getClientRects().length > 0 &&
        e.getAttribute('aria-disabled') !== 'true' &&
        !(e as HTMLButtonElement).disabled,
    );
  const one = (list: HTMLElement[]): HTMLElement | null =>
    list[Math.floor(random() * list.length)] ?? null;
  const act = (name: string): HTMLElement | null =>
    all(`[data-act=${name}]:not([aria-pressed=true])`)[0] ?? null;
  const numbers = (e: Element | null): number[] =>
    (e?.getAttribute('aria-label') ?? e?.textContent ?? '').match(/\d+/g)?.map(Number) ?? [];
  const KINDS = ['brick', 'lumber', 'wool', 'grain', 'ore'];
  const held = (k: string): number => numbers(document.querySelector(`[data-kind=${k}]`))[0] ?? 0;

  /* How often the hexes around a corner pay: "B2.N (Forest 6, Hills 9)". */
  const pays = (e: HTMLElement): number =>
    (/\((.*)\)/.exec(e.getAttribute('aria-label') ?? '')?.[1].match(/\d+/g) ?? []).reduce(
      (n, x) => n + Math.max(0, 6 - Math.abs(7 - Number(x))),
      0,
    );
  /* Where a road leads on the drawing: the distance of its better end from every building, up to
   * where one could settle. */
  const where = (e: Element): number[] =>
    (e.getAttribute('transform') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
  function leads(e: HTMLElement): number {
    const [x, y, angle] = where(e),
      r = ((angle ?? 0) * Math.PI) / 180,
      EDGE = 60;
    const houses = [
      ...document.querySelectorAll(
        '.board .play > [role=img][transform]:not([data-hex]):not([transform*=rotate])',
      ),
    ].map(where);
    const free = (s: number): number =>
      Math.min(
        2 * EDGE,
        ...houses.map(([u, v]) => Math.hypot(x + s * Math.cos(r) - u, y + s * Math.sin(r) - v)),
      );
    return Math.max(free(EDGE / 2), free(-EDGE / 2)) / EDGE;
  }
  /* A resource that we lack is worth a few rolls. */
  const have = new Set<string>();
  const kinds = (e: HTMLElement): string[] =>
    (/\((.*)\)/.exec(e.getAttribute('aria-label') ?? '')?.[1] ?? '')
      .split(',')
      .map((x) => x.replace(/\d/g, '').trim())
      .filter(Boolean);
  const worth = (e: HTMLElement): number =>
    e.classList.contains('path')
      ? leads(e) + random() / 2
      : pays(e) + 2 * new Set(kinds(e).filter((k) => !have.has(k))).size + random();
  function place(): HTMLElement | null {
    const best =
      all('.board [data-place]')
        .map((e) => ({ e, n: worth(e) }))
        .sort((a, b) => b.n - a.n)[0]?.e ?? null;
    if (best?.classList.contains('corner')) kinds(best).forEach((k) => have.add(k));
    return best;
  }

  /* Give what the nearest goal does not need, at the supply's rate, for what it lacks. One press
   * at a time. */
  type Goal = Record<string, number>;
  const ROAD: Goal = { brick: 1, lumber: 1 },
    SETTLE: Goal = { brick: 1, lumber: 1, wool: 1, grain: 1 },
    CITY: Goal = { grain: 2, ore: 3 },
    CARD: Goal = { wool: 1, grain: 1, ore: 1 };
  const left = (name: string): number =>
    Number(document.querySelector(`[data-act=${name}] .left`)?.textContent ?? 0);
  /* What can come next: a settlement has been built if not all are left. */
  const goals = (): Goal[] => [
    ...(left('settle') < 5 && left('city') ? [CITY] : []),
    ...(left('settle') ? [SETTLE] : []),
    ...(left('buy') ? [CARD] : []),
    ...(left('road') ? [ROAD] : []),
  ];
  let pressed = 0,
    before = '',
    wait = false;
  function trade(): HTMLElement | null {
    const cards = KINDS.map(held).join();
    wait = false;
    if (cards !== before) {
      before = cards;
      pressed = 0;
    }
    if (++pressed > 12) return null;
    const lacks = (goal: Goal, k: string): number => Math.max(0, (goal[k] ?? 0) - held(k));
    const far = (goal: Goal): number => KINDS.reduce((n, k) => n + lacks(goal, k), 0);
    const goal =
      goals()
        .filter((g) => far(g) > 0)
        .sort((x, y) => far(x) - far(y))[0] ?? {};
    const shown = (side: string, k: string): number =>
      Number(document.querySelector(`[data-${side}=${k}] b`)?.textContent ?? 0);
    const rate = (k: string): number =>
      numbers(document.querySelector(`[data-give=${k}]`)).at(-1) ?? 4; /* "…, 0 given, 4 to 1" */
    const given = KINDS.find((k) => shown('give', k) > 0),
      got = KINDS.find((k) => shown('get', k) > 0);
    const spare = (k: string): boolean => held(k) - (goal[k] ?? 0) >= rate(k);
    if ((given && !spare(given)) || (got && !lacks(goal, got)))
      return all('[data-act=clear]')[0] ?? null; /* from before: no more */
    const give = given ?? KINDS.filter(spare).sort((a, b) => held(b) - held(a))[0];
    const get = got ?? KINDS.filter((k) => k !== give && lacks(goal, k) > 0)[0];
    if (!give || !get) return null;
    if (shown('give', give) < rate(give)) return all(`[data-give=${give}]`)[0] ?? null;
    wait = got !== undefined; /* the page is about to say whether the supply takes it */
    return act('bank') ?? (got ? null : (all(`[data-get=${get}]`)[0] ?? null));
  }

  /* The card game: swap a card that we have twice for one that is missing. */
  function swap(): HTMLElement | null {
    if (
      !all('[data-act=pass]').length ||
      !all('[data-market]').length ||
      !/\d/.test(document.querySelector('.own .chip')?.textContent ?? '')
    )
      return null;
    if (document.querySelector('[data-market][aria-pressed=true]'))
      return one(
        all('[data-kind]').filter(
          (e) =>
            (numbers(e)[0] ?? 0) > 1 &&
            !document.querySelector(`[data-market=${e.dataset.kind}][aria-pressed=true]`),
        ),
      );
    if (!KINDS.some((k) => held(k) > 1)) return null;
    return one(all('[data-market]').filter((e) => held(e.dataset.market!) === 0));
  }

  function next(): HTMLElement | null {
    const send = act('discard'),
      dialog =
        one(all('dialog[open] [data-option]')) ??
        one(all('dialog[open] [data-move]')) ??
        one(all('[data-act^=choose-]'));
    if (document.querySelector('[data-final], .play.scene')) return null;
    return (
      act('lift') ??
      dialog ??
      send ??
      one(
        all('[data-discard]').filter(
          (e) => !e.querySelector('.up') || e.querySelector('.c:not(.up)'),
        ),
      ) ??
      one(all('[data-move]')) ??
      (random() < 0.5 ? act('accept') : null) ??
      act('decline') ??
      act('confirm') ??
      act('withdraw') ??
      act('confirm-place') ??
      place() ??
      act('turn') ??
      act('roll') ??
      act('city') ??
      act('settle') ??
      one(
        ['city', 'settlement', 'expansion', 'knight', 'road']
          .flatMap((b) => all(`[data-act=build-${b}]`))
          .slice(0, 1),
      ) ??
      swap() ??
      (random() < 0.6 ? act('buy') : null) ??
      one(all('[data-dev].ready').filter((e) => e.dataset.dev !== 'point')) ??
      (random() < 0.5 ? act('road') : null) ??
      trade() ??
      (wait ? null : (all('[data-act^=draw-]')[0] ?? act('end') ?? act('pass') ?? act('final')))
    );
  }

  /* A press as a mouse or a finger makes it: in the middle of the element, on whatever is on top
   * there. Looking and pressing happen at the same moment, so nothing can come between. A notice
   * in the way is dismissed first, because its link leads out of the game. Anything else that
   * stays in the way is a fault of the page. */
  function press(e: HTMLElement, finger = false): boolean {
    e.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    /* in its middle; where other cards of the hand lie over that, where it is seen */
    const r = e.getBoundingClientRect();
    const spots = [
      ...[...e.querySelectorAll('.c:not(.up)')].flatMap((c) => {
        const b = c.getBoundingClientRect();
        return [0.5, 0.25, 0.1].map((f) => ({ x: b.x + b.width * f, y: b.y + b.height / 2 }));
      }),
      ...[0.5, 0.04, 0.12, 0.3, 0.7, 0.88].map((f) => ({
        x: r.x + r.width * f,
        y: r.y + r.height / 2,
      })),
    ];
    /* a card that stands up is already chosen: take another one */
    const free = (p: { x: number; y: number }, up: boolean): boolean => {
      const found = document.elementFromPoint(p.x, p.y);
      return e.contains(found) && (up || !found?.closest('.up'));
    };
    const { x, y } =
      spots.find((p) => free(p, false)) ?? spots.find((p) => free(p, true)) ?? spots.at(-6)!;
    const top = document.elementFromPoint(x, y);
    const notice = top?.closest('[data-notice]');
    const at = notice ? notice.querySelector('button') : e.contains(top) ? top : null;
    window.mind.covered = at
      ? ''
      : `${e.outerHTML.slice(0, 120)} is under ${top?.outerHTML.slice(0, 120) ?? 'nothing: it is out of sight'}`;
    if (!at) return false;
    const here = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y };
    for (const kind of ['pointerdown', 'pointerup'])
      at.dispatchEvent(
        new PointerEvent(kind, {
          ...here,
          pointerId: 1,
          isPrimary: true,
          pointerType: finger ? 'touch' : 'mouse',
        }),
      );
    at.closest<HTMLElement>('button, [tabindex]')?.focus({ preventScroll: true });
    at.dispatchEvent(new MouseEvent('click', { ...here, detail: 1 }));
    window.mind.presses += 1;
    return !notice;
  }

  /* One press; false if there is nothing to do, or only elements in `left`. The same element is
   * not pressed again before the page has had time to answer. */
  let last = '',
    at = 0;
  function step(finger = false, left?: string): boolean {
    const e = next();
    if (!e || (left && e.matches(left))) return false;
    const what =
      e.outerHTML +
      document.querySelector('[data-now]')?.textContent +
      document.querySelector('ol li:last-child')?.textContent;
    if (what === last && performance.now() - at < 400) return false;
    if (!press(e, finger)) return false;
    last = what;
    at = performance.now();
    return true;
  }

  /* If nobody presses, the page does it by itself: after a change, or after a while. */
  let timer = 0,
    touch = false;
  const play = (): void => {
    clearTimeout(timer);
    step(touch);
    timer = window.setTimeout(play, 200);
  };
  const eye = new MutationObserver(() => {
    clearTimeout(timer);
    timer = window.setTimeout(play, 8);
  });
  const on = (finger = false): void => {
    touch = finger;
    eye.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    play();
  };
  const off = (): void => {
    eye.disconnect();
    clearTimeout(timer);
  };
  window.mind = { next, press, step, on, off, presses: 0, covered: '' };
}
