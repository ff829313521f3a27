// Runs a command under strace, and looks at its memory and time meanwhile.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { eventsOf, watched } from './trace.mjs';

/**
 * @typedef {object} Watched
 * @property {number | null} code
 * @property {boolean} isLate it was ended
 * @property {Buffer} stdout
 * @property {Buffer} stderr
 * @property {import('./trace.mjs').Event[]} events
 * @property {number} megabytes the most that one of its processes had at once
 * @property {number} seconds of processor time, of all its processes
 */

/** How often memory and time are looked at. The kernel keeps the most that there was, so little is missed. */
const interval = 40;
/** More than any honest report. */
const maxOutput = 64 * 2 ** 20;

/**
 * @param {import('./world.mjs').World} world
 * @param {string[]} command
 * @param {{ cwd: string, env: Record<string, string>, input?: string | undefined, keepsInput?: boolean,
 *   limit: number }} options
 * @returns {Promise<Watched>}
 */
export function watch(world, command, { cwd, env, input, keepsInput = false, limit }) {
  const log = path.join(world.root, 'strace.log');
  const flags = ['-f', '--seccomp-bpf', '-yy', '-s', '65536', '-e', `trace=${watched.join(',')}`, '-o', log];
  return new Promise((resolve, reject) => {
    const child = spawn(world.programs['strace'] ?? 'strace', [...flags, '--', ...command], {
      cwd,
      detached: true, // A group of its own, which can be ended as a whole.
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stdout = /** @type {Buffer[]} */ ([]);
    const stderr = /** @type {Buffer[]} */ ([]);
    let size = 0;
    let isLate = false;
    const end = () => {
      isLate = true;
      const pids = processesOf(child.pid ?? 0);
      for (const pid of pids.reverse()) kill(pid);
    };
    for (const [stream, chunks] of /** @type {const} */ ([
      [child.stdout, stdout],
      [child.stderr, stderr],
    ]))
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        size += chunk.length;
        if (size < maxOutput) chunks.push(chunk);
        else end();
      });
    /** @type {Map<number, number>} */
    const seconds = new Map();
    let megabytes = 0;
    const look = () => {
      for (const pid of processesOf(child.pid ?? 0).slice(1)) {
        const used = usageOf(pid);
        if (!used) continue;
        megabytes = Math.max(megabytes, used.megabytes);
        seconds.set(pid, used.seconds);
      }
    };
    const looking = setInterval(look, interval);
    const ending = setTimeout(end, limit * 1000);
    child.stdin.on('error', () => undefined); // Whoever reads no input closes it.
    child.stdin.write(input ?? '');
    if (!keepsInput) child.stdin.end();
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(looking);
      clearTimeout(ending);
      const events = eventsOf(readFileSync(log, 'utf8'), cwd);
      rmSync(log);
      const total = [...seconds.values()].reduce((sum, one) => sum + one, 0);
      resolve({
        code,
        isLate,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr),
        events,
        megabytes,
        seconds: total,
      });
    });
  });
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * A process and all below it.
 * @param {number} pid
 * @returns {number[]}
 */
function processesOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [
      pid,
      ...children
        .split(' ')
        .filter(Boolean)
        .flatMap((child) => processesOf(Number(child))),
    ];
  } catch {
    return [pid];
  }
}

/** @param {number} pid */
function usageOf(pid) {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: state is field 3, time in user mode and in the kernel are 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      megabytes: Number(kilobytes ?? 0) / 1024,
      seconds: (Number(fields[11]) + Number(fields[12])) / 100,
    };
  } catch {
    return undefined;
  }
}
