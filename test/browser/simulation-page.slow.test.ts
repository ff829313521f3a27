import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnPage } from './drawn-page.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const pictures = process.env['PICTURES'];

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. */
describe.skipIf(!existsSync(executablePath))('simulation page in a browser', () => {
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const errors: string[] = [];
  const file = join(tmpdir(), `rolloutkit-page-${process.pid}.html`);

  beforeAll(async () => {
    writeFileSync(file, drawnPage());
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

  it('starts at the first frame with an error', async () => {
    expect(await chosen()).toBe('step-2');
    expect(await page.locator('h1').textContent()).toBe('Rollout shop/web');
    expect(await page.locator('#source').textContent()).toBe('as Argo Rollouts 1.9 runs it');
    await picture('light');
  });

  it('is as tall as the weight', async () => {
    const heights = await page.evaluate(
      `[...document.querySelectorAll('.traffic .canary')]
        .map((bar) => Math.round((bar.clientHeight / bar.parentElement.clientHeight) * 100))`,
    );
    expect(heights).toEqual([0, 0, 0, 20, 20, 80]);
  });

  it('draws a route as long as it is there', async () => {
    const lanes = page.locator('.route');
    expect(await lanes.allTextContents()).toEqual(['header-test', 'mirror-all']);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('.route')].map((lane) => getComputedStyle(lane).gridColumn)`,
      ),
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

  it('says what is wrong, and leads to where it shows', async () => {
    expect((await page.locator('#outcome').innerText()).replaceAll(/\s+/g, ' ')).toBe(
      '× error: 2 errors, 1 warning',
    );
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('main > section:not([hidden])')].map(({ id }) => id)`,
      ),
    ).toEqual(['time', 'verdict', 'frames', 'frame']);
    expect(await page.locator('#verdict h2').innerText()).toContain('2 errors, 1 warning');
    const said = await page.locator('#verdict li').allInnerTexts();
    expect(said.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      '× error: step-4: destinationrules "web" not found setWeight: 80 step-4',
      '× error: VirtualService web: spec.http differs (step-2). setWeight: 20 step-2',
      '! warning: A sync removes route "header-test". setWeight: 20 step-2',
    ]);
    await page.locator('#verdict .link').first().click();
    expect(await chosen()).toBe('step-4');
  });

  it('copies what to add to the Application', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#verdict .copy').click();
    await page.locator('#verdict .copy', { hasText: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('spec:\n  ignoreDifferences: []');
  });

  // The promoted version has all requests, although its weight as a canary is 0.
  it('draws the weight of each frame over time', async () => {
    const shares = await page.evaluate(
      `[...document.querySelectorAll('.moment div')]
        .map((bar) => Math.round((bar.clientHeight / bar.parentElement.clientHeight) * 100))`,
    );
    expect(shares).toEqual([0, 0, 0, 20, 20, 80, 100]);
  });

  it('plays the update', async () => {
    await page.locator('.frame[data-frame=step-4]').click();
    await page.locator('#play').click();
    expect(await page.locator('#play').textContent()).toBe('Stop');
    await page.locator('[role=tab][aria-selected=true][data-frame=promoted]').waitFor({ timeout: 5000 });
    await page.locator('#play', { hasText: 'Play' }).waitFor({ timeout: 5000 });
    await page.locator('#previous').click();
    expect(await chosen()).toBe('step-4');
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

  it('opens at the frame of its address, and follows it', async () => {
    await page.goto(`${pathToFileURL(file).href}#step-3`);
    await page.reload();
    expect(await chosen()).toBe('step-3');
    await page.evaluate(`location.hash = '#shop%2Fweb:step-1'`);
    await page.locator('[role=tab][aria-selected=true][data-frame=step-1]').waitFor({ timeout: 5000 });
    await page.evaluate(`location.hash = '#%E0%A4%A'`); // That is no text.
    await page.locator('[role=tab][aria-selected=true][data-frame=step-2]').waitFor({ timeout: 5000 });
  });

  it('lists the Rollouts, the worst first', async () => {
    const rows = await page.locator('#index tbody tr').allInnerTexts();
    expect(rows.map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      '× error: 2 errors, 1 warning shop/web',
      '× error: 1 error shop/api',
    ]);
    await page.locator('#index .link').nth(1).click();
    expect(await page.locator('h1').textContent()).toContain('shop/api');
    expect(await chosen()).toBe('step-4');
    expect(await page.evaluate('location.hash')).toBe('#shop%2Fapi:step-4');
    await page.locator('#index .link').first().click();
  });

  it('is readable in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const body = 'getComputedStyle(document.body)';
    expect(await page.evaluate(`[${body}.color, ${body}.backgroundColor]`)).toEqual([
      'rgb(227, 233, 239)',
      'rgb(15, 20, 24)',
    ]);
    await page.locator('.frame[data-frame=step-2]').click();
    await picture('dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  const widths = [360, 768, 1366, 1920];
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

  describe.each(widths)('%i px wide', (width) => {
    beforeAll(async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('.frame[data-frame=step-4]').click();
    });

    it('scrolls nothing but the frames', async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await picture(`width-${width}`);
    });

    it('shows which frame and which lane is meant', async () => {
      const isSeen = (selector: string): Promise<boolean> =>
        page.evaluate(`(() => {
          const { left, top } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
          const seen = document.getElementById('overview').getBoundingClientRect();
          return left >= seen.left - 1 && left < seen.right && top >= seen.top - 1 && top < seen.bottom;
        })()`);
      expect(await isSeen('.row-name')).toBe(true);
      expect(await isSeen('.frame[aria-selected=true]')).toBe(true);
    });

    it('breaks no word', async () => {
      // A word that stands on two lines has two rectangles.
      const broken = await page.evaluate(`(() => {
        const found = [];
        for (const cell of document.querySelectorAll('.frame span, .status')) {
          const text = cell.firstChild;
          if (text?.nodeType !== 3) continue;
          for (const { index, 0: word } of text.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (range.getClientRects().length > 1) found.push(word);
          }
        }
        return found;
      })()`);
      expect(broken).toEqual([]);
    });

    it.each(['light', 'dark'] as const)('has nothing that axe refuses when it is %s', async (colorScheme) => {
      const other = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      });
      const tab = await other.newPage();
      await tab.goto(pathToFileURL(file).href);
      await tab.evaluate(axe);
      const { passes, violations } = await tab.evaluate<{
        passes: unknown[];
        violations: { id: string; nodes: { html: string }[] }[];
      }>('axe.run()');
      expect(passes.length).toBeGreaterThan(20);
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      await other.close();
    });
  });

  it('is printed with its colours and all its frames', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1000, height: 1400 });
    const seen = await page.evaluate(`(() => {
      const { left, right } = document.getElementById('overview').getBoundingClientRect();
      return [...document.querySelectorAll('.frame')].every((frame) => {
        const box = frame.getBoundingClientRect();
        return box.left >= left - 1 && box.right <= right + 1 && box.height > 0;
      }) && getComputedStyle(document.querySelector('.traffic .stable')).printColorAdjust;
    })()`);
    expect(seen).toBe('exact');
    await picture('printed');
    await page.emulateMedia({ media: 'screen' });
  });
});
