import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../support/command.js';
import { all } from '../play/protect/system.js';
import { expectPicture } from './pictures.js';
import { kindsOfRollouts } from './protected-page.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const golden = path.join(__dirname, 'golden/protect');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. */
describe.skipIf(!existsSync(executablePath))('the page of bad versions in a browser', () => {
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const errors: string[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'rolloutkit-protect-'));
  const file = path.join(folder, 'page.html');
  const url = pathToFileURL(file).href;

  beforeAll(async () => {
    writeFileSync(path.join(folder, 'all.yaml'), kindsOfRollouts);
    expect(run(folder, 'protect', 'all.yaml', '--output', 'page.html')).toMatchObject({
      code: 0,
      stdout: '',
    });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    page = await browser.newPage({ viewport: { width: 1366, height: 900 } });
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(url);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const texts = async (selector: string): Promise<readonly string[]> =>
    (await page.locator(selector).allInnerTexts()).map((text) => text.replaceAll(/[\s\u200b]+/g, ' ').trim());
  const names = (): Promise<readonly string[]> => texts('#rollouts tbody .link');
  const heading = (): Promise<string> => page.locator('h1').innerText();
  const result = async (): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries(
      await page.evaluate<[string, string][]>(`[...document.querySelectorAll('#result dl > div')].map((one) =>
        [one.querySelector('dt').textContent, one.querySelector('dd').textContent])`),
    );
  const choose = (name: string): Promise<void> =>
    page.locator('#rollouts .link', { hasText: `shop/${name}` }).click();

  it('asks for nothing and reports no error', () => {
    expect(requests).toEqual([url]);
    expect(errors).toEqual([]);
  });

  it('has the data of --format json', async () => {
    const { stdout } = run(folder, 'protect', 'all.yaml', '--format', 'json');
    const report = await page.evaluate(`JSON.parse(document.getElementById('data').textContent).report`);
    expect(report).toEqual(JSON.parse(stdout));
  });

  it('lists Rollouts, the least protected first, and shows the first', async () => {
    expect(await names()).toEqual(
      ['basket', 'orders', 'broken', 'search', 'stock', 'typo', 'checkout'].map((name) => `shop/${name}`),
    );
    expect(await heading()).toBe('What a bad version costs: shop/basket');
    // A cell for each column: the rank with its mark, and so on to the file.
    expect(await texts('#rollouts tbody tr:last-child td')).toEqual(
      [
        '7',
        'shop/checkout',
        'successes',
        '40 s',
        '20 %',
        '6 s',
        '40 s',
        'aborted',
        'at steps[2]: aborted',
        'all.yaml',
      ].map((text, at) => (at === 0 ? `✓ ${text}` : text)),
    );
    expect(await texts('#rollouts tbody tr:nth-child(2) td')).toContain('not known');
    expect(await texts('#rollouts tbody tr:nth-child(3) td')).toContain('not simulated');
  });

  it('marks only what is protected as good', async () => {
    expect(await texts('#rollouts tbody .mark')).toEqual([
      '× error:',
      '? point that cannot be judged:',
      '? point that cannot be judged:',
      '! warning:',
      '! warning:',
      '! warning:',
      '✓',
    ]);
  });

  it('sorts by each column, by keys, too', async () => {
    const head = page.locator('#rollouts thead button', { hasText: 'Exposure' });
    await head.focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#rollouts th[aria-sort]').innerText()).toContain('Exposure');
    // By hand: a person from 0 s on, 6 s, then 50 s and 60 s at 20 %; what has no end and what is not known comes last.
    expect((await names()).slice(0, 4)).toEqual(
      ['search', 'checkout', 'typo', 'stock'].map((name) => `shop/${name}`),
    );
    await page.keyboard.press('Enter');
    expect(await page.locator('#rollouts th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    expect((await names()).at(-1)).toBe('shop/search');
    await page.locator('#rollouts thead button', { hasText: 'Rollout' }).click();
    expect(await names()).toEqual([...(await names())].sort());
    await page.locator('#rollouts thead button', { hasText: 'Rank' }).click();
    expect((await names())[0]).toBe('shop/basket');
  });

  it('opens a Rollout, with what judges it', async () => {
    await choose('typo');
    expect(await heading()).toBe('What a bad version costs: shop/typo');
    expect(await texts('#verdict h2')).toEqual(['! warning: Good versions are stopped, too']);
    const gates = (await texts('#gates tbody td')).join(' | ');
    expect(gates).toContain(
      'stops nothing, because its successCondition does not compile, so it is an error for good versions, too',
    );
    await choose('checkout');
    expect((await texts('#gates tbody td')).join(' | ')).toMatch(
      /^successes \| the background analysis \| every 30s \| 2 failures \| ✓ counts \| AnalysisTemplate "checkout" all\.yaml:\d+$/,
    );
  });

  it('moves the moment at which the version turns bad', async () => {
    await choose('checkout');
    const slider = page.locator('#moment');
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await result()).toEqual({
      'Turns bad': 'from the start',
      'Noticed by': 'successes',
      After: '40 s',
      'At share': '20 %',
      Exposure: '6 s of all traffic',
      'Last request': '40 s',
      Then: 'aborted',
    });
    await page.keyboard.press('ArrowRight');
    // Measured at 10 s and 40 s: five seconds later it is noticed after five seconds less.
    expect(await result()).toMatchObject({ 'Turns bad': '5 s after the update begins', After: '35 s' });
    await page.keyboard.press('End');
    expect(await result()).toMatchObject({ 'Turns bad': '3 min after the update begins', Then: 'promoted' });
    expect(await slider.getAttribute('aria-valuetext')).toBe('3 min after the update begins');
    // With a pointer: 45 s lies between 40 and 70 s, so the failures are at 70 and 100 s: 20 % of 35 s and 60 % of 20 s.
    await slider.evaluate((element) => {
      (element as unknown as { value: string }).value = '46';
      element.dispatchEvent(new Event('input'));
    });
    expect(await result()).toMatchObject({
      After: '55 s',
      'At share': '60 %',
      Exposure: '19 s of all traffic',
    });
  });

  it('draws the exposure over time', async () => {
    await page.locator('#scenarios .link', { hasText: 'at steps[2]' }).click();
    expect(await page.locator('#chart').getAttribute('aria-label')).toBe(
      'Share of a version that turns bad at steps[2], 1 min 20 s after the update begins: 20 % from 10 s on, then 60 % from 1 min 20 s on, then 0 % from 2 min 10 s on.',
    );
    const box = (name: string): Promise<DOMRect> =>
      page.evaluate(`document.querySelector('#chart ${name}').getBoundingClientRect().toJSON()`);
    const [whole, exposed] = [await box('svg'), await box('.exposed')];
    // 60 % high, and from 80 s to 130 s of 180 s and a little more.
    expect(exposed.height / whole.height).toBeCloseTo(0.6, 2);
    expect(exposed.width / whole.width).toBeCloseTo(50 / (180 * 1.02), 2);
    expect((exposed.x - whole.x) / whole.width).toBeCloseTo(80 / (180 * 1.02), 2);
  });

  it('opens where its address says, and follows it', async () => {
    await page.evaluate(`location.hash = '#shop%2Fsearch:step-2'`);
    await page.locator('h1', { hasText: 'shop/search' }).waitFor({ timeout: 5000 });
    await page.reload();
    expect(await heading()).toContain('shop/search');
    expect(await result()).toMatchObject({
      'Noticed by': 'nothing',
      Exposure: 'no end',
      'Last request': 'never',
    });
    await page.evaluate(`location.hash = '#%E0%A4%A'`); // That is no text.
    await page.locator('h1').waitFor({ timeout: 5000 });
    expect(errors).toEqual([]);
  });

  it('says what was read where no update can be simulated', async () => {
    await choose('broken');
    expect(await texts('#verdict h2')).toEqual(['? point that cannot be judged: No update can be simulated']);
    expect(await page.locator('#turn').isVisible()).toBe(false);
  });

  it('says which limits are exceeded, and what was not read', { timeout: 60_000 }, async () => {
    const other = path.join(folder, 'limits.html');
    writeFileSync(path.join(folder, 'one.yaml'), all);
    writeFileSync(path.join(folder, 'half.yaml'), 'a: [');
    const args = ['one.yaml', 'half.yaml', '--max-exposure', '20s', '--output', 'limits.html'];
    expect(run(folder, 'protect', ...args).code).toBe(1);
    const tab = await browser.newPage();
    await tab.goto(pathToFileURL(other).href);
    expect((await tab.locator('#limits li').allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ')).toMatch(
      /one\.yaml:\d+:\d+: A version that turns bad at steps\[2\] gets as many requests as all traffic in 30s, but protect\.exposure is 20s\./,
    );
    expect(await tab.locator('#inputs').innerText()).toContain('half.yaml');
    // One Rollout needs no table.
    expect(await tab.locator('#rollouts').isVisible()).toBe(false);
    await tab.close();
  });

  describe.each([360, 768, 1366, 1920])('%i px wide', (width) => {
    it.each(['light', 'dark'] as const)(
      'is whole, and axe refuses nothing, when it is %s',
      { timeout: 60_000 },
      async (colorScheme) => {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme,
          bypassCSP: true,
        });
        const tab = await context.newPage();
        await tab.goto(`${url}#shop%2Fcheckout:step-2`);
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

  /** RECORD_PICTURES=1 records them again. */
  it.each(['light', 'dark'] as const)(
    'is as docs/protect.md shows it, when it is %s',
    { timeout: 60_000 },
    async (colorScheme) => {
      const tab = await browser.newPage({ viewport: { width: 1366, height: 1180 }, colorScheme });
      await tab.goto(`${url}#shop%2Fcheckout:step-2`);
      const picture = path.join(__dirname, `../../docs/images/protect-${colorScheme}.png`);
      await expectPicture(browser, tab, picture, { like: golden });
      await tab.close();
    },
  );

  /** As they were looked at and found good; RECORD_PICTURES=1 records them again. */
  it.each([
    { name: '360-dark', width: 360, colorScheme: 'dark', media: 'screen' },
    { name: '1366-light', width: 1366, colorScheme: 'light', media: 'screen' },
    { name: 'print-light', width: 1000, colorScheme: 'light', media: 'print' },
  ] as const)('looks as before: $name', { timeout: 60_000 }, async ({ name, width, colorScheme, media }) => {
    const tab = await browser.newPage({ viewport: { width, height: 900 } });
    await tab.emulateMedia({ colorScheme, media });
    await tab.goto(`${url}#shop%2Fcheckout:step-2`);
    await expectPicture(browser, tab, path.join(golden, `${name}.png`), { fullPage: true });
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (media === 'print') expect(await tab.locator('#slider').isVisible()).toBe(false);
    await tab.close();
  });
});
