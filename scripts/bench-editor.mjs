// Measures the language server of the build in a small repository and among many files: start, the time after a keystroke
// until all diagnostics are published, and memory:
//   npm run bench:editor -- [--files 10000] [--keys 100]
// Keystrokes are characters typed and removed at random places, so half of the texts are half-typed. A request behind each
// makes the server publish at once, so the times do not contain its pause of at most 50 ms. The processor time of the
// server depends less on what else the machine does, and what lint takes of the same files is measured beside it.
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
  options: { files: { type: 'string', default: '10000' }, keys: { type: 'string', default: '100' } },
});
const bin = join(import.meta.dirname, '../bin/rolloutkit.js');
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-bench-'));

/** The processor time of a process in milliseconds, and its peak of memory in MB, where the system tells them. @param {number} pid */
function used(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const [, peak = '0'] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { cpu: (Number(fields[11]) + Number(fields[12])) * 10, megabytes: Number(peak) / 1000 };
  } catch {
    return { cpu: NaN, megabytes: NaN };
  }
}

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
  times.sort((left, right) => left - right)[Math.floor((times.length - 1) * share)] ?? NaN;

/** @param {string} path @param {number} keys @param {string} name */
async function measured(path, keys, name) {
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
    workspaceFolders: [{ uri: pathToFileURL(path).href, name }],
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
  await open(files[0] ?? '');
  const ready = performance.now() - started;
  const before = used(server.pid ?? 0);
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const cpus = [];
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
      const pressed = performance.now();
      const { cpu } = used(server.pid ?? 0);
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: 2 },
        contentChanges: [change],
      });
      await publish(uri);
      times.push(performance.now() - pressed);
      cpus.push(used(server.pid ?? 0).cpu - cpu);
    }
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }
  const after = used(server.pid ?? 0);
  const eachKey = (after.cpu - before.cpu) / times.length;
  console.log(
    `${name}: ${files.length} files, start ${ready.toFixed(0)} ms (${before.cpu} ms of CPU), ` +
      `key p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms, ` +
      `CPU for each ${eachKey.toFixed(0)} ms (p50 ${at(cpus, 0.5)} ms, p95 ${at(cpus, 0.95)} ms), peak ${after.megabytes.toFixed(0)} MB\n` +
      `  to lint of the same files (${lint} ms of CPU): start ${(before.cpu / lint).toFixed(2)}x, key ${(eachKey / lint).toFixed(3)}x`,
  );
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
}

try {
  await measured(
    join(import.meta.dirname, '../examples/istio-subset/corrected'),
    Number(options.keys),
    'small',
  );
  const large = join(folder, 'large');
  write(large, take(Number(options.files), 1));
  await measured(large, Number(options.keys), 'large');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
