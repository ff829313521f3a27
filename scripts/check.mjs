// Runs what CI runs, or the stages named as arguments. Ends with "N passed, N failed": stages and tests.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The last line of Vitest's output. */
const testsPassed = /^ *Tests .*?(\d+) passed/m;

/** @typedef {{ name: string, flags?: string, optional?: boolean, count?: RegExp, isSingle?: boolean }} Stage */

/**
 * Scripts of package.json. Each prints how many items it checked: on its last line, or where `count` matches. Those that use
 * one core and limit no times (`isSingle`) run two at a time.
 * @type {Stage[]}
 */
const all = [
  { name: 'build' },
  { name: 'lint', isSingle: true },
  { name: 'lint:format', isSingle: true },
  { name: 'lint:types', flags: '--diagnostics', count: /^Files: +(\d+)/m, isSingle: true },
  { name: 'lint:layers', isSingle: true },
  { name: 'lint:unused', isSingle: true },
  { name: 'schemas', flags: '--check', optional: true, isSingle: true },
  { name: 'docs', flags: '--check', optional: true, isSingle: true },
  { name: 'synth', isSingle: true },
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
if (unknown.length > 0)
  throw new Error(
    `There is no stage ${unknown.join(', ')}. The stages are ${all.map(({ name }) => name).join(', ')}.`,
  );
const stages = positionals.length > 0 ? all.filter(({ name }) => positionals.includes(name)) : all;

let [passed, failed] = [0, 0];
/** @type {string[]} What was skipped, with the reasons. */
const notes = [];

/**
 * Runs a command to its end. Errors come before what it prints, as the last line of that has the count.
 * @param {string} command
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function ended(command) {
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: root,
      env: {
        ...process.env,
        NO_COLOR: '1',
        PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      },
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', ({ message }) => (stderr += message));
    child.on('close', (code) => resolve({ code, output: `${stderr}${stdout}`.trim() }));
  });
}

/**
 * Runs a stage and returns its row.
 * @param {Stage} stage
 */
async function rowOf({ name, flags = '', optional = false, count = /^(\d+) [^\n]*$(?![^])/m }) {
  if (optional && !(name in scripts)) return `${name.padEnd(14)}absent`;

  const start = Date.now();
  const { code, output } = await ended(`${scripts[name]} ${flags}`);
  const items = Number(count.exec(output)?.[1] ?? 0);
  const ok = code === 0 && items > 0;
  for (const [line] of output.matchAll(/^skipped: .*/gm)) notes.push(`${name} ${line}`);
  // The exit code of a stage that could not check anything, for example without a network.
  if (code === 77) return `${name.padEnd(14)}skipped`;

  if (ok) passed += 1;
  else failed += 1;
  if (count === testsPassed) {
    passed += items;
    failed += Number(/^ *Tests .*?(\d+) failed/m.exec(output)?.[1] ?? 0);
  }
  if (!ok) console.log(`--- ${name}\n${output}\n`);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  return `${name.padEnd(14)}${(ok ? 'passed' : 'failed').padEnd(8)}${String(items).padStart(6)} items${seconds.padStart(7)} s`;
}

/**
 * Runs stages in their order, as many at a time as given, and returns their rows in that order.
 * @param {Stage[]} some
 * @param {number} atOnce
 */
async function rowsOf(some, atOnce) {
  /** @type {string[]} */
  const rows = [];
  const waiting = [...some.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) rows[next[0]] = await rowOf(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return rows;
}

const rows = [];
for (let at = 0; at < stages.length;) {
  const group = stages.slice(at).findIndex(({ isSingle }) => isSingle !== stages[at]?.isSingle);
  const end = group < 0 ? stages.length : at + group;
  rows.push(...(await rowsOf(stages.slice(at, end), stages[at]?.isSingle ? 2 : 1)));
  at = end;
}

console.log([...rows, ...notes].join('\n'));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
