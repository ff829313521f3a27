// Runs what CI runs, or the stages named as arguments. Ends with "N passed, N failed": stages and tests.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The last line of Vitest's output. */
const testsPassed = /^ *Tests .*?(\d+) passed/m;

/**
 * Scripts of package.json. Each prints how many items it checked: on its last line, or where `count` matches.
 * @type {{ name: string, flags?: string, optional?: boolean, count?: RegExp }[]}
 */
const all = [
  { name: 'build' },
  { name: 'lint:format' },
  { name: 'lint' },
  { name: 'lint:types', flags: '--diagnostics', count: /^Files: +(\d+)/m },
  { name: 'lint:layers' },
  { name: 'lint:unused' },
  { name: 'schemas', flags: '--check', optional: true },
  { name: 'docs', flags: '--check', optional: true },
  { name: 'synth' },
  { name: 'test', count: testsPassed },
  { name: 'test:slow', count: testsPassed },
  { name: 'fuzz', flags: '--seed 1' },
  { name: 'hostile' },
  { name: 'package' },
  { name: 'test:nodes' },
  { name: 'test:install' },
  { name: 'vscode' },
];

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !all.some((stage) => stage.name === name));
if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(', ')}.`);
const stages = positionals.length > 0 ? all.filter(({ name }) => positionals.includes(name)) : all;

/** @param {import('node:child_process').SpawnSyncReturns<string>} result */
const outputOf = ({ stdout, stderr, error }) => `${stderr}${error?.message ?? ''}${stdout}`.trim();

let [passed, failed] = [0, 0];
/** @type {string[]} What was skipped, with the reasons. */
const notes = [];
const rows = stages.map(({ name, flags = '', optional = false, count = /^(\d+) [^\n]*$(?![^])/m }) => {
  if (optional && !(name in scripts)) return `${name.padEnd(14)}absent`;

  const command = `${scripts[name]} ${flags}`;
  const start = Date.now();
  const result = spawnSync(command, {
    cwd: root,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    },
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    shell: true,
  });
  const output = outputOf(result);
  const items = Number(count.exec(output)?.[1] ?? 0);
  const ok = result.status === 0 && items > 0;
  for (const [line] of output.matchAll(/^skipped: .*/gm)) notes.push(`${name} ${line}`);
  // The exit code of a stage that could not check anything, for example without a network.
  if (result.status === 77) return `${name.padEnd(14)}skipped`;

  if (ok) passed += 1;
  else failed += 1;
  if (count === testsPassed) {
    passed += items;
    failed += Number(/^ *Tests .*?(\d+) failed/m.exec(output)?.[1] ?? 0);
  }
  if (!ok) console.log(`--- ${name}\n${output}\n`);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  return `${name.padEnd(14)}${(ok ? 'passed' : 'failed').padEnd(8)}${String(items).padStart(6)} items${seconds.padStart(7)} s`;
});

console.log([...rows, ...notes].join('\n'));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
