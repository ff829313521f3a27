// Records what Argo CD's own code does with the cases of test/argocd/conformance; needs Go and git:
//   npm run conformance:argocd:record -- [--topic services] [--release v3.5.1]
//   npm run conformance:argocd:record -- --write <folder>    writes the cases as JSON, one a line
//   npm run conformance:argocd:record -- --random 500 [--seed 1]  records cases by chance, and prints each with its answer
//   npm run conformance:argocd:record -- --build <file>      builds the recorder only
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    topic: { type: 'string' },
    release: { type: 'string', default: 'v3.5.1' },
    write: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    build: { type: 'string' },
  },
});
const recorder = join(root, 'conformance/argocd', options.release);

/** The functions of controller/sync.go that make the target of RespectIgnoreDifferences; none is exported. */
const respect = ['normalizeTargetResources', 'getMergePatch', 'applyMergePatch', 'restoreNonIgnoredFields'];

/** @param {string} command @param {string[]} args @param {import('node:child_process').ExecFileSyncOptions} [more] */
function run(command, args, more = {}) {
  return String(execFileSync(command, args, { cwd: recorder, maxBuffer: 2 ** 30, ...more }) ?? '');
}

/** Fetches what a module cannot depend on: the folder gitops-engine, which is no published module, and unexported functions. */
function fetchUpstream() {
  if (readFileSync(join(recorder, 'go.mod'), 'utf8').includes('=> ./upstream/gitops-engine')) fetchEngine();
  const file = join(
    run('go', ['list', '-m', '-f', '{{.Dir}}', 'github.com/argoproj/argo-cd/v3']).trim(),
    'controller/sync.go',
  );
  writeFileSync(join(recorder, 'sync.upstream.go'), functions(readFileSync(file, 'utf8'), respect));
}

function fetchEngine() {
  const folder = join(recorder, 'upstream');
  if (existsSync(join(folder, 'gitops-engine/go.mod'))) return;
  mkdirSync(folder, { recursive: true });
  const repository = process.env['ARGO_CD_REPOSITORY'] ?? 'https://github.com/argoproj/argo-cd';
  const clone = join(folder, 'repository');
  rmSync(clone, { recursive: true, force: true });
  run('git', ['init', '--quiet', '--bare', clone]);
  run('git', ['-C', clone, 'fetch', '--quiet', '--depth', '1', repository, `refs/tags/${options.release}`]);
  const parts = ['go.mod', 'go.sum', 'internal', 'pkg'].map((name) => `gitops-engine/${name}`);
  const archive = execFileSync('git', ['-C', clone, 'archive', 'FETCH_HEAD', ...parts], {
    maxBuffer: 2 ** 30,
  });
  run('tar', ['-x', '-C', folder], { input: archive });
  rmSync(clone, { recursive: true });
}

/**
 * A Go file with some functions of another one, and the imports that they need. A function ends at the first brace in
 * the first column, as gofmt has it.
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
  run('go', ['build', '-p', '1', '-o', file, '.'], { stdio: 'inherit' });
}

/** @returns {Promise<typeof import('../test/argocd/conformance/conformance.js')>} */
async function load() {
  const outfile = join(root, `node_modules/.cache/conformance-argocd-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, 'test/argocd/conformance/conformance.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

/** @param {readonly unknown[]} values */
const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** @param {(file: string) => void} use */
function withRecorder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'recorder-'));
  const file = join(folder, 'recorder');
  try {
    buildRecorder(file);
    use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const conformance = await load();
const topics = Object.entries(conformance.cases).filter(
  ([topic]) => options.topic === undefined || topic === options.topic,
);
if (options.build !== undefined) {
  buildRecorder(options.build);
} else if (options.write !== undefined) {
  mkdirSync(options.write, { recursive: true });
  for (const [topic, cases] of topics) writeFileSync(join(options.write, `${topic}.jsonl`), lines(cases));
} else if (options.random !== undefined) {
  const cases = conformance.randomCases({ count: Number(options.random), seed: Number(options.seed) });
  withRecorder((file) => {
    const recorded = run(file, [], { input: lines(cases) })
      .trim()
      .split('\n');
    for (const [index, one] of cases.entries()) console.log(`${JSON.stringify(one)}\n${recorded[index]}`);
  });
} else {
  withRecorder((file) => {
    const kept = join(root, 'conformance/argocd/recordings', options.release);
    mkdirSync(kept, { recursive: true });
    for (const [topic, cases] of topics) {
      const answers = run(file, [], { input: lines(cases) })
        .trim()
        .split('\n');
      const recorded = answers.map((answer) => JSON.parse(answer));
      const { wholeRelease } = conformance;
      const own =
        options.release === wholeRelease
          ? recorded
          : conformance.differences(recorded, conformance.readRecording(root, wholeRelease, topic).cases);
      writeFileSync(join(kept, `${topic}.json`), conformance.textOf(cases, own));
      console.log(`${topic}: ${cases.length}`);
    }
  });
}
