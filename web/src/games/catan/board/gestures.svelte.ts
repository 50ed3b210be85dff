/* gestures.svelte.ts -- pointing at the island: what a tap means, zooming by wheel, pinch or button, and moving the
 * zoomed island. */
import { nearest, type Point } from './geometry';

/* A finger may miss a place by this much, in pixels of the screen. */
const TAP_NEAR = 64;
/* A pointer that moves less than this is still a click, in pixels. */
const STILL = 6;
const MOST = 4; /* times as large */
const STEP = 1.5; /* of a button */
const bound = (k: number): number => Math.min(MOST, Math.max(1, k));

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export class Gestures {
  root = $state<HTMLElement>();
  stage = $state<HTMLElement>(); /* what is zoomed, by a transform set through CSSOM */
  svg = $state<SVGSVGElement>();
  zoom = $state.raw({ k: 1, x: 0, y: 0 });
  #moved: () => void; /* called when the island has moved under the pointer */
  #down: Record<number, Point> = {};
  #dragged = false;
  #touch = false;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(moved: () => void) {
    this.#moved = moved;
  }

  /* A click that only ended a movement; asked once per click. */
  ended(): boolean {
    const dragged = this.#dragged;
    this.#dragged = false;
    return dragged;
  }
  /* By a finger, and not by the keyboard. */
  tapped(e: MouseEvent): boolean {
    return this.#touch && e.detail !== 0;
  }
  toDrawing(e: MouseEvent): Point {
    return new DOMPoint(e.x, e.y).matrixTransform(this.svg!.getScreenCTM()!.inverse());
  }
  near<T extends Point>(e: MouseEvent, places: T[]): T | null {
    return nearest(this.toDrawing(e), places, TAP_NEAR / this.svg!.getScreenCTM()!.a);
  }

  #set(k: number, x: number, y: number): void {
    const stage = this.stage!,
      within = (at: number, size: number): number => Math.min(0, Math.max(size - size * k, at));
    this.zoom = { k, x: within(x, stage.offsetWidth), y: within(y, stage.offsetHeight) };
    stage.style.transform =
      k === 1 ? '' : `translate(${this.zoom.x}px, ${this.zoom.y}px) scale(${k})`;
    this.#moved();
  }
  /* While it moves, the browser keeps the stage as a layer. */
  #live(): void {
    const { style } = this.stage!;
    style.willChange = 'transform';
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => (style.willChange = ''), 220);
  }
  /* What lies at this point of the stage stays there. */
  #by(factor: number, at: Point): void {
    const k = bound(this.zoom.k * factor),
      f = k / this.zoom.k;
    this.#set(k, at.x - (at.x - this.zoom.x) * f, at.y - (at.y - this.zoom.y) * f);
  }
  #onStage(at: Point): Point {
    const r = this.root!.getBoundingClientRect();
    return { x: at.x - r.left - this.stage!.offsetLeft, y: at.y - r.top - this.stage!.offsetTop };
  }
  /* A button: around the middle. */
  step(larger: boolean): void {
    this.#by(larger ? STEP : 1 / STEP, {
      x: this.stage!.offsetWidth / 2,
      y: this.stage!.offsetHeight / 2,
    });
  }
  whole(): void {
    this.#set(1, 0, 0);
  }

  wheel = (e: WheelEvent): void => {
    if (!e.ctrlKey && this.zoom.k <= 1 && e.deltaY >= 0) return;
    e.preventDefault();
    this.#by(Math.exp(-e.deltaY / 400), this.#onStage(e));
    this.#live();
  };
  down = (e: PointerEvent): void => {
    this.#touch = e.pointerType === 'touch';
    this.#dragged = false;
    this.#down[e.pointerId] = { x: e.x, y: e.y };
  };
  move = (e: PointerEvent): void => {
    const old = this.#down[e.pointerId];
    if (!old) return;
    const now = { x: e.x, y: e.y },
      all = Object.values(this.#down),
      { k, x, y } = this.zoom;
    if (all.length === 2) {
      const other = all.find((p) => p !== old)!,
        before = apart(old, other);
      if (before > 0)
        this.#by(
          apart(now, other) / before,
          this.#onStage({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }),
        );
    } else if (k > 1 && (this.#dragged || apart(now, old) > STILL))
      this.#set(k, x + now.x - old.x, y + now.y - old.y);
    else return;
    this.#dragged = true;
    this.#down[e.pointerId] = now;
    this.#live();
  };
  up = (e: PointerEvent): void => {
    delete this.#down[e.pointerId];
  };
}
