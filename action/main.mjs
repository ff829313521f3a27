// What the GitHub action runs: builds the command line of its own commit in the temporary folder of the job, and lints; or posts a
// comment and runs nothing.
// It is run by the Node of the runner, and npm outside the checkout: there, a committed .npmrc, package.json or
// node_modules would decide what is installed and run.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { comment } from './comment.mjs';

const action = join(import.meta.dirname, '..');
/** GitHub takes 1 MiB for the summary of a step, and none of it if it is larger. */
const summaryLimit = 900_000;

/** @param {string} name */
const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';

/** @param {string} name */
function isTrue(name) {
  const value = input(name).trim();
  if (!['', 'true', 'false'].includes(value)) throw new Error(`Input "${name}" is neither true nor false.`);
  return value === 'true';
}

/**
 * The words of an input: between spaces and lines; single or double quotes keep what is between them together.
 * @param {string} name
 */
function words(name) {
  const text = input(name);
  const word = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
  if (/["']/.test(text.replaceAll(word, '')))
    throw new Error(`Input "${name}" has a quote that is not closed.`);
  return (text.match(word) ?? []).map((found) => found.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/**
 * Prints text that may hold anything, such as names of files: between these lines the runner heeds no commands.
 * @param {string} text
 */
function print(text) {
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n${text}${text.endsWith('\n') ? '' : '\n'}::${token}::\n`);
}

/** @param {string} text what the command said, where it ended before it wrote a summary. @param {string} markdown */
function summarize(text, markdown) {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  if (existsSync(markdown)) {
    appendFileSync(file, readFileSync(markdown));
    return;
  }
  const bytes = Buffer.from(text);
  const whole = bytes.length <= summaryLimit;
  const kept = whole ? text : bytes.subarray(0, bytes.lastIndexOf('\n', summaryLimit) + 1).toString();
  // No line of the text closes a fence that is longer than all of its own.
  const longest = Math.max(2, ...[...kept.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const rest = whole ? '' : '\nThe log of the job has the rest.\n';
  appendFileSync(file, `${fence}text\n${kept}${kept.endsWith('\n') ? '' : '\n'}${fence}\n${rest}`);
}

function lint() {
  const base = process.env['GITHUB_BASE_REF'] ?? '';
  const paths = words('paths');
  const temporary = mkdtempSync(join(process.env['RUNNER_TEMP'] ?? tmpdir(), 'rolloutkit-'));
  const annotations = join(temporary, 'annotations.txt');
  const summary = join(temporary, 'summary.md');
  const sarif = input('sarif').trim();
  const args = [
    'lint',
    '--no-color',
    '--format',
    [`github:${annotations}`, `markdown:${summary}`, ...(sarif === '' ? [] : [`sarif:${sarif}`])].join(','),
    ...(isTrue('render') ? ['--render'] : []),
    ...(isTrue('changed') && base !== '' ? [`--changed=origin/${base}`] : []),
    ...words('arguments'),
    '--',
    ...(paths.length > 0 ? paths : ['.']),
  ];
  const cwd = resolve(process.env['GITHUB_WORKSPACE'] ?? '.', input('working-directory') || '.');

  try {
    const tool = join(temporary, 'tool');
    for (const part of [
      'action',
      'bin',
      'docs/rules',
      'examples',
      'package.json',
      'scripts',
      'src',
      'templates',
      'tsconfig.json',
    ])
      cpSync(join(action, part), join(tool, part), { recursive: true });
    execFileSync(process.execPath, [join(tool, 'scripts/prepare.mjs')], {
      cwd: temporary,
      stdio: ['ignore', 'ignore', 'inherit'],
    });

    const report = join(temporary, 'report.txt');
    const output = openSync(report, 'wx');
    const { status, error } = spawnSync(process.execPath, [join(tool, 'bin/rolloutkit.js'), ...args], {
      cwd,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    if (error) throw error;
    const text = readFileSync(report, 'utf8');
    print(text);
    if (existsSync(annotations)) process.stdout.write(readFileSync(annotations));
    if (status !== 0) summarize(text, summary);
    return status ?? 3; // Ended by a signal.
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

try {
  const file = input('comment').trim();
  if (file === '') process.exitCode = lint();
  else print(await comment(resolve(process.env['GITHUB_WORKSPACE'] ?? '.', file), input('token').trim()));
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
