import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectText } from '../../src/report/impact-words.js';
import { edited, impactsOf } from '../play/impact/stories.js';
import { replicaOnly } from '../play/impact/systems.js';
import { drawnImpacts, pageOf } from './changed-page.js';
import { expectPicture } from './pictures.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const golden = join(__dirname, 'golden/impact');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. */
describe.skipIf(!existsSync(executablePath))('the page of a change in a browser', () => {
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const errors: string[] = [];
  const file = join(tmpdir(), `rolloutkit-change-${process.pid}.html`);
  const url = pathToFileURL(file).href;

  beforeAll(async () => {
    writeFileSync(file, pageOf(drawnImpacts()));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    page = await browser.newPage({ viewport: { width: 1366, height: 900 } });
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(url);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
  });

  // What is folded is said, too.
  const unfold = (): Promise<unknown> =>
    page.evaluate(`document.querySelectorAll('details.folded').forEach((part) => (part.open = true))`);
  const texts = async (selector: string): Promise<readonly string[]> =>
    (await page.locator(selector).allInnerTexts()).map((text) => text.replaceAll(/[\s\u200b]+/g, ' ').trim());
  const chosen = (): Promise<string | null> =>
    page.locator('[role=tab][aria-selected=true]').getAttribute('data-frame');
  const arrival = (): Promise<string | null> =>
    page.locator('[data-arrival][aria-pressed=true]').getAttribute('data-arrival');

  it('asks for nothing and reports no error', () => {
    expect(requests).toEqual([url]);
    expect(errors).toEqual([]);
  });

  it('begins with the Rollout that breaks, and says what does', async () => {
    expect(await texts('#index tbody tr')).toEqual([
      '× error: 1 error shop/web /repository/app.yaml',
      '! warning: 1 warning shop/catalog /repository/rollout.yaml',
    ]);
    expect(await page.locator('h1').textContent()).toBe('What this change does to Rollout shop/web');
    expect(await texts('#verdict h2')).toEqual(['× error: 1 error']);
    const all = await texts('#verdict li');
    const said = all.find((text) => text.includes('web-internal'));
    const others = all.filter((text) => text !== said);
    expect(all[0]?.slice(0, 1)).toBe('×');
    expect(said).toContain(
      'web.example.com/ of Ingress "web" sends 100 % of its requests to Service "web-internal", which does not exist, after the sync has deleted Service "web-internal", while the sync applies the other objects.',
    );
    expect(others.map((text) => text.slice(0, 1))).toEqual(['i']);
  });

  it('says all that is found', async () => {
    for (const impact of drawnImpacts()) {
      const link = page.locator('#index .link', { hasText: impact.rollout.name });
      await link.click();
      await unfold();
      const whole = (await texts('#verdict')).join(' ');
      expect(impact.effects.length).toBeGreaterThan(1);
      for (const effect of impact.effects) expect(whole).toContain(effectText(impact, effect));
    }
    await page.locator('#index .link').first().click();
  });

  it('lists what changes', async () => {
    expect(await texts('.fields li')).toEqual([
      'Service "web-internal" before: the whole object after: nothing',
      'Ingress "web" spec.rules[0].http.paths[0].backend.service.name before: "web-internal" after: "other"',
    ]);
    expect(await page.locator('#change dd').first().innerText()).toContain('syncs by itself');
  });

  it('says in which order the sync deletes and applies', async () => {
    const order = await texts('.order li');
    expect(order[0]).toBe('Application "shop": deletes Service "web-internal"');
    expect(order.slice(1).join(' ')).toContain('applies Ingress "web"');
  });

  it('draws who answers, moment by moment', async () => {
    const nobody = await page.evaluate(`[...document.querySelectorAll('.moment .nobody')].slice(0, 3)
      .map((bar) => Math.round((bar.clientHeight / bar.parentElement.clientHeight) * 100))`);
    // Before, after the deletion, and when the Ingress leads elsewhere: nothing else is another than before.
    expect(nobody).toEqual([0, 100, 0]);
    expect(await texts('.cell.traffic .share')).toEqual(['100 % stable', '100 % nobody', '100 % others']);
    await page.locator('[data-rollout="shop/catalog"]').click();
    await page.locator('[data-arrival=step-2]').click();
    const canary = await page.evaluate(`[...document.querySelectorAll('.moment .canary')].slice(0, 1)
      .map((bar) => Math.round((bar.clientHeight / bar.parentElement.clientHeight) * 100))`);
    // setWeight: 50 is the step at which the change arrives.
    expect(canary).toEqual([50]);
    expect((await texts('.cell.traffic .share'))[0]).toBe('50 % canary');
  });

  it('shows what was before beside what is after', async () => {
    expect(await chosen()).toBe('sync-1');
    const changed = await page.locator('pre .added, pre .removed').allTextContents();
    expect(changed.join('\n')).toMatch(/- .*podinfo:6\.9\.0[^]*\+ .*podinfo:6\.9\.1/);
  });

  it('goes from moment to moment by keys, and to an arrival', async () => {
    await page.locator('.frame[data-frame=before]').click();
    await page.keyboard.press('ArrowRight');
    expect(await chosen()).toBe('sync-1');
    await page.keyboard.press('End');
    expect(await chosen()).toBe('promoted');
    await page.locator('[data-arrival=rest]').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await arrival()).toBe('started');
    await unfold();
    await page.locator('#verdict .link', { hasText: 'step-2' }).first().click();
    expect(await arrival()).toBe('step-2-scaling');
  });

  it('opens where its address says, and follows it', async () => {
    await page.evaluate(`location.hash = '#shop%2Fcatalog:step-1:pass-1'`);
    await page.locator('[data-arrival=step-1][aria-pressed=true]').waitFor({ timeout: 5000 });
    expect(await chosen()).toBe('pass-1');
    await page.reload();
    expect([await arrival(), await chosen()]).toEqual(['step-1', 'pass-1']);
    await page.evaluate(`location.hash = '#%E0%A4%A'`); // That is no text.
    await page.locator('[data-arrival]').first().waitFor({ timeout: 5000 });
    expect(errors).toEqual([]);
  });

  it('shows markup in manifests as text', async () => {
    const attack = '</script><img src=x onerror="document.title = 1">';
    const hostile = edited(replicaOnly, ['app.yaml', 'image: web:1', `image: '${attack}'`]);
    const evil = join(tmpdir(), `rolloutkit-hostile-change-${process.pid}.html`);
    writeFileSync(evil, pageOf(impactsOf(replicaOnly, hostile)));
    const other = await browser.newPage();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    await other.goto(pathToFileURL(evil).href);
    expect(await other.locator('.fields .is').innerText()).toContain('</script><img src=x');
    expect(await other.locator('img').count()).toBe(0);
    expect(await other.title()).toBe('shop/web: what this change does');
    expect(asked).toEqual([pathToFileURL(evil).href]);
    await other.close();
  });

  it('says so where a change touches nothing', async () => {
    const empty = join(tmpdir(), `rolloutkit-no-change-${process.pid}.html`);
    writeFileSync(empty, pageOf([]));
    const other = await browser.newPage();
    await other.goto(pathToFileURL(empty).href);
    expect(await other.locator('h1').innerText()).toBe('This change touches no Rollout');
    expect(await other.locator('#source').innerText()).toBe('1 Rollout is as before');
    expect(await other.locator('#verdict').isVisible()).toBe(false);
    await other.close();
  });

  describe.each([360, 768, 1366, 1920])('%i px wide', (width) => {
    it.each(['light', 'dark'] as const)(
      'is whole, and axe refuses nothing, when it is %s',
      async (colorScheme) => {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme,
          bypassCSP: true,
        });
        const tab = await context.newPage();
        await tab.goto(url);
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await tab.evaluate(axe);
        const { passes, violations } = await tab.evaluate<{
          passes: unknown[];
          violations: { id: string; nodes: { html: string }[] }[];
        }>('axe.run()');
        expect(passes.length).toBeGreaterThan(20);
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        await context.close();
      },
    );
  });

  /** As they were looked at and found good; RECORD_PICTURES=1 records them again. */
  it.each([
    { name: '360-dark', width: 360, colorScheme: 'dark', media: 'screen' },
    { name: '1366-light', width: 1366, colorScheme: 'light', media: 'screen' },
    { name: 'print-light', width: 1000, colorScheme: 'light', media: 'print' },
  ] as const)('looks as before: $name', async ({ name, width, colorScheme, media }) => {
    const tab = await browser.newPage({ viewport: { width, height: 900 } });
    await tab.emulateMedia({ colorScheme, media });
    await tab.goto(url);
    await expectPicture(browser, tab, join(golden, `${name}.png`), { fullPage: true });
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (media === 'print') {
      expect(await tab.locator('#controls').isVisible()).toBe(false);
      expect(await tab.locator('.order li').first().isVisible()).toBe(true);
    }
    await tab.close();
  });
});
