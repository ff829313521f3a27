// Compares the predictions of simulate and drift with a control plane that runs here, on the loopback interface of its
// own network namespace:
//   npm run live                                  all systems, and all branches of their pauses
//   npm run live -- istio-host alb                systems whose names have one of these parts
//   npm run live -- --branches main,aborted       only these
//   npm run live -- --argocd [--variants none]    deployed by Argo CD; also needs redis-server and git
//   npm run live -- --jobs 4 --quiet 2500         4 at once; a state is stable after 2500 ms without a write
//   npm run live -- --again                       also plays finished ones again; otherwise, a run continues the last one
//   npm run live -- --folder manifests            also plays an existing system, without recording it
//   npm run live -- --judge                       plays nothing, and compares what was played
//   npm run live -- --record                      writes what was played to conformance/live/recordings
// Needs Go, etcd, unshare and ip; without them, it prints so and exits with 0.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';
import { build, isolation, obstacle, work } from './live/build.mjs';
import { gatewayPlugin } from './live/control-plane.mjs';
import { judgeDeployments, judgePlays, record } from './live/report.mjs';
import { deployAll, playAll } from './live/run.mjs';
import { writeRegistry } from './registry.mjs';

const root = join(import.meta.dirname, '..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    branches: { type: 'string' },
    argocd: { type: 'boolean', default: false },
    variants: { type: 'string' },
    jobs: { type: 'string', default: '4' },
    quiet: { type: 'string', default: '2500' },
    again: { type: 'boolean', default: false },
    folder: { type: 'string', multiple: true, default: [] },
    judge: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    inside: { type: 'boolean', default: false },
  },
});

/** @returns {Promise<typeof import('../test/conformance/live/live.js')>} */
async function load() {
  const outfile = join(root, `node_modules/.cache/live-${Date.now()}.cjs`);
  const entry = join(root, 'test/conformance/live/live.ts');
  writeRegistry();
  await bundle({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

const live = await load();

function wantedSystems() {
  const own = live
    .systems(root)
    .filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)));
  const given = options.folder.map((folder) =>
    live.systemIn(resolve(folder), `folder-${basename(resolve(folder))}`),
  );
  const all = given.length > 0 && positionals.length === 0 ? given : [...own, ...given];
  return all.filter((system) => {
    const needs = JSON.stringify(system.manifests).includes('argoproj-labs/gatewayAPI');
    if (!needs || gatewayPlugin !== undefined || options.judge || options.record) return true;
    if (!options.inside)
      console.log(`${system.name} is left out: GATEWAY_API_PLUGIN does not name the program of the plugin.`);
    return false;
  });
}

/** @param {string} play */
function isWanted(play) {
  const names = (options.argocd ? options.variants : options.branches)?.split(',');
  return names?.some((name) => play === name || play.startsWith(`${name}@`)) ?? true;
}

/** Allows one control plane of a kind at a time, because they share a folder. */
function lock() {
  const file = join(work, options.argocd ? 'pid-argocd' : 'pid');
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (other !== undefined && isRunning(other))
    throw new Error(`A control plane is run by process ${other} already.`);
  writeFileSync(file, String(process.pid));
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Runs this program again in a network namespace with only a loopback interface, and waits for its end.
 * @param {string[]} flags
 */
async function goInside(flags) {
  const args = [...flags, process.execPath, import.meta.filename, '--inside', ...process.argv.slice(2)];
  const started = spawn('unshare', args, { stdio: 'inherit' });
  // The inner process ignores other signals, and its end ends the namespace.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      started.kill('SIGKILL');
      process.exit(1);
    });
  await new Promise((done) => started.once('close', done));
}

const systems = wantedSystems();

function judge() {
  const isAsPredicted = options.argocd
    ? judgeDeployments(live, systems, isWanted)
    : judgePlays(live, systems, isWanted);
  process.exitCode = isAsPredicted ? 0 : 1;
}

if (options.judge) judge();
else if (options.record) await record(live, systems);
else if (options.inside) {
  const run = { jobs: Number(options.jobs), quiet: Number(options.quiet), again: options.again, isWanted };
  await (options.argocd ? deployAll : playAll)(live, systems, run);
  process.exit(0);
} else {
  const why = obstacle(options.argocd) ?? build(options.argocd);
  if (why !== undefined) console.log(`Nothing is played: ${why}.`);
  else {
    if (options.argocd)
      execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
    lock();
    await goInside(isolation() ?? []);
    judge();
  }
}
