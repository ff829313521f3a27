import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { hostileFiles } from '../support/hostile.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const markup = [
  '</script><script>pwned=1</script>',
  '<img src=http://127.0.0.1:9/x onerror="pwned=1">',
  '<!--<script>pwned=1//',
  'javascript:pwned=1//\'"`${pwned=1}',
  '\u2028pwned=1\u2029',
  '{data}/* {script} */',
  // As long as it may be without the update being too large to be played.
  'x'.repeat(20_000),
].join(' ');

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. */
describe.skipIf(!existsSync(executablePath))('a page of hostile names in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  });

  it.each(['simulate', 'drift', 'protect'])(
    'of %s runs nothing and asks for nothing',
    { timeout: 60_000 },
    async (command) => {
      const { 'all.yaml': all = '' } = hostileFiles('web:1', markup);
      const folder = folderOf({ 'all.yaml': all });
      const { stdout, stderr } = run(folder, command, '--format', 'html');
      const file = join(folder, 'page.html');
      expect(stderr).toBe('');
      writeFileSync(file, stdout);

      const page = await browser.newPage();
      const [requests, errors]: [string[], string[]] = [[], []];
      page.on('request', (request) => requests.push(request.url()));
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => errors.push(message.text())); // Also where the policy stopped something.
      page.on('dialog', (dialog) => errors.push(dialog.message()));
      await page.goto(pathToFileURL(file).href);
      for (const button of await page.locator('[role=tab], .link').all()) await button.dispatchEvent('click');

      expect(requests).toEqual([pathToFileURL(file).href]);
      expect(errors).toEqual([]);
      expect(await page.evaluate('typeof pwned')).toBe('undefined');
      expect(await page.locator('img, iframe, a, script').count()).toBe(2);
      expect(await page.locator('h1').textContent()).toContain(markup);
      await page.close();
    },
  );
});
