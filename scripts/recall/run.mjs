// What lint, lint --render and drift say of the checkouts of the recall exam.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** @typedef {'lint' | 'render' | 'drift'} Run */
/**
 * @typedef {object} Said
 * @property {string} repository
 * @property {Run} run
 * @property {string} rule a rule, or `(failure)`, or `(drift) …` for a section of drift
 * @property {string} severity
 * @property {string} place file:line, or only the file
 * @property {string[]} places the place and the related ones
 * @property {string} message
 */
/** @typedef {{ file: string, line: number }} Place */
/** @typedef {Place & { rule: string, severity: string, message: string, related?: Place[] }} Finding */
/** @typedef {{ message: string, object?: string }} Sentence */
/**
 * @typedef {object} Drift
 * @property {{ file?: string, name: string, isGiven: boolean }} application
 * @property {{ key: string, file: string }[]} objects
 * @property {Sentence[]} syncs
 * @property {Sentence[]} lasting
 * @property {Sentence[]} notDeployed
 * @property {Sentence[]} hidden
 * @property {string[]} [refusals]
 * @property {Sentence[]} faults
 */

const bin = path.join(import.meta.dirname, '../../bin/rolloutkit.js');

/** @type {Record<Run, string[]>} */
const commands = {
  lint: ['lint', '--format', 'json'],
  render: ['lint', '--render', '--format', 'json'],
  drift: ['drift', '--render', '--format', 'json'],
};

/**
 * The JSON that a command prints in a folder, or what is wrong with its run.
 * @param {readonly string[]} args @param {string} folder
 */
async function output(args, folder) {
  const child = spawn(process.execPath, [bin, ...args], {
    ...{ cwd: folder, timeout: 600_000 },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  child.stderr.setEncoding('utf8').on('data', (part) => (errors += part));
  const status = await new Promise((done) => child.on('close', done));
  // 0 and 1 are normal exit codes; 4 is a file of theirs that cannot be read.
  if (status === 2 && errors.includes('contain no Rollout')) return { json: undefined };
  if (![0, 1, 4].includes(status)) return { fault: `exit ${status} ${errors.trim().split('\n')[0]}` };
  return { json: text === '' ? undefined : JSON.parse(text) };
}

/** @param {Place} place */
const placeOf = ({ file, line }) => `${file}:${line}`;

/** @param {readonly Finding[]} findings */
const findingsSaid = (findings) =>
  findings.map(({ rule, severity, message, related = [], ...at }) => ({
    ...{ rule, severity, message, place: placeOf(at) },
    places: [at, ...related].map(placeOf),
  }));

/** @param {readonly string[]} failures */
const failuresSaid = (failures) =>
  failures.map((message) => ({ rule: '(failure)', severity: 'error', message, place: '', places: [] }));

/** @param {Drift} drift */
function driftSaid({ objects, refusals = [], ...drift }) {
  const fileOf = (/** @type {string | undefined} */ key) =>
    objects.find((object) => object.key === key)?.file ?? drift.application.file ?? '';
  const refused = refusals.map((message) => ({
    ...{ rule: '(drift) refusals', severity: 'drift', message, place: drift.application.file ?? '' },
    places: [drift.application.file ?? ''],
  }));
  const told = /** @type {const} */ (['syncs', 'lasting', 'notDeployed', 'hidden', 'faults']).flatMap(
    (section) =>
      drift[section].map(({ object, message }) => ({
        ...{ rule: `(drift) ${section}`, severity: 'drift', message, place: fileOf(object) },
        places: [fileOf(object)],
      })),
  );
  return [...told, ...refused];
}

/**
 * @param {string} repository @param {Run} run @param {string} folder
 * @returns {Promise<{ said: Said[], fault?: string }>}
 */
async function saidBy(repository, run, folder) {
  const { json, fault } = await output(commands[run], folder);
  if (fault !== undefined) return { said: [], fault: `${repository}: ${run}: ${fault}` };
  const { findings = [], failures = [], applications = [] } = json ?? {};
  const said = [...findingsSaid(findings), ...failuresSaid(failures), ...applications.flatMap(driftSaid)];
  return { said: said.map((one) => ({ repository, run, ...one })) };
}

/** @param {string} folder @param {string} commit */
function isAt(folder, commit) {
  const { stdout } = spawnSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  return existsSync(path.join(folder, '.git')) && stdout.trim() === commit;
}

/** @param {readonly { repository: string, commit: string }[]} repositories @param {string} checkouts */
export async function runAll(repositories, checkouts) {
  /** @type {Said[]} */
  const said = [];
  /** @type {string[]} */
  const faults = [];
  for (const { repository, commit } of repositories) {
    const folder = path.join(checkouts, repository.replace('/', '+'));
    if (!isAt(folder, commit)) {
      faults.push(`${repository}: not in ${checkouts} at commit ${commit}.`);
      continue;
    }
    for (const run of /** @type {Run[]} */ (Object.keys(commands))) {
      const result = await saidBy(repository, run, folder);
      said.push(...result.said);
      if (result.fault !== undefined) faults.push(result.fault);
    }
  }
  return { said, faults };
}
