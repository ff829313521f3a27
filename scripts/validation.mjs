// Compares the findings of lint for mutants of upstream's Rollouts with the errors of upstream's own validation and the
// API server. Needs Go:
//   npm run conformance:validation -- [--count 1000] [--seed 1] [--judge <program that is built already>] [--verbose] [--show <number>]
// --show prints one of the mutants and nothing else. --record writes upstream's errors for mutants of one of our
// Rollouts, with which the tests compare.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadAll } from 'js-yaml';
import { builtWithGo, folderOfModule } from './go.mjs';
import { imported } from './modules.mjs';
import { mutantOf, mutantsOfOurs, randomFrom } from './validation/mutants.mjs';

/** @typedef {{ lint: string[], server: string[], controller: string[] }} Answer */

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    judge: { type: 'string' },
    record: { type: 'boolean', default: false },
    show: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
/** @type {typeof import('../src/index.js')} */
const { lint, messageOf, rules } = await imported('src/index.ts');

const program = join(root, 'conformance/validation');
const upstream = folderOfModule('github.com/argoproj/argo-rollouts', program);

/**
 * The Rollouts of upstream's examples, tests and documentation.
 * @returns {{ file: string, rollout: any }[]}
 */
function published() {
  const found = [];
  for (const folder of ['examples', 'test/e2e', 'docs', 'pkg', 'test/fixtures'])
    for (const entry of list(join(upstream, folder))) {
      if (!/\.ya?ml$/.test(entry)) continue;
      /** @type {any[]} */
      let documents = [];
      try {
        documents = loadAll(readFileSync(entry, 'utf8'));
      } catch {
        continue;
      }
      for (const rollout of documents)
        if (rollout?.kind === 'Rollout' && rollout.apiVersion === 'argoproj.io/v1alpha1')
          found.push({ file: entry, rollout: written(JSON.parse(JSON.stringify(rollout))) });
    }
  return found;
}

/**
 * Removes the fields of live objects, because lint ignores live objects.
 * @param {any} rollout
 */
function written({ status: _, metadata, ...rollout }) {
  const { name, labels, annotations } = metadata ?? {};
  return { ...rollout, metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) } };
}

/** @param {string} folder @returns {string[]} */
function list(folder) {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * The errors of lint, with rule and message.
 * @param {any} rollout
 * @returns {{ rule: string, message: string }[]}
 */
function errorsOf(rollout) {
  const text = JSON.stringify(rollout);
  const { findings } = lint([{ name: 'rollout.yaml', path: 'rollout.yaml', read: () => text }], rules);
  return findings
    .filter((finding) => finding.severity === 'error')
    .map((finding) => ({ rule: finding.rule, message: messageOf(finding) }));
}

/** @param {any[]} rollouts @param {string} judge @returns {Answer[]} */
function asked(rollouts, judge) {
  const said = execFileSync(judge, [join(upstream, 'manifests/crds/rollout-crd.yaml')], {
    input: rollouts.map((rollout) => JSON.stringify(rollout)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** @param {Answer | undefined} answer */
function refusals(answer) {
  if (!answer) throw new Error('The program did not answer for every Rollout.');
  return [...answer.lint, ...answer.server, ...answer.controller];
}

/** @param {string} judge */
function record(judge) {
  const [seed, count] = [1, 500];
  const mutants = mutantsOfOurs(seed, count);
  const answers = asked(
    mutants.map(({ after }) => after),
    judge,
  );
  const refused = mutants.map(({ what }, index) => [what, refusals(answers[index])[0] ?? null]);
  const lines = refused.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  writeFileSync(
    join(root, 'conformance/validation/recorded.json'),
    `{\n  "seed": ${seed},\n  "count": ${count},\n  "refused": [\n${lines}\n  ]\n}\n`,
  );
}

/** Rules that look at other objects, which are absent here: upstream validated the Rollout alone. */
const beyond =
  /exist|resolve|resolvable|^(?!.*-given$)(istio|alb|nginx|traefik|apisix|ambassador|smi|gateway|appmesh)\/|^(?!k8s\/accepted-by-api-server$)k8s\/|^argocd\//;

const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-validation-'));
try {
  const judge = options.judge ?? join(folder, 'judge');
  if (options.judge === undefined) builtWithGo('conformance/validation', judge);
  if (options.record) {
    record(judge);
    process.exit();
  }
  const all = published();
  const answers = asked(
    all.map(({ rollout }) => rollout),
    judge,
  );
  const sound = all.filter((_, index) => refusals(answers[index]).length === 0);
  const files = new Set(sound.map(({ file }) => file)).size;
  const random = randomFrom(Number(options.seed));
  const mutants = [];
  while (mutants.length < Number(options.count)) mutants.push(mutantOf(random.pick(sound).rollout, random));
  if (options.show !== undefined) {
    console.log(JSON.stringify(mutants[Number(options.show)]?.after, null, 2));
    process.exit();
  }
  const verdicts = asked(
    mutants.flatMap(({ before, after }) => [before, after]),
    judge,
  );
  let [refused, found, extra, skipped, crashed] = [0, 0, 0, 0, 0];
  /** @type {Map<string, number>} */
  const extras = new Map();
  for (const [index, { before, after, what }] of mutants.entries()) {
    const [wasWrong, isWrong] = [refusals(verdicts[2 * index]), refusals(verdicts[2 * index + 1])];
    if (wasWrong.length > 0) {
      skipped++;
      if (options.verbose) console.log('base refused', wasWrong[0]);
      continue;
    }
    let ours;
    try {
      const known = new Set(errorsOf(before).map(({ rule, message }) => rule + message));
      ours = errorsOf(after).filter(({ rule, message }) => !known.has(rule + message));
    } catch (error) {
      crashed++;
      console.log(`${index} CRASH ${what}: ${error}`);
      continue;
    }
    const own = ours.filter(({ rule }) => !beyond.test(rule));
    if (isWrong.length > 0) {
      refused++;
      if (own.length > 0) found++;
      else {
        console.log(`${index} MISSED ${what}: ${isWrong.map((one) => one.slice(0, 160)).join(' | ')}`);
      }
    } else if (own.length > 0) {
      extra++;
      for (const { rule } of own) extras.set(rule, (extras.get(rule) ?? 0) + 1);
      if (options.verbose)
        console.log(`${index} EXTRA ${what}: ${own.map((one) => `${one.rule} ${one.message}`).join(' | ')}`);
    }
  }
  console.log(
    `${mutants.length} mutants of ${sound.length} Rollouts in ${files} files: ${refused} refused, of these ${found} found; ` +
      `${extra} accepted and reported, ${skipped} left out, ${crashed} crashes`,
  );
  for (const [rule, times] of extras) console.log(`  accepted and reported: ${rule} ${times}`);
  process.exitCode = found < refused || crashed > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
