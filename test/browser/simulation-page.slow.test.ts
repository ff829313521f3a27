import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageFiles, renderPage } from '../../src/report/simulation-page/page.js';
import type { Trace } from '../../src/simulate/trace.js';
import { drawnTrace } from '../report/drawn-trace.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const folder = join(__dirname, '../../src/report/simulation-page');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const parts = { html: read(pageFiles.html), css: read(pageFiles.css), script: read(pageFiles.script) };
const pictures = process.env['PICTURES'];

/** What an Application says of the first of the traces. */
const drift = [
  {
    application: 'web',
    settings: 'three-way diff',
    frames: {
      installed: { status: 'synced', objects: [], syncs: [] },
      'step-2': {
        status: 'out-of-sync',
        objects: [{ name: 'VirtualService "web"', status: 'out-of-sync', details: ['spec.http'] }],
        syncs: ['A sync removes route "header-test".'],
      },
    },
  },
];
const pageOf = (traces: readonly Trace[]): string =>
  renderPage(parts, traces).replace('"drift":[]', `"drift":${JSON.stringify(drift)}`);

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. */
describe.skipIf(!existsSync(executablePath))('simulation page in a browser', () => {
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const errors: string[] = [];
  const file = join(tmpdir(), `rolloutkit-page-${process.pid}.html`);

  beforeAll(async () => {
    writeFileSync(file, pageOf([drawnTrace, { ...drawnTrace, rollout: { namespace: 'shop', name: 'api' } }]));
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
    });
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(pathToFileURL(file).href);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
  });

  const picture = async (name: string): Promise<void> => {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  };
  const chosen = (): Promise<string | null> =>
    page.locator('[role=tab][aria-selected=true]').getAttribute('data-frame');

  it('asks for nothing and reports no error', () => {
    expect(requests).toEqual([pathToFileURL(file).href]);
    expect(errors).toEqual([]);
  });

  it('starts at the first frame', async () => {
    expect(await chosen()).toBe('installed');
    expect(await page.locator('h1').textContent()).toBe('Rollout shop/web, as Argo Rollouts 1.9 runs it');
    await picture('light');
  });

  it('is as tall as the weight', async () => {
    const heights = await page.evaluate(
      `[...document.querySelectorAll('.traffic .canary')]
        .map((bar) => Math.round((bar.clientHeight / bar.parentElement.clientHeight) * 100))`,
    );
    expect(heights).toEqual([0, 0, 0, 20, 20, 80, 0]);
  });

  it('draws a route as long as it is there', async () => {
    const lanes = page.locator('.route');
    expect(await lanes.allTextContents()).toEqual(['header-test', 'mirror-all']);
    expect(
      await page.evaluate(`[...document.querySelectorAll('.route')].map((lane) => lane.style.gridColumn)`),
    ).toEqual(['4 / span 4', '5 / span 3']);
  });

  it('shows the change of a frame that is clicked', async () => {
    await page.locator('.frame[data-frame=step-2]').click();
    expect(await chosen()).toBe('step-2');
    expect(await page.locator('#frame summary').allTextContents()).toEqual([
      'VirtualService mesh/web (changed)',
      'Service web-stable',
      'Rollout web',
    ]);
    const changes = await page.locator('pre .added, pre .removed').allTextContents();
    expect(changes).toContain('+           weight: 20');
    expect(changes).toContain('+     - name: mirror-all');
    await picture('step');
  });

  it('goes through frames and branches by keys', async () => {
    await page.locator('.frame[data-frame=installed]').click();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    expect(await chosen()).toBe('step-1-aborted');
    expect(await page.locator('#frame').textContent()).toContain('Degraded: RolloutAborted');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toBe('step-1-recovered');
    await page.keyboard.press('ArrowRight');
    expect(await chosen()).toBe('step-2');
    await page.keyboard.press('End');
    expect(await chosen()).toBe('promoted');
    expect(await page.evaluate(`document.activeElement.getAttribute('data-frame')`)).toBe('promoted');
    await page.keyboard.press('ArrowRight');
    expect(await chosen()).toBe('promoted');
  });

  it('names what went wrong', async () => {
    await page.locator('.frame[data-frame=step-4]').click();
    expect(await page.locator('#frame .wrong').textContent()).toBe('destinationrules "web" not found');
  });

  it('shows what Argo CD says', async () => {
    const lane = page.locator('.drift');
    expect((await lane.allTextContents()).filter((text) => text !== '')).toEqual([
      'Synced',
      'OutOfSynca sync would change it',
    ]);
    await page.locator('.frame[data-frame=step-2]').click();
    const said = await page.locator('#frame').textContent();
    expect(said).toContain('Application web: OutOfSync (three-way diff)');
    expect(said).toContain('VirtualService "web": OutOfSync; spec.http');
    expect(said).toContain('A sync removes route "header-test".');
    await picture('drift');
  });

  it('opens at the frame of its address', async () => {
    await page.goto(`${pathToFileURL(file).href}#step-3`);
    await page.reload();
    expect(await chosen()).toBe('step-3');
  });

  it('shows another Rollout', async () => {
    await page.locator('#rollouts').selectOption('1');
    expect(await page.locator('h1').textContent()).toContain('shop/api');
    expect(await chosen()).toBe('installed');
  });

  it('is readable in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const body = 'getComputedStyle(document.body)';
    expect(await page.evaluate(`[${body}.color, ${body}.backgroundColor]`)).toEqual([
      'rgb(228, 234, 240)',
      'rgb(18, 23, 28)',
    ]);
    await page.locator('.frame[data-frame=step-2]').click();
    await picture('dark');
  });

  it('fits a narrow window by scrolling the frames alone', async () => {
    await page.setViewportSize({ width: 420, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
    await picture('narrow');
  });
});
