// Measures how long the playground takes to its first finding, compared with the load of a bare page in the same
// Chromium:
//   npm run playground:time [-- --rounds 15]
// Loads pages alternately, each in a window that has been open for a second, in its own profile, once without a cache
// and once with it. Each page records the time from the start of the navigation to the frame that shows the result.
// Needs a Chromium and the output of npm run build. Fails if the median is more than five times that of the bare page.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const root = join(import.meta.dirname, '..');
const out = mkdtempSync(join(tmpdir(), 'playground-'));
execFileSync(process.execPath, [join(root, 'scripts/playground.mjs'), '--out', out], { stdio: 'ignore' });

const bare =
  '<!doctype html><html lang="en"><title>bare</title><link rel="icon" href="data:,"><p>bare</p></html>';
/** @type {Record<string, string>} */
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const server = createServer(({ url = '/' }, response) => {
  const file = join(out, url === '/' ? 'index.html' : basename(url));
  const type = types[extname(file)];
  const headers = { 'cache-control': 'max-age=600' };
  if (url === '/bare') response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end(bare);
  else if (type === undefined || !existsSync(file)) response.writeHead(404).end();
  else response.writeHead(200, { ...headers, 'content-type': type }).end(readFileSync(file));
});
await new Promise((done) => void server.listen(0, '127.0.0.1', () => done(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const base = `http://127.0.0.1:${port}`;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const hash = await linkTo('istio-host, as published');

/**
 * Recorded by the page, because a query from outside waits until the page is idle.
 * @typedef {{ shownAt?: number }} Told
 */
/** @type {Record<'bare' | 'first' | 'cached', number[]>} */
const taken = { bare: [], first: [], cached: [] };
/** The time in which Chromium loads its own pages in a new window. */
const settled = 1000;
for (let round = 0; round < Number(values.rounds); round++) {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const told = /** @type {Told} */ (globalThis);
    const look = () => {
      const isShown = document.querySelector(location.pathname === '/bare' ? 'p' : '#findings > li');
      // The next frame follows after that one was drawn.
      requestAnimationFrame(isShown ? () => (told.shownAt = performance.now()) : look);
    };
    requestAnimationFrame(look);
  });
  taken.bare.push(await timed(context, `${base}/bare`));
  taken.first.push(await timed(context, `${base}/${hash}`));
  taken.cached.push(await timed(context, `${base}/${hash}`));
  await context.close();
}
await browser.close();
server.close();
rmSync(out, { recursive: true });

const [least, first, cached] = [median(taken.bare), median(taken.first), median(taken.cached)];
const told = (/** @type {number} */ time) => `${time.toFixed(0)} ms (${(time / least).toFixed(1)}x)`;
console.log(`bare page ${least.toFixed(0)} ms, first finding ${told(first)}, from the cache ${told(cached)}`);
process.exitCode = first / least <= 5 ? 0 : 1;

/**
 * Milliseconds from the start of the navigation.
 * @param {import('playwright-core').BrowserContext} context @param {string} url @returns {Promise<number>}
 */
async function timed(context, url) {
  const page = await context.newPage();
  await setTimeout(settled);
  await page.goto(url, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => /** @type {Told} */ (globalThis).shownAt);
  const shownAt = await shown.jsonValue();
  await page.close();
  return shownAt ?? NaN;
}

/** @param {readonly number[]} all */
function median(all) {
  return [...all].sort((a, b) => a - b)[all.length >> 1] ?? NaN;
}

/** The link that the playground itself writes. @param {string} example */
async function linkTo(example) {
  const page = await browser.newPage();
  await page.goto(base);
  await page.locator('#examples').selectOption(example);
  await page.locator('#findings > li').first().waitFor();
  await page.locator('#share').click();
  await page.waitForURL(({ hash: written }) => written.length > 10);
  const { hash: link } = new URL(page.url());
  await page.close();
  return link;
}
