import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What decides how a page is drawn beside the page itself: the major version of Chromium and the fonts. */
function drawnBy(browser: Browser): string {
  const fonts = ['system-ui', 'ui-monospace', 'monospace', 'sans-serif'].map((family) => {
    try {
      return execFileSync('fc-match', [family, 'family', 'style'], { encoding: 'utf8' }).trim();
    } catch {
      return 'unknown';
    }
  });
  return [`Chromium ${browser.version().split('.')[0]}`, ...new Set(fonts)].join(', ');
}

/** So many pixels may be otherwise: a caret that blinks, an edge that is smoothed in another way. */
const tolerance = 0.002;

/**
 * Holds the window of a page, or the whole page, against the picture that was looked at and found good; RECORD_PICTURES=1
 * records it again. Where another Chromium or other fonts draw than its folder or `like` says, nothing is compared.
 */
export async function expectPicture(
  browser: Browser,
  page: Page,
  file: string,
  { fullPage = false, like }: { readonly fullPage?: boolean; readonly like?: string } = {},
): Promise<void> {
  const draw = (): Promise<Buffer> => page.screenshot({ animations: 'disabled', fullPage });
  const drawn = await draw();
  const by = path.join(like ?? path.dirname(file), 'drawn-by.txt');
  if (process.env['RECORD_PICTURES'] !== undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, drawn);
    if (like === undefined) writeFileSync(by, `${drawnBy(browser)}\n`);
  }
  if (readFileSync(by, 'utf8').trim() !== drawnBy(browser)) return;
  let other = await difference(browser, readFileSync(file), drawn);
  // On a busy machine a part of the page may be drawn a moment later.
  for (let again = 0; again < 4 && other >= tolerance; again++) {
    await page.waitForTimeout(500);
    other = await difference(browser, readFileSync(file), await draw());
  }
  expect(other, file).toBeLessThan(tolerance);
}

/** The share of pixels in which two pictures differ by more than a little; 1 where they differ in size. */
export async function difference(browser: Browser, left: Buffer, right: Buffer): Promise<number> {
  const page = await browser.newPage();
  try {
    const urls = [left, right].map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
    return await page.evaluate<number>(`(async () => {
      const [left, right] = await Promise.all(${JSON.stringify(urls)}.map(async (url) => {
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext('2d');
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, picture.width, picture.height);
      }));
      if (left.width !== right.width || left.height !== right.height) return 1;
      let other = 0;
      for (let at = 0; at < left.data.length; at += 4)
        if ([0, 1, 2].some((channel) => Math.abs(left.data[at + channel] - right.data[at + channel]) > 32)) other += 1;
      return other / (left.data.length / 4);
    })()`);
  } finally {
    await page.close();
  }
}
