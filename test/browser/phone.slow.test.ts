import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../support/command.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const examples = path.join(__dirname, '../../examples');

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. */
describe.skipIf(!existsSync(executablePath))('the page of an update on a phone', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  }, 60_000);
  afterAll(() => browser.close());

  it.each([
    ['drift', 'istio-host/as-published', 4],
    ['simulate', 'gateway-header-route/as-published', 3],
  ] as const)('%s of %s', { timeout: 60_000 }, async (command, system, columns) => {
    const file = path.join(tmpdir(), `rolloutkit-phone-${process.pid}-${command}.html`);
    writeFileSync(file, run(examples, command, system, '--format', 'html').stdout);
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
    await page.goto(pathToFileURL(file).href);

    // A path goes on in the next line after a slash alone, and what stands on two lines has two rectangles.
    const paths = await page.evaluate<[string, number][]>(`
      [...document.querySelectorAll('#source .whole, .settings .whole')].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return [part.textContent, range.getClientRects().length];
      })`);
    expect(paths.map(([part]) => part).join('')).toContain(`${system}/rollout.yaml`);
    expect(paths.filter(([, lines]) => lines > 1)).toEqual([]);

    // All lanes are seen at once, and they take all the room that there is.
    const [right, end, seen] = await page.evaluate<number[]>(`(() => {
      const lanes = [...document.querySelectorAll('.row-name')].map((name) => name.getBoundingClientRect());
      const overview = document.getElementById('overview');
      return [
        Math.round(Math.max(...lanes.map(({ right }) => right))),
        Math.round(overview.getBoundingClientRect().left + overview.clientLeft + overview.clientWidth),
        lanes.filter(({ width }) => width > 0).length,
      ];
    })()`);
    expect(seen).toBe(columns);
    expect(right).toBe(end);
    await page.close();
  });
});
