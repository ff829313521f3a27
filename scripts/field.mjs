// Lints the repositories of conformance/field/repositories.json and compares the findings with human judgements:
//   npm run field -- --checkouts DIR [--only owner/name,…] [--render] [--findings FILE]
//   npm run field -- --checkouts DIR --survey
//   npm run field -- --checkouts DIR --protect
//   npm run field -- --by-rule
// DIR has a clone of each repository, at its commit, in the folder owner+name; conformance/field/README.md describes
// how to get them. --findings writes every finding as JSON, to judge it. --survey writes the list again from the clones
// in DIR. --protect writes what stops a bad version of the Rollouts in DIR.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { byRule, withTable } from './field/by-rule.mjs';
import { compare, readJudgements } from './field/judgements.mjs';
import { protectTable } from './field/protect.mjs';
import { survey } from './field/survey.mjs';

/** @typedef {import('./field/judgements.mjs').Finding} Finding */
/** @typedef {import('./field/judgements.mjs').Verdict} Verdict */
/** @typedef {import('./field/survey.mjs').Repository} Repository */

/** The maximum share of false or noisy findings, which the project promises. */
const bounds = { error: 0.01, warning: 0.05 };

const { values: options } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    findings: { type: 'string', default: '' },
    render: { type: 'boolean', default: false },
    survey: { type: 'boolean', default: false },
    protect: { type: 'boolean', default: false },
    'by-rule': { type: 'boolean', default: false },
  },
});
const field = path.join(import.meta.dirname, '../conformance/field');
const list = path.join(field, 'repositories.json');
const bin = path.join(import.meta.dirname, '../bin/rolloutkit.js');
/** @type {string[]} */
const faults = [];

/** @param {string} text */
function fault(text) {
  faults.push(text);
  console.log(`× ${text}`);
}

/** @param {string} repository */
const folderOf = (repository) => path.join(options.checkouts, repository.replace('/', '+'));

/** @param {string} folder */
function commitOf(folder) {
  const { stdout } = spawnSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  return stdout.trim();
}

/** Files of the commit that the checkout lacks; they affect the findings. @param {string} folder */
function missingIn(folder) {
  const { stdout } = spawnSync('git', ['-C', folder, 'ls-files', '--deleted'], { encoding: 'utf8' });
  return stdout.split('\n').filter((file) => /\.ya?ml$/.test(file));
}

/** @param {Repository} repository @returns {Promise<Finding[]>} */
async function lint({ repository, commit }) {
  const folder = folderOf(repository);
  if (!existsSync(path.join(folder, '.git'))) {
    fault(`${repository}: not in ${options.checkouts}.`);
    return [];
  }
  if (commitOf(folder) !== commit) {
    fault(`${repository}: not at commit ${commit}.`);
    return [];
  }
  const child = spawn(
    process.execPath,
    [bin, 'lint', '--format', 'json', ...(options.render ? ['--render'] : [])],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000 },
  );
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const status = await new Promise((done) => child.on('close', done));
  // 0 and 1 are normal exit codes; 4 is an unreadable file, which is the fault of the repository. A program that does
  // not start also exits with 1, but prints nothing to standard output.
  if (![0, 1, 4].includes(status) || output === '') {
    fault(`${repository}: exit ${status} ${errors.trim().split('\n')[0]}`);
    return [];
  }
  /** @type {{ findings: (Omit<Finding, 'place'> & Place & { related?: Place[] })[] }} */
  const { findings } = JSON.parse(output);
  const missing = missingIn(folder);
  if (missing.length > 0) console.log(`${repository}: the checkout lacks ${missing.join(', ')}`);
  const rests = (/** @type {{ message: string }} */ { message }) =>
    missing.some((file) => message.includes(path.basename(file)));
  return findings
    .filter((finding) => !rests(finding))
    .map(({ rule, severity, message, related = [], ...at }) => ({
      ...{ repository, rule, severity, message, place: placeOf(at) },
      places: [at, ...related].map(placeOf),
    }));
}

/** @typedef {{ file: string, line: number }} Place */
/** @param {Place} place */
const placeOf = ({ file, line }) => `${file}:${line}`;

/** @param {readonly Repository[]} repositories */
async function lintAll(repositories) {
  /** @type {Finding[][]} */
  const findings = [];
  const queue = repositories.map((repository, index) => ({ repository, index }));
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      findings[next.index] = await lint(next.repository);
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
  return findings.flat();
}

/** @typedef {Record<Verdict, number>} Counts */
/** @returns {Counts} */
const none = () => ({ true: 0, false: 0, noise: 0 });
/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
/** @param {Counts} counts */
const sum = (counts) => counts.true + counts.false + counts.noise;

/** @param {ReturnType<typeof compare>['found']} found */
function printPrecision(found) {
  /** @type {Map<string, { severity: string, causes: Counts, findings: Counts }>} */
  const rows = new Map();
  /** @type {Record<string, Counts>} */
  const causes = {};
  for (const [{ verdict }, findings] of found) {
    const severity = findings[0]?.severity ?? 'info';
    const rule = findings[0]?.rule ?? '';
    const row = rows.get(`${severity} ${rule}`) ?? { severity, causes: none(), findings: none() };
    rows.set(`${severity} ${rule}`, row);
    row.causes[verdict] += 1;
    row.findings[verdict] += findings.length;
    (causes[severity] ??= none())[verdict] += 1;
  }
  console.log(
    'severity rule                                      causes: true false noise  findings: true false noise',
  );
  for (const [name, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      name.padEnd(57) +
        [row.causes, row.findings]
          .map((counts) => [counts.true, counts.false, counts.noise].map((n) => `${n}`.padStart(6)).join(''))
          .join('        '),
    );
  for (const [severity, counts] of Object.entries(causes)) {
    const wrong = severity === 'error' ? counts.false : counts.false + counts.noise;
    const share = wrong / sum(counts);
    console.log(
      `${severity}: ${sum(counts)} causes judged, ${percent(counts.true, sum(counts))} true, ` +
        `${percent(counts.false, sum(counts))} false, ${percent(counts.noise, sum(counts))} noise`,
    );
    const bound = bounds[/** @type {keyof typeof bounds} */ (severity)];
    if (bound !== undefined && share > bound)
      fault(
        `${severity}: ${percent(share, 1)} are ${severity === 'error' ? 'false' : 'false or noise'}; at most ${percent(bound, 1)} may be.`,
      );
  }
}

/** @param {readonly { repository: string, rule: string, severity: string, place?: string, places: string[], message?: string }[]} all */
function printAll(all) {
  for (const { repository, severity, rule, place, places, message = '' } of all)
    console.log(`  ${repository} ${severity} ${rule} ${place ?? places.join(' ')} ${message.split('\n')[0]}`);
}

function writeSurvey() {
  const repositories = readdirSync(options.checkouts)
    .sort()
    .map((name) => {
      const folder = path.join(options.checkouts, name);
      return { repository: name.replace('+', '/'), commit: commitOf(folder), ...survey(folder) };
    });
  writeFileSync(list, `${JSON.stringify(repositories, undefined, 1)}\n`);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const tag of repositories.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  console.log([...counts].map(([tag, count]) => `${tag} ${count}`).join(', '));
  console.log(`${repositories.length} repositories`);
}

/** Writes what `protect` says of all Rollouts in the checkouts into the page of the corpus. */
function writeProtect() {
  const folders = JSON.parse(readFileSync(list, 'utf8'))
    .map((/** @type {Repository} */ { repository }) => folderOf(repository))
    .filter((/** @type {string} */ folder) => existsSync(path.join(folder, '.git')));
  const page = path.join(field, 'README.md');
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), protectTable(bin, folders), 'protect'));
}

async function run() {
  /** @type {Repository[]} */
  const listed = JSON.parse(readFileSync(list, 'utf8'));
  const only = options.only === '' ? undefined : options.only.split(',');
  const repositories = listed.filter(({ repository }) => only?.includes(repository) ?? true);
  const judged = readJudgements(path.join(field, 'judgements')).filter(({ repository }) =>
    repositories.some((one) => one.repository === repository),
  );
  const findings = await lintAll(repositories);
  if (options.findings !== '') writeFileSync(options.findings, `${JSON.stringify(findings, undefined, 1)}\n`);

  const { found, unjudged, lost } = compare(judged, findings, options.render);
  printPrecision(found);
  const open = unjudged.filter(({ severity }) => severity !== 'info');
  if (open.length > 0) fault(`${open.length} findings are not judged:`);
  printAll(open);
  const gone = lost.filter(({ verdict, severity }) => verdict === 'true' && severity !== 'info');
  if (gone.length > 0) fault(`${gone.length} true findings are lost:`);
  printAll(gone);
  const mended = lost.filter(({ verdict }) => verdict !== 'true');
  console.log(
    `${mended.length} causes that were false or noise are found no more; ` +
      `${unjudged.length - open.length} infos are not judged; ` +
      `${judged.flatMap(({ missed }) => missed ?? []).length} known defects that no rule finds.`,
  );
  console.log(`${repositories.length} repositories, ${findings.length} findings`);
  if (repositories.length === 0) fault('No repository was linted.');
}

/** Writes the evidence for each rule into the page of the corpus. */
function writeByRule() {
  const pages = path.join(import.meta.dirname, '../docs/rules');
  const rules = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes(path.sep))
    .map((file) => file.replaceAll(path.sep, '/').replace(/\.md$/, ''));
  const table = byRule(readJudgements(path.join(field, 'judgements')), rules);
  const page = path.join(field, 'README.md');
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table));
}

if (options['by-rule']) writeByRule();
else if (options.checkouts === '' || !existsSync(options.checkouts))
  fault('--checkouts names a folder with a clone of each repository; see conformance/field/README.md.');
else if (options.survey) writeSurvey();
else if (options.protect) writeProtect();
else await run();
process.exitCode = faults.length > 0 ? 1 : 0;
