/* pixels.ts -- which colours a page really shows. */
import type { Page } from '@playwright/test';

/* The light of these points as they are painted: 0 is black, 1 is white. */
export async function lightAt(
  page: Page,
  points: [number, number][],
  png?: Buffer /* of the page itself, if none is given */,
): Promise<number[]> {
  const picture = (png ?? (await page.screenshot({ animations: 'disabled' }))).toString('base64');
  const blank = await page.context().newPage(); /* with no policy about pictures */
  const colours = await blank.evaluate(
    async ([data, at]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height),
        paint = canvas.getContext('2d')!;
      paint.drawImage(image, 0, 0);
      return at.map(([x, y]) => [...paint.getImageData(Math.round(x), Math.round(y), 1, 1).data]);
    },
    [picture, points] as const,
  );
  await blank.close();
  const linear = (c: number): number =>
    c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
  return colours.map(([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b));
}
export const contrast = (lights: number[]): number =>
  (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
