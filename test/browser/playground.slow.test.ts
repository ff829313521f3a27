import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { expectPicture } from './pictures.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const root = path.join(__dirname, '../..');
const examples = path.join(root, 'examples');

interface Text {
  readonly name: string;
  readonly text: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The link to an empty file. */
const empty = linkOf([{ name: 'pasted.yaml', text: '' }]);

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. */
describe.skipIf(!existsSync(executablePath))('the playground', () => {
  let browser: Browser | undefined;
  let server: Server | undefined;
  let [out, url] = ['', ''];

  beforeAll(async () => {
    out = mkdtempSync(path.join(tmpdir(), 'playground-'));
    execFileSync(process.execPath, [path.join(root, 'scripts/playground.mjs'), '--out', out]);
    server = createServer(({ url: asked = '/' }, response) => {
      const file = path.join(out, asked === '/' ? 'index.html' : path.basename(asked));
      const type = types[path.extname(file)];
      response.writeHead(type !== undefined && existsSync(file) ? 200 : 404, { 'content-type': type ?? '' });
      response.end(type !== undefined && existsSync(file) ? readFileSync(file) : undefined);
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(out, { recursive: true, force: true });
  });

  /** A visit in which nothing is refused by the policy, nothing is asked of another place and nothing fails. */
  async function visit(
    hash: string,
    look: (page: Page) => Promise<void>,
    options: Parameters<Browser['newPage']>[0] = {},
  ): Promise<void> {
    const page = await browser!.newPage(options);
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => wrong.push(message.text()));
    page.on('dialog', (dialog) => wrong.push(dialog.message()));
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('blob:')) wrong.push(request.url());
    });
    await page.goto(url + hash);
    await page.waitForSelector('#findings[data-count]', { state: 'attached', timeout: 60_000 });
    await page.waitForSelector('.cm-editor', { timeout: 60_000 });
    await look(page);
    expect(wrong).toEqual([]);
    await page.close();
  }

  const paste = async (page: Page, text: string): Promise<void> => {
    await page.locator('.cm-content').fill(text);
  };

  it(
    'finds what the command line finds, in all examples and in 200 fixtures',
    { timeout: 300_000 },
    async () => {
      const all = [...exampleTexts(), ...fixtureTexts(200)];
      expect(all.length).toBeGreaterThan(205);
      await visit('', async (page) => {
        const asked = new Set<string>();
        page.on('request', (request) => asked.add(path.basename(request.url())));
        for (const texts of all) {
          const folder = folderOf(Object.fromEntries(texts.map(({ name, text }) => [name, text])));
          const { findings } = JSON.parse(run(folder, 'lint', '--format', 'json').stdout) as {
            findings: object[];
          };
          expect(await ask(page, texts)).toEqual({ texts, findings: findings.map(shortOf) });
        }
        // What few texts need has come along the way.
        expect([...asked]).toEqual(expect.arrayContaining(['pattern.js', 'yaml.js']));
      });
    },
  );

  it(
    'opens with an example and its findings, which are those of the linter',
    { timeout: 120_000 },
    async () => {
      const page = await browser!.newPage();
      // Nothing but the page itself arrives.
      await page.route('**/*.js', (route) => route.abort());
      await page.goto(url);
      await page.locator('#findings > li').first().waitFor();
      const before = await page.locator('#result').innerText();
      await page.close();
      const opened = /<script type="application\/json" id="opening">(.*?)<\/script>/s.exec(
        readFileSync(path.join(out, 'index.html'), 'utf8'),
      );
      const { texts, judgement } = JSON.parse(opened?.[1] ?? '') as {
        texts: Text[];
        judgement: { findings: unknown[] };
      };
      expect(texts).toEqual(filesIn('istio-host/as-published'));
      await visit('', async (whole) => {
        expect(await ask(whole, texts)).toEqual({ texts, findings: judgement.findings.map(shortOf) });
        await whole.frameLocator('#page').locator('h1').waitFor({ timeout: 60_000 });
        expect(await whole.locator('#result').innerText()).toBe(before);
        // A file with a finding is open, and tabs tell the others.
        const open = whole.locator('#tabs [aria-selected=true]');
        expect(await open.getAttribute('data-count')).toMatch(/^[1-9]/);
        expect(await whole.locator('.cm-lint-marker').count()).toBeGreaterThan(0);
        await whole.getByRole('button', { name: 'Start empty' }).click();
        await whole.getByText('Paste manifests into the editor').waitFor();
        expect(await whole.locator('#findings > li').count()).toBe(0);
        expect(await whole.locator('#tabs button').allTextContents()).toEqual(['pasted.yaml']);
      });
    },
  );

  it('loads for the first finding what that needs', { timeout: 120_000 }, async () => {
    const page = await browser!.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(path.basename(request.url())));
    await page.goto(url + linkOf(filesIn('istio-host/as-published')));
    await page.locator('#findings > li').first().waitFor();
    expect(asked.slice(0, 2)).toEqual([new URL(url).host, 'worker.js']);
    await page.waitForSelector('.cm-editor', { timeout: 60_000 });
    await page.frameLocator('#page').locator('h1').waitFor({ timeout: 60_000 });
    expect(asked).not.toContain('jq.js');
    const sizes = ['worker.js', 'index.html'].map(
      (name) => gzipSync(readFileSync(path.join(out, name))).length,
    );
    // As docs/architecture.md states.
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(560_000);
    await page.goto('about:blank');
    await page.goto(url + linkOf(withFunctionOfJq()));
    await page.frameLocator('#page').locator('h1').waitFor({ timeout: 60_000 });
    expect(asked).toContain('jq.js');
    await page.close();
  });

  it('marks what is found in the file that is open', { timeout: 120_000 }, async () => {
    await visit(linkOf(filesIn('istio-host/as-published')), async (page) => {
      const places = await page.locator('#findings .head button').allTextContents();
      const wrong = new Set(places.map((place) => place.split(':')[0]));
      const tabs = page.locator('#tabs button');
      const marked: string[] = [];
      for (let index = 0; index < (await tabs.count()); index += 1) {
        await tabs.nth(index).click();
        await page.waitForTimeout(50);
        const isMarked = (await page.locator('.cm-lint-marker').count()) > 0;
        if (isMarked) marked.push((await tabs.nth(index).textContent()) ?? '');
      }
      expect(marked).toEqual([...wrong].sort());
    });
  });

  it('judges parts of manifests, as both articles show them', { timeout: 120_000 }, async () => {
    await visit(empty, async (page) => {
      await paste(
        page,
        `   ignoreDifferences:
     - group: networking.k8s.io
       kind: Ingress
       jqPathExpressions:
         - >-
           .spec.rules[]?.http.paths[]?|select (.backend.
           service.name=="canary-header-route-new")
`,
      );
      await page.getByText('argocd/jq-parses').waitFor();
      expect(await page.locator('#notes').textContent()).toBe(
        'pasted.yaml is not a whole object. It was checked as spec of an Application; the objects that it refers to were not.',
      );
      await paste(page, '  selector:\n    name: app07\n    rollouts-pod-template-hash: dd4cc6cb4\n');
      await page.getByText('argocd/pod-template-hash-left-out').waitFor();
      await page.getByRole('button', { name: 'pasted.yaml:3:5' }).click();
      expect(await page.evaluate('getSelection().toString()')).toBe('rollouts-pod-template-hash');
    });
  });

  it('shows the update of a Rollout, and shares it by a link', { timeout: 120_000 }, async () => {
    let link = '';
    await visit('', async (page) => {
      await page.selectOption('#examples', 'istio-host, corrected');
      await page.locator('#summary[data-state=clean]').waitFor();
      const heading = page.frameLocator('#page').locator('h1');
      await heading.waitFor({ timeout: 60_000 });
      await page.frameLocator('#page').locator('#next').click();
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expect.poll(() => new URL(page.url()).hash, { timeout: 30_000 }).toMatch(/^#v1\./);
      link = new URL(page.url()).hash;
    });
    await visit(link, async (page) => {
      await page.frameLocator('#page').locator('h1').waitFor({ timeout: 60_000 });
      expect(await page.locator('#tabs button').count()).toBeGreaterThan(3);
    });
    await visit('#v1.nonsense', async (page) => {
      expect(await page.locator('#findings li').count()).toBe(0);
    });
  });

  it.each([360, 768, 1366, 1920].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]))(
    'fits %i px, %s, and is accessible',
    { timeout: 120_000 },
    async (width, colorScheme) => {
      await visit(
        '',
        async (page) => {
          await page.selectOption('#examples', 'alb-header-route, as published');
          await page.locator('#findings li').first().waitFor();
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
          await page.evaluate(axe.source);
          const { violations } = await page.evaluate<{
            violations: { id: string; nodes: { html: string }[] }[];
          }>('axe.run(document, { iframes: false })');
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
          await page.frameLocator('#page').locator('h1').waitFor({ timeout: 60_000 });
          await expectPicture(
            browser!,
            page,
            path.join(__dirname, `golden/playground/${width}-${colorScheme}.png`),
          );
        },
        { viewport: { width, height: 900 }, colorScheme },
      );
    },
  );

  it('runs nothing of what is pasted', { timeout: 120_000 }, async () => {
    await visit(empty, async (page) => {
      const name = '</script><img src=x onerror=alert(1)>';
      await paste(page, JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spek: {} }));
      await page.getByText('schema/fields-known').waitFor();
      expect(await page.locator('img').count()).toBe(0);
    });
  });
});

/** What a thread of the page finds. */
async function ask(page: Page, texts: readonly Text[]): Promise<unknown> {
  const [answered, told] = await page.evaluate<[unknown, readonly unknown[]]>(`new Promise((done) => {
    globalThis.thread ??= new Worker('worker.js');
    const told = [];
    thread.onmessage = ({ data: { first, judgement, failure } }) => {
      if (first) told.push(...first);
      else if (judgement) done([judgement.findings, told]);
      else if (failure !== undefined) done([failure, told]);
    };
    thread.postMessage({ id: 1, texts: ${JSON.stringify(texts)}, wants: 'findings' });
  })`);
  const findings = Array.isArray(answered) ? answered.map(shortOf) : answered;
  // What is drawn before the rest is there stays.
  expect(findings).toEqual(expect.arrayContaining(told.map(shortOf)));
  return { texts, findings };
}

function shortOf(finding: unknown): unknown {
  const { rule, severity, message, file, line, column } = finding as Readonly<Record<string, unknown>>;
  return { rule, severity, message, file, line, column };
}

function exampleTexts(): Text[][] {
  return readdirSync(examples).flatMap((name) =>
    ['as-published', 'corrected']
      .map((state) => path.join(name, state))
      .filter((folder) => existsSync(path.join(examples, folder)))
      .map((folder) => filesIn(folder)),
  );
}

function filesIn(folder: string): Text[] {
  const at = path.join(examples, folder);
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(at, name), 'utf8') }));
}

/** jq itself is loaded only for functions that are not interpreted. */
function withFunctionOfJq(): Text[] {
  const expression = '.spec.http[].route[] | select(.destination.host | trim == "a") | .weight';
  return filesIn('istio-host/as-published').map(({ name, text }) => ({
    name,
    text: text.replace('.spec.http[].route[].weight', expression),
  }));
}

/** The link that the playground itself writes. */
function linkOf(texts: readonly Text[]): string {
  return `#v1.${deflateRawSync(JSON.stringify(texts)).toString('base64url')}`;
}

/** Fixtures of rules that are one file each, from all areas alike. */
function fixtureTexts(count: number): Text[][] {
  const folder = path.join(root, 'test/rules');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/[^/]+\/[^/]+\.yaml$/.test(file))
    .sort();
  const step = files.length / count;
  return Array.from({ length: count }, (_, index) => files[Math.floor(index * step)]!).map((file) => [
    { name: path.basename(file), text: readFileSync(path.join(folder, file), 'utf8') },
  ]);
}
