import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectPicture } from '../browser/pictures.js';

const root = path.join(__dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
};

describe('the site', () => {
  let top: string;
  let out: string;
  let files: readonly string[];
  const text = (file: string): string => readFileSync(path.join(out, file), 'utf8');

  beforeAll(() => {
    top = mkdtempSync(path.join(tmpdir(), 'rolloutkit-site-'));
    out = path.join(top, version);
    mkdirSync(path.join(top, '0.0.9'));
    writeFileSync(path.join(top, '0.0.9/index.html'), 'an older one');
    execFileSync(process.execPath, [path.join(root, 'scripts/site.mjs'), '--versions', top], { cwd: root });
    files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(path.join(out, name)).isFile(),
    );
  }, 120_000);
  afterAll(() => rmSync(top, { recursive: true, force: true }));

  it('has all pages', () => {
    expect(files.filter((name) => name.endsWith('.html')).length).toBeGreaterThan(230);
  });

  it('lists the versions that lie beside each other, and leads to the newest', () => {
    expect(readFileSync(path.join(top, 'versions.js'), 'utf8')).toBe(
      `window.versions = ["${version}","0.0.9"];\n`,
    );
    expect(readFileSync(path.join(top, 'index.html'), 'utf8')).toContain(`url=${version}/index.html`);
  });

  it('tells the fields of each JSON schema, and has the schemas', () => {
    expect(text('schema/config.html')).toMatch(
      /<code>extends<\/code><\/td>\s*<td><code>recommended<\/code>, <code>strict<\/code><\/td>/,
    );
    expect(text('schema/config.html')).toContain('<code>overrides[].files');
    expect(text('schema/lint-report.html')).toContain('<code>findings[].fix');
    for (const name of readdirSync(path.join(root, 'schema')))
      expect(text(`schema/${name}`)).toBe(readFileSync(path.join(root, 'schema', name), 'utf8'));
  });

  it('colours code', () => {
    expect(text('configuration.html')).toContain('<span class="hljs-attr">rules:</span>');
  });

  it('has no link that leads nowhere', () => {
    const ids = new Map<string, ReadonlySet<string>>();
    const idsOf = (file: string): ReadonlySet<string> => {
      const known =
        ids.get(file) ?? new Set([...text(file).matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id));
      ids.set(file, known);
      return known;
    };
    const dead: string[] = [];
    let count = 0;
    for (const file of files.filter(
      (name) => name.endsWith('.html') && !name.startsWith('examples/istio-host.'),
    ))
      for (const [, href = ''] of text(file).matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^(?:https?|data|mailto):/.test(href)) continue;
        count += 1;
        const [place = '', hash = ''] = href.split('#');
        const target = place === '' ? file : path.posix.join(path.posix.dirname(file), place);
        if (!files.includes(target) || (hash !== '' && !idsOf(target).has(decodeURIComponent(hash))))
          dead.push(`${file}: ${href}`);
      }
    expect(count).toBeGreaterThan(5000);
    expect(dead).toEqual([]);
  });

  it('asks no other server for anything', () => {
    // What the playground asks for, its own test sees in a browser.
    const isOurs = (name: string): boolean =>
      /\.(html|css|js)$/.test(name) && name !== 'search-index.js' && !name.startsWith('playground/');
    for (const file of files.filter(isOurs))
      expect(text(file)).not.toMatch(
        /(?:src|srcset)="(?:https?:)?\/\/|@import|url\((?!data:)|<link[^>]*href="https?:/,
      );
  });

  describe.skipIf(!existsSync(executablePath))('in a browser', () => {
    let browser: Browser;
    let server: Server;
    let base: string;
    const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

    beforeAll(async () => {
      server = createServer((request, response) => {
        const file = path.join(top, new URL(request.url ?? '/', 'http://localhost').pathname);
        if (!existsSync(file)) {
          response.writeHead(404).end();
          return;
        }
        response
          .writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain' })
          .end(readFileSync(file));
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${version}`;
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    }, 60_000);
    afterAll(async () => {
      await browser?.close();
      server?.close();
    });

    const shown = [
      'index.html',
      'guides/first-canary.html',
      'rules/README.html',
      'simulate.html',
      'schema/config.html',
    ];
    const cases = [360, 768, 1366, 1920].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    );

    it.each(cases)(
      'fits $width px, $colorScheme, and axe refuses nothing',
      { timeout: 120_000 },
      async ({ width, colorScheme }) => {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme,
          bypassCSP: true,
        });
        for (const place of shown) {
          const page = await context.newPage();
          await page.goto(`${base}/${place}`);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
          if (place === 'index.html')
            await expectPicture(browser, page, path.join(__dirname, `golden/${width}-${colorScheme}.png`));
          await page.evaluate(axe);
          const { passes, violations } = await page.evaluate<{
            passes: unknown[];
            violations: { id: string; nodes: { html: string }[] }[];
          }>('axe.run(document, { iframes: false })');
          expect(passes.length).toBeGreaterThan(15);
          expect(violations.map(({ id, nodes }) => `${place}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
          await page.close();
        }
        await context.close();
      },
    );

    it.each([
      ['IST0101', 'rules/'],
      ['canary receives no traffic', ''],
      ['cannot iterate over null', ''],
      ['rollback git', 'rollback'],
    ])('finds %s by keyboard', async (query, place) => {
      const page = await browser.newPage();
      const [errors, asked]: [string[], string[]] = [[], []];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${base}/index.html`);
      await page.keyboard.press('/');
      await page.keyboard.type(query);
      await page.locator('#results a').first().waitFor();
      const links = await page.evaluate<string[]>(
        `[...document.querySelectorAll('#results a')].map((link) => link.getAttribute('href'))`,
      );
      expect(links.some((link) => link.includes(place))).toBe(true);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== `/${version}/index.html`);
      expect(errors).toEqual([]);
      expect(
        asked.filter((url) => !url.startsWith(new URL('/', base).href) && !url.startsWith('data:')),
      ).toEqual([]);
      await page.close();
    });

    // The words of an `explain`, and the symptom that it answers first.
    it('finds the symptom first that explain does', async () => {
      const page = await browser.newPage();
      await page.goto(`${base}/index.html`);
      await page.keyboard.press('/');
      await page.keyboard.type('503 while the update runs');
      const first = page.locator('#results a').first();
      await first.filter({ hasText: '502 or 503 errors' }).waitFor({ timeout: 10_000 });
      expect(await first.getAttribute('href')).toContain('symptoms.html#502-or-503-errors');
      await page.close();
    });

    it('goes to another version', async () => {
      const page = await browser.newPage();
      await page.goto(`${base}/guides/first-canary.html`);
      await page.getByLabel('Version of these pages').selectOption('0.0.9');
      await page.waitForURL((url) => url.pathname === '/0.0.9/index.html');
      await page.close();
    });

    it('remembers light or dark', async () => {
      const page = await browser.newPage({ colorScheme: 'light' });
      await page.goto(`${base}/index.html`);
      const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(await ground()).toBe('rgb(255, 255, 255)');
      await page.locator('#theme').click();
      expect(await ground()).toBe('rgb(18, 24, 29)');
      await page.goto(`${base}/guides/first-canary.html`);
      expect(await ground()).toBe('rgb(18, 24, 29)');
      await page.close();
    });
  });
});
