// Compares the results of our code with recorded results of Argo CD:
//   npm run conformance:argocd -- [--topic services] [--release v3.5.1]
//   npm run conformance:argocd -- --random 500 [--seed 1] [--shrink 5]   runs the recorder on random cases
//   npm run conformance:argocd -- --random 500 --gateway-api  canaries with Gateway API routes, as drift checks them
//   npm run conformance:argocd -- --random 500 --changes  the results of syncs that `impact` plays
//   … --recorder <file>  uses an existing recorder
//   npm run conformance:argocd -- --write <folder>    writes the cases as JSON, one a line
//   npm run conformance:argocd -- --record [--topic]  records them again
//   npm run conformance:argocd -- --build <file> [--program ./layouts]  only builds the recorder, or another program
//   npm run conformance:argocd -- --fetch             only fetches the sources of the recorder and of conformance/live
// The recorder needs Go and git.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { provideKinds } from './argocd-kinds.mjs';
import { folderOfModule, goBuild, needGo, skip } from './go.mjs';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    topic: { type: 'string' },
    release: { type: 'string', default: 'v3.5.1' },
    write: { type: 'string' },
    record: { type: 'boolean', default: false },
    random: { type: 'string' },
    'gateway-api': { type: 'boolean', default: false },
    changes: { type: 'boolean', default: false },
    recorder: { type: 'string' },
    seed: { type: 'string', default: '1' },
    shrink: { type: 'string', default: '5' },
    build: { type: 'string' },
    program: { type: 'string', default: '.' },
    fetch: { type: 'boolean', default: false },
  },
});
const recorder = join(root, 'conformance/argocd', options.release);

/** The functions of controller/sync.go that compute the target of RespectIgnoreDifferences; none is exported. */
const respect = ['normalizeTargetResources', 'getMergePatch', 'applyMergePatch', 'restoreNonIgnoredFields'];

/** @param {string} command @param {string[]} args @param {import('node:child_process').ExecFileSyncOptions} [more] */
function run(command, args, more = {}) {
  return String(execFileSync(command, args, { cwd: recorder, maxBuffer: 2 ** 30, ...more }) ?? '');
}

const goMod = () => readFileSync(join(recorder, 'go.mod'), 'utf8');

/**
 * Fetches sources that a module cannot depend on: the folder gitops-engine, which is not a published module, and
 * unexported functions.
 */
function fetchUpstream() {
  needGo();
  if (goMod().includes('=> ./upstream/gitops-engine')) fetchEngine();
  if (goMod().includes('=> ./upstream/common')) copyCommon();
  const argocd = folderOfModule(versioned('github.com/argoproj/argo-cd'), recorder);
  const text = readFileSync(join(argocd, 'controller/sync.go'), 'utf8');
  writeFileSync(join(recorder, 'sync.upstream.go'), functions(text, respect));
}

/** The path of a module with the major version that this release needs. @param {string} module */
function versioned(module) {
  return new RegExp(`${module}(?:/v\\d+)?(?= v)`).exec(goMod())?.[0] ?? module;
}

/**
 * The shared code imports modules by the major versions of the newest release; an older release gets a copy with its
 * own versions.
 */
function copyCommon() {
  const folder = join(recorder, 'upstream/common');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(recorder, '../common'), folder, { recursive: true });
  const modules = ['github.com/argoproj/argo-cd', 'sigs.k8s.io/structured-merge-diff'];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.go'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const own = modules.reduce(
      (all, module) => all.replaceAll(new RegExp(`"${module}/v\\d+`, 'g'), `"${versioned(module)}`),
      text,
    );
    writeFileSync(join(folder, file), own);
  }
}

function fetchEngine() {
  const folder = join(recorder, 'upstream');
  if (existsSync(join(folder, 'gitops-engine/go.mod'))) return;
  mkdirSync(folder, { recursive: true });
  const repository = process.env['ARGO_CD_REPOSITORY'] ?? 'https://github.com/argoproj/argo-cd';
  const tag = `refs/tags/${options.release}`;
  // Reads the clone in place: a partial clone lacks objects, so Git cannot fetch from it.
  if (existsSync(repository)) return unpack(resolve(repository), tag, folder);
  const clone = join(folder, 'repository');
  rmSync(clone, { recursive: true, force: true });
  run('git', ['init', '--quiet', '--bare', clone]);
  try {
    run('git', ['-C', clone, 'fetch', '--quiet', '--depth', '1', repository, tag], { stdio: 'pipe' });
  } catch (error) {
    const why = String(/** @type {{ stderr: Buffer }} */ (error).stderr)
      .trim()
      .split('\n')[0];
    skip(
      `gitops-engine of ${options.release} cannot be fetched from ${repository}, and ARGO_CD_REPOSITORY names no clone: ${why}`,
    );
  }
  unpack(clone, 'FETCH_HEAD', folder);
  rmSync(clone, { recursive: true });
}

/** @param {string} clone @param {string} revision @param {string} folder */
function unpack(clone, revision, folder) {
  const parts = ['go.mod', 'go.sum', 'internal', 'pkg'].map((name) => `gitops-engine/${name}`);
  const archive = execFileSync('git', ['-C', clone, 'archive', revision, ...parts], { maxBuffer: 2 ** 30 });
  run('tar', ['-x', '-C', folder], { input: archive });
}

/**
 * A Go file with some functions of another file and the imports that they need. In code formatted by gofmt, a function
 * ends at the first brace in the first column.
 * @param {string} text @param {string[]} names
 */
function functions(text, names) {
  const taken = names
    .flatMap((name) => new RegExp(`^func ${name}\\([^]*?^}$`, 'm').exec(text)?.[0] ?? [])
    .join('\n\n');
  const code = taken.replaceAll(/\/\/.*/g, '');
  const imports = [...(/^import \(\n([^]*?)^\)/m.exec(text)?.[1] ?? '').matchAll(/^\t(\w+ )?"(.*)"$/gm)]
    .filter(([, alias, path]) => code.match(`\\b${(alias ?? path?.split('/').at(-1))?.trim()}\\.`))
    .map(([line]) => line);
  return `package main\n\nimport (\n${imports.join('\n')}\n)\n\n${taken}\n`;
}

/** @param {string} file */
function buildRecorder(file) {
  fetchUpstream();
  goBuild(recorder, ['-p', '1', '-o', file, options.program]);
}

/** The recorder to run. @param {string} folder */
function recorderIn(folder) {
  provideKinds(recorder);
  if (options.recorder !== undefined) return resolve(options.recorder);
  const file = join(folder, 'recorder');
  buildRecorder(file);
  return file;
}

const customKinds = join(root, 'src/kubernetes/apply/custom-kinds.ts');

/**
 * The recorder knows one more kind than our code.
 * @type {import('esbuild').Plugin}
 */
const withWidget = {
  name: 'with-widget',
  setup(building) {
    building.onResolve({ filter: /\/custom-kinds\.js$/ }, ({ path, importer, resolveDir }) =>
      importer.startsWith(join(root, 'src')) && join(resolveDir, path).replace(/js$/, 'ts') === customKinds
        ? { path: customKinds, namespace: 'with-widget' }
        : undefined,
    );
    building.onLoad({ filter: /./, namespace: 'with-widget' }, () => ({
      contents: `
        import * as known from ${JSON.stringify(customKinds)};
        import { withWidget } from ${JSON.stringify(join(root, 'test/argocd/conformance/custom-kinds.ts'))};
        export const { customAtom, withCustomDefaults } = withWidget(known);`,
      resolveDir: root,
    }));
  },
};

/** @param {readonly unknown[]} values */
const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** @typedef {import('../test/argocd/conformance/case.js').Case} Case */
/** @typedef {import('../test/argocd/conformance/recording.js').RecordedCase} RecordedCase */
/** @typedef {import('../test/argocd/conformance/verdict.js').Verdict} Verdict */
/** @typedef {{ one: Case, found: Verdict }} Judged */

/** @type {typeof import('../test/argocd/conformance/conformance.js')} */
const conformance = await imported('test/argocd/conformance/conformance.ts', {
  sourcemap: 'inline',
  plugins: [withWidget],
});
const topics = Object.entries(conformance.cases).filter(
  ([topic]) => options.topic === undefined || topic === options.topic,
);

function record() {
  const folder = mkdtempSync(join(tmpdir(), 'recorder-'));
  const file = recorderIn(folder);
  const kept = join(root, 'conformance/argocd/recordings', options.release);
  mkdirSync(kept, { recursive: true });
  const { wholeRelease } = conformance;
  for (const [topic, cases] of topics) {
    const all = run(file, [], { input: lines(cases) })
      .trim()
      .split('\n');
    /** @type {RecordedCase[]} */
    const answers = all.map((answer) => JSON.parse(answer));
    const own =
      options.release === wholeRelease
        ? answers
        : conformance.differences(answers, conformance.readRecording(root, wholeRelease, topic).cases);
    writeFileSync(join(kept, `${topic}.json`), conformance.textOf(cases, own));
    console.log(`${topic}: ${cases.length}`);
  }
  rmSync(folder, { recursive: true });
}

/** @param {Iterable<Judged>} all */
function tally(all) {
  const found = { cases: 0, agreed: 0, skipped: 0, unknown: 0 };
  /** @type {Map<string, number>} */
  const parts = new Map();
  /** @type {Map<string, { times: number, first: Judged }>} */
  const wrong = new Map();
  for (const judged of all) {
    const { agreed, disagreed, skipped, unknown } = judged.found;
    found.cases += 1;
    if (unknown.length > 0) found.unknown += 1;
    for (const part of agreed) parts.set(part, (parts.get(part) ?? 0) + 1);
    if (skipped !== undefined) found.skipped += 1;
    else if (disagreed.length === 0) found.agreed += 1;
    else {
      const signature = conformance.signature(judged.one, judged.found);
      const group = wrong.get(signature);
      if (group) group.times += 1;
      else wrong.set(signature, { times: 1, first: judged });
    }
  }
  const groups = [...wrong].sort(([, one], [, other]) => other.times - one.times);
  return { found, parts, groups };
}

/** @param {ReturnType<typeof tally>} tallied */
function conclude({ found, parts }) {
  const { cases, agreed, skipped, unknown } = found;
  const answers = [...parts].map(([part, count]) => `${count} ${part}`).join(', ');
  console.log(`Equal answers: ${answers}.`);
  console.log(`${agreed} of ${cases} cases agree with Argo CD ${options.release}.`);
  console.log(
    `Of ${skipped} it has no answer that is always the same; in ${unknown} we have none to a part.`,
  );
  process.exitCode = agreed + skipped < cases || agreed === 0 ? 1 : 0;
}

function compare() {
  /** @returns {Iterable<Judged & { title: string }>} */
  function* all() {
    for (const [topic, cases] of topics) {
      const recording = conformance.readRecording(root, options.release, topic).cases;
      for (const [index, one] of cases.entries()) {
        const answer = recording[index];
        if (!answer) throw new Error(`${topic}: ${one.name} is not recorded`);
        yield {
          one,
          found: conformance.verdict(one, answer, options.release),
          title: `${topic}: ${one.name}`,
        };
      }
    }
  }
  const tallied = tally(all());
  for (const [signature, { times, first }] of tallied.groups) show(signature, times, first);
  conclude(tallied);
}

/** @param {string} signature @param {number} times @param {Judged} judged */
function show(signature, times, { one, found }) {
  console.log(`${String(times).padStart(4)}  ${signature}\n${JSON.stringify(one)}`);
  for (const { part, wanted, actual } of found.disagreed) {
    console.log(`  ${part} of Argo CD: ${JSON.stringify(wanted)}`);
    console.log(`  ${part} of ours:    ${JSON.stringify(actual)}`);
  }
}

/** Runs the recorder on one case at a time. @param {string} file */
function ask(file) {
  const recorder = spawn(file, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: recorder.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {Case} one @returns {Promise<RecordedCase>} */
    async answer(one) {
      recorder.stdin.write(lines([one]));
      const { value, done } = await answers.next();
      if (done) throw new Error(`The recorder has no answer to ${JSON.stringify(one)}.`);
      return JSON.parse(value);
    },
    end: () => recorder.stdin.end(),
  };
}

async function search() {
  const folder = mkdtempSync(join(tmpdir(), 'recorder-'));
  const recorder = ask(recorderIn(folder));
  /** @param {Case} one @returns {Promise<Judged>} */
  async function judged(one) {
    return { one, found: conformance.verdict(one, await recorder.answer(one), options.release) };
  }
  /** @param {string} signature @param {Judged} first @returns {Promise<Judged>} */
  async function smallest(signature, first) {
    for (const smaller of conformance.smaller(first.one)) {
      const other = await judged(smaller);
      if (other.found.disagreed.length > 0 && conformance.signature(other.one, other.found) === signature)
        return smallest(signature, other);
    }
    return first;
  }
  const wanted = { count: Number(options.random), seed: Number(options.seed), release: options.release };
  const all = [];
  /** @type {Map<string, Record<string, number>>} */
  const statuses = new Map();
  if (options['gateway-api'] || options.changes)
    for (const one of options.changes ? conformance.changeCases(wanted) : conformance.gatewayCases(wanted)) {
      const answer = await recorder.answer(one);
      all.push({ one, found: conformance.driftVerdict(one, answer, options.release) });
      count(statuses, `${one.mode}, ${one.ignored} ignored`, conformance.statusOf(answer));
    }
  else for (const one of conformance.randomCases(wanted)) all.push(await judged(one));
  const tallied = tally(all);
  for (const [index, [signature, { times, first }]] of tallied.groups.entries()) {
    // Drift reports on a whole case.
    const isWhole = first.found.disagreed.some(({ part }) => part === 'drift');
    show(
      signature,
      times,
      index < Number(options.shrink) && !isWhole ? await smallest(signature, first) : first,
    );
  }
  for (const [group, counts] of [...statuses].sort()) console.log(`${group}: ${JSON.stringify(counts)}`);
  conclude(tallied);
  recorder.end();
  rmSync(folder, { recursive: true });
}

/** @param {Map<string, Record<string, number>>} groups @param {string} group @param {string} what */
function count(groups, group, what) {
  const counts = groups.get(group) ?? {};
  counts[what] = (counts[what] ?? 0) + 1;
  groups.set(group, counts);
}

if (options.fetch) fetchUpstream();
else if (options.build !== undefined) buildRecorder(options.build);
else if (options.write !== undefined) {
  mkdirSync(options.write, { recursive: true });
  for (const [topic, cases] of topics) writeFileSync(join(options.write, `${topic}.jsonl`), lines(cases));
} else if (options.record) record();
else if (options.random !== undefined) await search();
else compare();
