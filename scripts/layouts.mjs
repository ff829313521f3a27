// Compares which objects we think Applications deploy with what Argo CD deploys from the same random repositories:
//   npm run conformance:layouts -- [--repositories 200] [--seed 1]
//   npm run conformance:layouts -- --record [--repositories 150]   writes the answers that the tests play
// Builds Argo CD's repository server with Go; it runs the kustomize and helm of this machine.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    repositories: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
    program: { type: 'string' },
  },
});
const [first, count] = [Number(options.seed), Number(options.repositories)];
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-layouts-'));

/** @typedef {import('../test/repository/graph/layouts/deployed.js').Answer} Answer */

/** Runs Argo CD on one Application at a time. */
class ArgoCd {
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void }[]} */
  waiting = [];

  /** @param {string} program */
  constructor(program) {
    this.program = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.program.on('close', (code) => {
      for (const { reject } of this.waiting) reject(new Error(`The program of Argo CD ended with ${code}.`));
    });
    createInterface({ input: this.program.stdout }).on('line', (line) =>
      this.waiting.shift()?.resolve(JSON.parse(line)),
    );
  }

  /** @param {string} repository @param {unknown} spec @returns {Promise<Answer>} */
  ask(repository, spec) {
    this.program.stdin.write(`${JSON.stringify({ root: repository, spec })}\n`);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  close() {
    this.program.stdin.end();
  }
}

/** @param {Readonly<Record<string, string>>} files */
function written(files) {
  const repository = join(folder, 'shop');
  rmSync(repository, { recursive: true, force: true });
  mkdirSync(repository);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  return repository;
}

/** The error of Argo CD without names. @param {string} error */
function cause(error) {
  const [first = ''] = error.split('\n', 1);
  return first
    .replaceAll(/`?kustomize build \S+`?/g, 'kustomize')
    .replaceAll(/\/?[\w.-]*\/[\w./-]+|'[^']*'|"[^"]*"|\[[^\]]*\]|\d+/g, '…')
    .slice(0, 110);
}

try {
  let { program } = options;
  if (program === undefined) {
    program = join(folder, 'layouts');
    execFileSync(
      process.execPath,
      [join(root, 'scripts/conformance-argocd.mjs'), '--build', program, '--program', './layouts'],
      { stdio: 'inherit' },
    );
  }
  const { repositoryOf } = await imported('test/repository/graph/layouts/generate.ts');
  const { deployed, live } = await imported('test/repository/graph/layouts/deployed.ts');
  const argocd = new ArgoCd(program);
  let [compared, objects, different] = [0, 0, 0];
  /** @type {Map<string, number>} */
  const refused = new Map();
  /** @type {{ seed: number, answers: Answer[] }[]} */
  const recorded = [];
  for (let seed = first; seed < first + count; seed++) {
    const repository = repositoryOf(seed);
    const ours = deployed(repository);
    /** @type {Answer[]} */
    const answers = [];
    for (const [index, spec] of repository.applications.entries()) {
      // Argo CD writes its settings into the kustomization.yaml.
      const answer = await argocd.ask(written(repository.files), spec);
      answers.push(answer.error === undefined ? answer : { objects: [], error: cause(answer.error) });
      if (answer.error !== undefined) {
        refused.set(cause(answer.error), (refused.get(cause(answer.error)) ?? 0) + 1);
        continue;
      }
      compared += 1;
      const theirs = live(answer);
      objects += theirs.length;
      if (JSON.stringify(theirs) === JSON.stringify(ours[index])) continue;
      different += 1;
      console.log(
        `seed ${seed}, app-${index} ${JSON.stringify(spec.source ?? spec.sources)}\n  Argo CD: ${theirs.join(' ')}\n  we:      ${ours[index].join(' ')}`,
      );
    }
    recorded.push({ seed, answers });
  }
  argocd.close();
  for (const [why, times] of [...refused].sort((left, right) => right[1] - left[1]))
    console.log(`refused by Argo CD ${times} times: ${why}`);
  if (options.record)
    writeFileSync(
      join(root, 'test/repository/graph/layouts/recorded.json'),
      `[\n${recorded.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
    );
  const left = [...refused.values()].reduce((sum, times) => sum + times, 0);
  console.log(`${left} Applications refused by Argo CD, ${objects} objects, ${different} differences`);
  console.log(`${compared} Applications of ${count} repositories`);
  // Applications that Argo CD rejects are not compared.
  process.exitCode = different > 0 || compared === 0 || left > compared ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
