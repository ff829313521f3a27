import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../support/command.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const root = join(__dirname, '../..');
const systems = readdirSync(join(root, 'examples'))
  .filter((name) => existsSync(join(root, 'examples', name, 'corrected')))
  .flatMap((name) => ['as-published', 'corrected'].map((state) => `examples/${name}/${state}`));
const cases = systems.flatMap((system) =>
  (['simulate', 'drift'] as const).map((command) => ({ command, system })),
);

/** The sentences that text ends with: each begins with a mark, and goes on where it is indented. */
function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const line of text.split('\n'))
    if (/^[×!?i] /.test(line)) sentences.push(line.slice(2));
    else if (/^ {2}\S/.test(line) && sentences.length > 0)
      sentences.push(`${sentences.pop()} ${line.trim()}`);
    else if (line.startsWith('#')) break; // What to add is YAML.
  return sentences.filter((sentence) => !/ in \d+ \w+.*, [\d.]+ s$|^\d+ Rollout/.test(sentence));
}

/** The frames of the main table, each with its cells. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => /^frame\b/.test(line));
  const rows: string[][] = [];
  for (const line of from === -1 ? [] : lines.slice(from + 1)) {
    if (line === '') break;
    if (/^\S/.test(line)) rows.push(line.split(/ {2,}/));
  }
  return rows;
}

const squeezed = (text: string): string => text.replaceAll(/[\s\u200b]+/g, ' ');

/** Needs a Chromium: CHROMIUM=/path/to/it, or where Debian puts it. */
describe.skipIf(!existsSync(executablePath))('the page says all that text says', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  });

  it('of each example', () => {
    expect(systems.length).toBeGreaterThanOrEqual(10);
  });

  it.each(cases)('$command $system', { timeout: 60_000 }, async ({ command, system }) => {
    const text = run(root, command, system).stdout;
    const file = join(tmpdir(), `rolloutkit-says-${process.pid}.html`);
    writeFileSync(file, run(root, command, system, '--format', 'html').stdout);
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(`document.querySelectorAll('details').forEach((part) => (part.open = true))`);
    const whole = squeezed(await page.evaluate<string>('document.body.innerText'));

    const sentences = sentencesOf(text);
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences)
      // A page that is of Argo CD, too, has the errors of the controller under its own name; frames are buttons.
      expect(whole).toContain(
        squeezed(sentence)
          .replace(': the controller fails. ', ': ')
          .replace(/ Frames?: [^.]*\.$/, ''),
      );

    const [, patch] = /^# (Add to .*\n[^]*?)\n(?:\n|$)/m.exec(text) ?? [];
    if (patch !== undefined) {
      const [where = '', ...yaml] = patch.split('\n');
      expect(whole).toContain(squeezed(where));
      expect(await page.locator('#verdict pre').allInnerTexts()).toContain(yaml.join('\n'));
    }
    for (const heading of text.split('\n\n')[0]!.split(/\n| {2,}|; (?=Argo Rollouts)/))
      expect(whole).toContain(heading.replace(/^Rollout without a name$/, 'Rollout'));

    const rows = rowsOf(text);
    if (text.includes('\nframe')) expect(rows.length).toBeGreaterThan(0);
    const columns = await page.evaluate<Record<string, string>>(`Object.fromEntries(
      [...document.querySelectorAll('.frame')].map((frame) => {
        frame.click();
        const id = frame.getAttribute('data-frame');
        const cells = [...document.querySelectorAll('#frame, .route')].concat(
          [...document.querySelectorAll('[data-frame]')].filter((cell) => cell.getAttribute('data-frame') === id));
        return [id, cells.map((cell) => cell.textContent).join(' ')];
      }))`);
    for (const [id = '', ...cells] of rows) {
      if (!(id in columns)) {
        // What happens instead has its frames among the branches.
        expect(await page.locator(`.branch[data-frame$="-${id}"]`).count()).toBeGreaterThan(0);
        continue;
      }
      const there = squeezed(columns[id] ?? '').replaceAll(/(\d+) of (\d+)/g, '$1/$2');
      // A title that goes on in the next line, and routes, are found by their words.
      for (const word of cells.flatMap((cell) => (isTime(cell) ? timeOnPage(cell) : cell.split(/[ ,]+/))))
        expect(there).toContain(word);
    }
    await page.close();
  });
});

/** Whether a cell is a time, such as `1m 10s`. */
function isTime(cell: string): boolean {
  return /^\d+[hms](?: \d+[hms])*$/.test(cell);
}

/** The parts of a time as the page writes them: `1 min`, `10 s`. */
function timeOnPage(cell: string): readonly string[] {
  return cell
    .split(' ')
    .map((part) =>
      part.replace(
        /^(\d+)([hms])$/,
        (_, count: string, unit: string) => `${count} ${unit === 'm' ? 'min' : unit}`,
      ),
    );
}
