import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inert } from '../../src/report/inert.js';
import { aliveIn, hostileNames, impactMarkdownOf, lintMarkdown, systemOf } from './inert.js';

/** The bindings of GitHub's own renderer for Python. */
const version = '2025.10.22';
const script = `
import json, sys, cmarkgfm
from cmarkgfm.cmark import Options
texts = json.load(open(sys.argv[1]))
print(json.dumps([cmarkgfm.github_flavored_markdown_to_html(one, options=Options.CMARK_OPT_UNSAFE) for one in texts]))
`;

let folder = '';
let problem: string | undefined;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rolloutkit-gfm-'));
  writeFileSync(path.join(folder, 'render.py'), script);
  const made = spawnSync('python3', ['-m', 'venv', path.join(folder, 'venv')], { encoding: 'utf8' });
  if (made.status !== 0) return void (problem = 'there is no python3 with venv');
  const { status, stderr } = spawnSync(
    path.join(folder, 'venv/bin/python'),
    [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--retries=1',
      '--only-binary=:all:',
      `cmarkgfm==${version}`,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) problem = `pip installs no cmarkgfm: ${stderr.trim().split('\n').at(-1)}`;
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** HTML as GitHub's renderer makes it, before what GitHub does with names in it. */
function rendered(texts: readonly string[]): readonly string[] {
  const file = path.join(folder, 'texts.json');
  writeFileSync(file, JSON.stringify(texts));
  const { status, stdout, stderr } = spawnSync(
    path.join(folder, 'venv/bin/python'),
    [path.join(folder, 'render.py'), file],
    { encoding: 'utf8', maxBuffer: 1e9 },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as readonly string[];
}

describe('what GitHub renders', () => {
  it('makes nothing of names in reports of lint and impact', ({ skip }) => {
    if (problem !== undefined) {
      expect({ CI: process.env['CI'], problem }).toEqual({ CI: undefined, problem });
      skip(problem);
    }
    const lints = hostileNames.map((name) => lintMarkdown(systemOf(name, '1'), name));
    const impacts = hostileNames.filter((_, at) => at % 6 === 0).map(impactMarkdownOf);
    // A few names are no names of objects at all, and then less is found.
    expect(lints.filter((one) => /\| `rollout\.yaml:/.test(one)).length).toBeGreaterThan(
      hostileNames.length / 2,
    );
    const all = [...lints, ...impacts];
    const html = rendered(all);
    expect(html).toHaveLength(all.length);
    for (const [at, one] of html.entries())
      expect({ of: all[at]!.slice(0, 80), alive: aliveIn(one) }).toEqual({
        of: all[at]!.slice(0, 80),
        alive: [],
      });
  }, 180_000);

  it('makes nothing of names that are put together', ({ skip }) => {
    if (problem !== undefined) skip(problem);
    const texts = hostileNames.flatMap((one) =>
      hostileNames.map(
        (other) =>
          `| a | b |\n| --- | --- |\n| ${inert(`${one}${other}`)} | ${inert(`${one} "${other}"`)} |\n`,
      ),
    );
    for (const [at, html] of rendered(texts).entries()) {
      expect({ of: texts[at], alive: aliveIn(html) }).toEqual({ of: texts[at], alive: [] });
      expect({ of: texts[at], cells: html.match(/<td/g)?.length }).toEqual({ of: texts[at], cells: 2 });
    }
  }, 60_000);

  it('would link a bare address and leave a mention, where only entities stand for signs', ({ skip }) => {
    if (problem !== undefined) skip(problem);
    const [html] = rendered(['&#64;octocat www.evil.example/a user&#64;evil.example\n']);
    expect(aliveIn(html!)).toEqual(
      expect.arrayContaining([
        '@',
        '<a href="http://www.evil.example/a">',
        '<a href="mailto:user@evil.example">',
      ]),
    );
  });
});
