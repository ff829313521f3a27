// Measures the language server of the build in a small repository and among many files: start, the time after a keystroke
// until all diagnostics are published, and memory:
//   npm run bench:editor -- [--files 10000] [--keys 300]
// Keystrokes are characters typed and removed at random places, so half of the texts are half-typed. A request behind each
// makes the server publish at once, so the times do not contain its pause of at most 50 ms.
// The start is the time until the findings of a file that is opened at once are published, and until those of all files are.
// Each row has the time that the main thread of the server has spent on a processor, because a client waits at least that
// long, and on idle cores not much longer; the time on the clock, which contains what else the machine does; and the processor
// time of all threads, among them those that compile and collect garbage beside it. What lint takes is measured, too.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { take, write } from './corpus.mjs';

const require = createRequire(import.meta.url);
/** @type {typeof import('vscode-languageserver-protocol/node')} */
const protocol = require('vscode-languageserver-protocol/node');
const { values: options } = parseArgs({
  options: { files: { type: 'string', default: '10000' }, keys: { type: 'string', default: '300' } },
});
const bin = join(import.meta.dirname, '../bin/rolloutkit.js');
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-bench-'));

/** @typedef {{ readonly clock: number, readonly main: number, readonly cpu: number }} Times */

/**
 * The time, and the processor time of the main thread and of all threads of a process, in milliseconds, where the system tells
 * them.
 * @param {number} pid @returns {Times}
 */
function timesOf(pid) {
  const clock = performance.now();
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return { thread, ms: Number(nanoseconds) / 1e6 };
    });
    const main = threads.find(({ thread }) => thread === String(pid))?.ms ?? NaN;
    return { clock, main, cpu: threads.reduce((sum, { ms }) => sum + ms, 0) };
  } catch {
    return { clock, main: NaN, cpu: NaN };
  }
}

/** The peak of memory of a process in MB, where the system tells it. @param {number} pid */
function peakOf(pid) {
  try {
    const [, peak = 'NaN'] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(peak) / 1000;
  } catch {
    return NaN;
  }
}

/** @param {Times} from @param {Times} to @returns {Times} */
const between = (from, to) => ({
  clock: to.clock - from.clock,
  main: to.main - from.main,
  cpu: to.cpu - from.cpu,
});

/** Waits until a process has done nothing for a while. @param {number} pid */
async function rest(pid) {
  for (let [last, calm] = [timesOf(pid).cpu, 0]; calm < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { cpu } = timesOf(pid);
    calm = Math.abs(cpu - last) < 5 || Number.isNaN(cpu) ? calm + 1 : 0;
    last = cpu;
  }
}

/** @param {string} what @param {string} figure @param {string} target @param {string} others */
function print(what, figure, target, others) {
  console.log(`${what.padEnd(50)}${figure.padStart(9)}  ${target.padEnd(14)}  ${others}`);
}

/** @param {number} ms */
const inMs = (ms) => `${ms.toFixed(0)} ms`;

/** The processor time of `lint`, in milliseconds, where the system tells it. @param {string} path */
function lintCpu(path) {
  const ended = () => {
    try {
      const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[13]) + Number(fields[14])) * 10;
    } catch {
      return NaN;
    }
  };
  const before = ended();
  spawnSync(process.execPath, [bin, 'lint', path, '--format', 'json'], { stdio: 'ignore' });
  return ended() - before;
}

/** @param {number[]} times @param {number} share */
const at = (times, share) =>
  times.toSorted((left, right) => left - right)[Math.floor((times.length - 1) * share)] ?? NaN;

/**
 * @param {string} path @param {number} keys
 * @param {{ readonly start: string, readonly key: string, readonly memory?: string }} wanted
 */
async function measured(path, keys, wanted) {
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const lint = lintCpu(path);
  const started = performance.now();
  const server = spawn(process.execPath, [bin, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: false } } },
    workspaceFolders: [{ uri: pathToFileURL(path).href, name: 'bench' }],
  });
  await connection.sendNotification('initialized', {});
  let seed = 7;
  const below = (/** @type {number} */ end) => (seed = (seed * 1103515245 + 12345) % 2147483648) % end;
  const start = { line: 0, character: 0 };
  /** @param {string} uri */
  const publish = (uri) =>
    connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start, end: start },
      context: { diagnostics: [], only: ['refactor'] },
    });
  /** @param {string} file */
  const open = async (file) => {
    const [uri, text] = [pathToFileURL(file).href, readFileSync(file, 'utf8')];
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    await publish(uri);
    return { uri, lines: text.split('\n') };
  };
  const pid = server.pid ?? 0;
  let all = timesOf(pid);
  connection.onNotification('textDocument/publishDiagnostics', () => {
    all = timesOf(pid);
  });
  await open(files[0] ?? '');
  const ready = timesOf(pid);
  // A user looks at the first diagnostics before typing, and the server prepares for that.
  await rest(pid);
  const last = all;
  /** @type {Times[]} */
  const pressed = [];
  for (let left = keys; left > 0; left -= 2) {
    const { uri, lines } = await open(files[below(files.length)] ?? '');
    const line = below(lines.length);
    const character = below((lines[line] ?? '').length + 1);
    const typed = { line, character: character + 1 };
    const place = { line, character };
    for (const change of [
      { range: { start: place, end: place }, text: 'x' },
      { range: { start: place, end: typed }, text: '' },
    ]) {
      const before = timesOf(pid);
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: 2 },
        contentChanges: [change],
      });
      await publish(uri);
      pressed.push(between(before, timesOf(pid)));
    }
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }
  const name = `editor, ${files.length} files`;
  for (const [what, times, target] of /** @type {const} */ ([
    ['start, an open file', ready, wanted.start],
    ['start, all files', last, ''],
  ]))
    print(
      `${name}, ${what}`,
      inMs(times.main),
      target,
      `${inMs(times.clock - started)} on the clock, ${inMs(times.cpu)} of CPU, ${(times.cpu / lint).toFixed(2)}x of lint`,
    );
  for (const [what, share, target] of /** @type {const} */ ([
    ['half of the keys', 0.5, ''],
    ['95 % of the keys', 0.95, wanted.key],
  ])) {
    const of = (/** @type {keyof Times} */ time) =>
      at(
        pressed.map((one) => one[time]),
        share,
      );
    print(
      `  ${what}`,
      inMs(of('main')),
      target,
      `${inMs(of('clock'))} on the clock, ${inMs(of('cpu'))} of CPU`,
    );
  }
  print('  memory, peak', `${peakOf(pid).toFixed(0)} MB`, wanted.memory ?? '', '');
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
}

try {
  const small = join(import.meta.dirname, '../examples/istio-subset/corrected');
  await measured(small, Number(options.keys), { start: 'at most 500 ms', key: 'at most 30 ms' });
  const large = join(folder, 'large');
  write(large, take(Number(options.files), 1));
  await measured(large, Number(options.keys), {
    start: 'at most 3 s',
    key: 'at most 150 ms',
    memory: 'at most 400 MB',
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
