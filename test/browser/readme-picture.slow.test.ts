import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { run } from '../support/command.js';
import { expectPicture } from './pictures.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const root = join(__dirname, '../..');

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. RECORD_PICTURES=1 records the pictures again. */
describe.skipIf(!existsSync(executablePath))('the page of drift', () => {
  let browser: Browser;
  const file = join(tmpdir(), `rolloutkit-readme-${process.pid}.html`);
  beforeAll(async () => {
    const { stdout } = run(root, 'drift', 'examples/istio-host/as-published', '--format', 'html');
    writeFileSync(file, stdout);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  });

  it.each(['light', 'dark'] as const)(
    'is as README.md shows it, when it is %s',
    { timeout: 60_000 },
    async (colorScheme) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 1180 }, colorScheme });
      await page.goto(`${pathToFileURL(file).href}#step-2`);
      const picture = join(root, `docs/images/simulation-${colorScheme}.png`);
      await expectPicture(browser, page, picture, { like: join(__dirname, 'golden') });
      await page.close();
    },
  );
});
