// Benchmarks on this machine. Prints ratios, which are more meaningful than milliseconds: npm run bench [-- --full
// --kubeconform].
// Needs a build. --full adds 100 000 files. --kubeconform only compares with kubeconform, which needs Go. --against
// FOLDER only compares with the build of another checkout. --again only measures runs that a cache answers.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { canaries, take, write } from './corpus.mjs';
import { prepareKubeconform } from './kubeconform.mjs';
import { imported } from './modules.mjs';
import { shapes } from './shapes.mjs';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    kubeconform: { type: 'boolean', default: false },
    against: { type: 'string' },
    again: { type: 'boolean', default: false },
    files: { type: 'string', default: '10000' },
    rollouts: { type: 'string', default: '1000' },
  },
});
const root = join(import.meta.dirname, '..');
const bin = join(root, 'bin/rolloutkit.js');
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-bench-'));

/** Runs a program in Node and prints its time, including start and end of the process, and its memory. */
const harness = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('\\n' + maxRSS + ' ' + (userCPUTime + systemCPUTime));
});`;
const walkAndRead = `
  const { readdirSync, readFileSync } = require('node:fs');
  const stack = [process.argv[1]];
  for (let folder = stack.pop(); folder; folder = stack.pop())
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = folder + '/' + entry.name;
      if (entry.isDirectory()) stack.push(path);
      else readFileSync(path, 'utf8');
    }`;

const walkAndAsk = `
  const { readdirSync } = require('node:fs');
  const stack = [process.argv[1]];
  for (let folder = stack.pop(); folder; folder = stack.pop())
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== '.git') stack.push(folder + '/' + entry.name);
  require('node:child_process').execFileSync('git', ['status', '--porcelain'], { cwd: process.argv[1] });`;

/** @typedef {{ readonly ms: number, readonly megabytes: number, readonly cpu: number }} Run */

/**
 * @param {string} code
 * @param {string[]} args
 * @returns {Run}
 */
function run(code, args) {
  const start = performance.now();
  const { status, stderr, signal } = spawnSync(process.execPath, ['-e', harness + code, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ms = performance.now() - start;
  if (status === null || status > 1)
    throw new Error(`It ended with ${status ?? signal}: ${stderr.slice(0, 2000)}`);
  const [kilobytes = NaN, microseconds = NaN] = stderr.slice(stderr.lastIndexOf('\n')).split(' ').map(Number);
  return { ms, megabytes: kilobytes / 1024, cpu: microseconds / 1000 };
}

/** @param {string} program @param {string} command @param {string} path @param {string[]} options */
const command = (program, command, path, ...options) =>
  run(
    `process.chdir(process.argv[1]); process.argv.splice(1, 1, 'rolloutkit', '${command}', '.'); require(${JSON.stringify(program)});`,
    [path, ...options],
  );
/** @param {string} path @param {string[]} options */
const lint = (path, ...options) => command(bin, 'lint', path, ...options);
const nothing = () => run('', []);
/** @param {string} path */
const read = (path) => run(walkAndRead, [path]);

/** @param {readonly number[]} numbers */
const median = (numbers) => [...numbers].sort((left, right) => left - right)[numbers.length >> 1] ?? NaN;

/**
 * The medians of two programs that run alternately, so that other load affects both.
 * @param {number} rounds
 * @param {() => { ms: number, megabytes: number }} ours
 * @param {() => { ms: number, megabytes: number }} theirs
 */
function compare(rounds, ours, theirs) {
  const results = Array.from({ length: rounds }, () => [ours(), theirs()]);
  return {
    ours: median(results.map(([one]) => one?.ms ?? NaN)),
    theirs: median(results.map(([, other]) => other?.ms ?? NaN)),
    megabytes: Math.max(...results.map(([one]) => one?.megabytes ?? NaN)),
  };
}

/**
 * @param {string} what
 * @param {string} figures
 * @param {number} ratio
 * @param {string} [target]
 */
function print(what, figures, ratio, target = '') {
  console.log(`${what.padEnd(50)}${`${ratio.toFixed(2)}x`.padStart(9)}  ${target.padEnd(14)}  ${figures}`);
}

/** @param {number} ms */
const time = (ms) => (ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** A Rollout with its two Services. */
function threeFiles() {
  for (let seed = 1; ; seed += 1) {
    const files = [...take(1, seed)].slice(0, 3);
    if (files.at(-1)?.path.includes('service-preview')) return files;
  }
}

/**
 * Edits one file of a repository and lints the change with the shortest output.
 * @param {string} path @param {number} count
 */
function oneChange(path, count) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', path, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'before');
  const edited = filesIn(path).find((file) => file.includes('service-') && file.endsWith('.yaml')) ?? '';
  writeFileSync(edited, readFileSync(edited, 'utf8').replace(/port: \d+/, 'port: 8099'));
  const changed = compare(
    5,
    () => lint(path, '--changed'),
    () => run(walkAndAsk, [path]),
  );
  print(
    `1 changed file of ${count}, to walking and asking Git`,
    `${time(changed.ours)} to ${time(changed.theirs)}, peak ${changed.megabytes.toFixed(0)} MB`,
    changed.ours / changed.theirs,
  );
  git('checkout', '-q', '.');
  const isRollout = (/** @type {string} */ file) => /\n {6,}image: /.test(readFileSync(file, 'utf8'));
  const another = filesIn(path).find((file) => /rollout[^/]*\.yaml$/.test(file) && isRollout(file)) ?? '';
  writeFileSync(another, readFileSync(another, 'utf8').replace(/( image: \S+)/, '$1-next'));
  const impact = compare(
    5,
    () => command(bin, 'impact', path),
    () => lint(path),
  );
  print(
    `  impact of 1 changed Rollout, to linting all`,
    `${time(impact.ours)} to ${time(impact.theirs)}, peak ${impact.megabytes.toFixed(0)} MB`,
    impact.ours / impact.theirs,
  );
}

/**
 * Runs that a cache answers, because nothing has changed, and what it costs the first one.
 * @param {string} path @param {number} count
 */
function again(path, count) {
  const cache = join(folder, 'cache');
  const cached = (/** @type {string} */ name) => command(bin, name, path, '--cache-dir', cache);
  /** @param {string} what @param {number} rounds @param {() => Run} ours @param {() => Run} theirs @param {string} [target] */
  const row = (what, rounds, ours, theirs, target) => {
    const all = Array.from({ length: rounds }, () => [ours(), theirs()]);
    const [mine = NaN, other = NaN] = [0, 1].map((at) => median(all.map((pair) => pair[at]?.cpu ?? NaN)));
    const [wall = NaN] = [0].map((at) => median(all.map((pair) => pair[at]?.ms ?? NaN)));
    print(what, `${time(mine)} to ${time(other)} of CPU, ${time(wall)} in all`, mine / other, target);
  };
  row(
    `${count} files, first run with a cache, to one without`,
    5,
    () => {
      rmSync(cache, { recursive: true, force: true });
      return cached('lint');
    },
    () => lint(path),
    'at most 1.05x',
  );
  cached('lint'); // The files are old enough now that their stamps are trusted.
  row(
    '  nothing has changed, to walking and reading',
    9,
    () => cached('lint'),
    () => read(path),
  );
  const touched = () => {
    const past = Date.now() / 1000 - 60;
    for (const file of filesIn(path)) utimesSync(file, past, past);
    return cached('lint');
  };
  row('  nothing but all times has changed, to the same', 5, touched, () => read(path));
  row(
    `  ${count} files, nothing has changed, to one run without`,
    5,
    () => cached('lint'),
    () => lint(path),
  );
  const [edited = ''] = filesIn(path).filter((file) => file.includes('service-') && file.endsWith('.yaml'));
  const change = () => appendFileSync(edited, '# changed\n');
  const oneChanged = () => {
    change();
    return cached('lint');
  };
  row(`  ${count} files, one manifest has changed, to one run without`, 5, oneChanged, () => lint(path));
  const allTouched = () => {
    change();
    return touched();
  };
  row('  the same, and all times', 5, allTouched, () => lint(path));
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', path, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args]);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'before');
  const staged = (/** @type {string[]} */ ...options) => {
    change();
    git('add', '.');
    return lint(path, '--staged', ...options);
  };
  staged('--cache-dir', cache);
  row(
    `  ${count} files, one of which is staged, to one run without`,
    5,
    () => staged('--cache-dir', cache),
    () => staged(),
  );
  rmSync(join(path, '.git'), { recursive: true });
  const played = join(folder, 'again');
  write(played, canaries(100, { hasApplications: true }));
  for (const name of ['simulate', 'drift', 'protect']) {
    const known = () => command(bin, name, played, '--cache-dir', cache);
    known();
    row(`${name} of 100 Rollouts, the same`, 3, known, () => command(bin, name, played));
  }
}

/** @param {string} path @returns {string[]} */
const filesIn = (path) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const { Reader, readGraph, simulate, driftOf } =
  /** @type {typeof import('../src/yaml/parse/read.js') & typeof import('../src/repository/graph/read-graph.js') & typeof import('../src/play/simulate/simulate.js') & typeof import('../src/play/drift/drift.js')} */ (
    await imported([
      'src/yaml/parse/read.ts',
      'src/repository/graph/read-graph.ts',
      'src/play/simulate/simulate.ts',
      'src/play/drift/drift.ts',
    ])
  );

/** The routers of services, and what measures their new version. */
const serviceShapes = /** @type {const} */ ([
  ['istio-subset', 'prometheus'],
  ['istio-host', 'web'],
  ['nginx', 'prometheus'],
  ['none', 'job'],
  ['gateway', 'prometheus'],
]);

/** Writes services as `new` does, one for each router, under as many names. @param {string} path @param {number} count */
function writeServices(path, count) {
  const shapes = serviceShapes.map(([router, analysis]) => {
    const out = join(folder, `new-${router}`);
    const fixed = '--style yaml --image ghcr.io/example/web:1.0.0 --namespace shop';
    const address = '--analysis-url http://prometheus:9090';
    const own = router === 'none' ? '' : ' --host web.example.com --gateway infra/public';
    const flags = `${fixed} --router ${router} --analysis ${analysis} --out ${out} ${address}${own}`;
    execFileSync(process.execPath, [bin, 'new', 'generated-service', ...flags.split(' ')], {
      stdio: 'ignore',
    });
    return filesIn(out).filter((file) => file.endsWith('.yaml'));
  });
  for (let index = 0; index < count; index += 1)
    for (const [at, file] of (shapes[index % shapes.length] ?? []).entries()) {
      const text = readFileSync(file, 'utf8').replaceAll('generated-service', `service-${index}`);
      mkdirSync(join(path, String(index)), { recursive: true });
      writeFileSync(join(path, String(index), `${at}.yaml`), text);
    }
  return path;
}

/** Parses in this process every document that rules read. @param {readonly string[]} files */
function reading(files) {
  const kinds = new Set(
    'Rollout Service Ingress VirtualService DestinationRule Gateway Application AnalysisTemplate'.split(' '),
  );
  const start = performance.now();
  const reader = new Reader();
  const resources = files.flatMap(
    (path) => reader.read({ path, name: path, read: () => readFileSync(path, 'utf8') }).resources,
  );
  for (const resource of resources) if (kinds.has(resource.kind)) resource.at();
  return performance.now() - start;
}

/**
 * The CPU time in milliseconds, in this process, of reading, parsing and linking the files, and of the following steps.
 * @param {readonly string[]} files
 */
function simulating(files) {
  const cpu = () => process.cpuUsage().user / 1000;
  const start = cpu();
  const sources = files.map((path) => ({ path, name: path, read: () => readFileSync(path, 'utf8') }));
  const { graph } = readGraph(sources);
  for (const resource of graph.resources) resource.at();
  const isRead = cpu();
  for (const rollout of graph.rollouts) simulate(graph, rollout, { branches: false });
  const isPlayed = cpu();
  for (const rollout of graph.rollouts) simulate(graph, rollout);
  const isBranched = cpu();
  const { drifts } = driftOf(graph, graph.rollouts);
  return {
    reading: isRead - start,
    main: isPlayed - isRead,
    all: isBranched - isPlayed,
    drift: cpu() - isBranched,
    applications: drifts.length,
  };
}

/** Alternates with kubeconform; lint checks the same as kubeconform, and more, in the same files. */
async function besideKubeconform() {
  const kubeconform = await prepareKubeconform(join(folder, 'kubeconform'));
  const sizes = [Number(options.files), ...(options.full ? [100_000] : [])];
  for (const files of sizes)
    for (const [name, shape] of Object.entries(shapes).slice(0, 2)) {
      const path = join(folder, `${name}-${files}`);
      write(path, shape(files));
      const rounds = [{ ours: lint(path), theirs: await kubeconform(path) }];
      while (rounds.length < (files > 10_000 ? 3 : 5))
        rounds.push({ ours: lint(path), theirs: await kubeconform(path) });
      const ours = median(rounds.map((round) => round.ours.ms));
      const theirs = median(rounds.map((round) => round.theirs.ms));
      const [peak, theirPeak] = /** @type {const} */ (['ours', 'theirs']).map((of) =>
        Math.max(...rounds.map((round) => round[of].megabytes)).toFixed(0),
      );
      print(
        `${files} files, ${name}, to kubeconform`,
        `${time(ours)} to ${time(theirs)}, peak ${peak} to ${theirPeak} MB`,
        ours / theirs,
      );
      rmSync(path, { recursive: true });
    }
}

/**
 * Lints the same files with two builds alternately, to measure the cost of a release.
 * @param {string} other
 */
function besideBuild(other) {
  const count = Number(options.files);
  for (const [name, shape] of Object.entries(shapes).slice(0, 2)) {
    const path = join(folder, name);
    write(path, shape(count));
    const rounds = Array.from({ length: 9 }, () => ({
      ours: lint(path, '--quiet'),
      theirs: command(join(other, 'bin/rolloutkit.js'), 'lint', path, '--quiet'),
    }));
    for (const figure of /** @type {const} */ (['ms', 'cpu'])) {
      const ours = median(rounds.map((round) => round.ours[figure]));
      const theirs = median(rounds.map((round) => round.theirs[figure]));
      const what = figure === 'ms' ? '' : ' of CPU';
      print(
        `${count} files, ${name}, to the other build${what}`,
        `${time(ours)} to ${time(theirs)}`,
        ours / theirs,
      );
    }
    rmSync(path, { recursive: true });
  }
}

/** The time that Node itself, reading, and the package yaml take for the same files. */
function besideNode() {
  const small = join(folder, 'small');
  write(small, threeFiles());
  const start = compare(15, () => lint(small), nothing);
  print(
    '3 files, to starting Node alone',
    `${time(start.ours)} to ${time(start.theirs)}`,
    start.ours / start.theirs,
    'at most 1.8x',
  );

  const count = Number(options.files);
  const large = join(folder, 'large');
  const { chars } = write(large, take(count, 1));
  const linted = compare(
    5,
    () => lint(large),
    () => read(large),
  );
  print(
    `${count} files, to walking and reading`,
    `${time(linted.ours)} to ${time(linted.theirs)}, ${(chars / 1e6).toFixed(1)} MB, peak ${linted.megabytes.toFixed(0)} MB`,
    linted.ours / linted.theirs,
    'at most 4x',
  );

  const files = filesIn(large);
  const readings = Array.from({ length: 5 }, () => {
    const before = performance.now();
    for (const path of files) readFileSync(path, 'utf8');
    return { plain: performance.now() - before, ours: reading(files) };
  });
  const plain = median(readings.map((one) => one.plain));
  const ours = median(readings.map((one) => one.ours));
  print(
    `${count} files, our reading to reading, in process`,
    `${time(ours)} to ${time(plain)}`,
    ours / plain,
  );

  const step = Math.max(1, Math.floor(files.length / 500));
  const sample = files.filter((_, index) => index % step === 0);
  const texts = sample.map((path) => readFileSync(path, 'utf8'));
  const sampled = texts.reduce((sum, text) => sum + text.length, 0);
  const before = performance.now();
  for (const text of texts) parseAllDocuments(text);
  const yaml = ((performance.now() - before) * chars) / sampled;
  print(
    `${count} files, the package yaml to our lint`,
    `${time(yaml)} to ${time(linted.ours)}, from a sample of ${(sampled / 1e6).toFixed(1)} MB`,
    yaml / linted.ours,
    'at least 6x',
  );

  again(large, count);
  oneChange(large, count);

  const rollouts = Number(options.rollouts);
  const simulated = join(folder, 'simulated');
  write(simulated, canaries(rollouts, { hasApplications: true }));
  const { reading: toRead, main, all, drift, applications } = simulating(filesIn(simulated));
  const what = `${rollouts} Rollouts of 10 steps simulated, to reading them`;
  print(what, `${time(main)} to ${time(toRead)} of CPU, in process`, main / toRead);
  print('  with what would happen instead', `${time(all)}`, all / toRead);
  print(
    `  drift of their ${applications} Applications, to simulating`,
    `${time(drift)} to ${time(all)}`,
    drift / all,
  );

  const services = writeServices(join(folder, 'services'), rollouts);
  const [played, judged] = ['simulate', 'protect'].map(
    (name) => command(bin, name, services, '--format', 'json').cpu,
  );
  if (played === undefined || judged === undefined) throw new Error('Nothing was played.');
  print(
    `protect of ${rollouts} services with an analysis, to simulate`,
    `${time(judged)} to ${time(played)} of CPU`,
    judged / played,
    'at most 2x',
  );

  // It prints rows of its own: the start of the editor, its keys and its memory.
  const editor = ['--files', options.files, '--keys', '60'];
  execFileSync(process.execPath, [join(import.meta.dirname, 'bench-editor.mjs'), ...editor], {
    stdio: 'inherit',
  });

  if (options.full) {
    const huge = join(folder, 'huge');
    const { chars: hugeChars } = write(huge, take(100_000, 2));
    const all = lint(huge);
    const floor = read(huge);
    print(
      '100000 files, to walking and reading',
      `${time(all.ms)} to ${time(floor.ms)}, ${(hugeChars / 1e6).toFixed(0)} MB, peak ${all.megabytes.toFixed(0)} MB (at most 350)`,
      all.ms / floor.ms,
    );
  }
}

try {
  if (!existsSync(join(root, 'dist/cli.js'))) throw new Error('There is no build; npm run build makes one.');
  if (options.kubeconform) await besideKubeconform();
  else if (options.again) {
    const path = join(folder, 'large');
    write(path, take(Number(options.files), 1));
    again(path, Number(options.files));
  } else if (options.against !== undefined) besideBuild(resolve(options.against));
  else besideNode();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
