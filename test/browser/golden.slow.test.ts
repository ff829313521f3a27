import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnPage } from './drawn-page.js';
import { difference, expectPicture } from './pictures.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const golden = join(__dirname, 'golden');

const pictures = [
  ...[360, 768, 1366, 1920].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, media: 'screen' as const })),
  ),
  { width: 1000, colorScheme: 'light' as const, media: 'print' as const },
];

/**
 * The page as it was looked at and found good. Another Chromium or other fonts draw it otherwise, so it is compared where both
 * are as recorded; RECORD_PICTURES=1 records it again.
 */
describe.skipIf(!existsSync(executablePath))('pictures of the simulation page', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const file = join(tmpdir(), `rolloutkit-golden-${process.pid}.html`);
    writeFileSync(file, drawnPage());
    page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
  });

  it.each(pictures)('$width px, $colorScheme, $media', async ({ width, colorScheme, media }) => {
    await page.emulateMedia({ colorScheme, media });
    await page.setViewportSize({ width, height: 900 });
    const file = join(golden, `${media === 'print' ? 'print' : width}-${colorScheme}.png`);
    await expectPicture(browser, page, file, { fullPage: true });
    // However it is drawn, it is all there.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it('are told from each other', async () => {
    const picture = (name: string): Buffer => readFileSync(join(golden, name));
    expect(await difference(browser, picture('360-light.png'), picture('360-dark.png'))).toBeGreaterThan(0.5);
    expect(await difference(browser, picture('360-light.png'), picture('768-light.png'))).toBe(1);
  });
});
