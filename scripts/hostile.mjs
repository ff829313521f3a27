// Runs rolloutkit on repositories of attackers, with the real programs and under strace, and reports every forbidden
// action: `npm run hostile`, or with parts of names of attacks to run only those.
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { attempt, install } from '../test/hostile/attack.mjs';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'test/hostile/attacks');
const { positionals: parts } = parseArgs({ allowPositionals: true });
/** The exit code that tells check.mjs that nothing could be checked. */
const skipped = 77;
/** The number of processors of a CI machine. */
const atOnce = 2;
/** More lines of one attack add no information. */
const mostShown = 12;
const isCi = process.env['CI'] === 'true';

/** @type {import('../test/hostile/attack.mjs').Attack[]} */
const all = [];
for (const name of readdirSync(folder).sort())
  all.push(.../** @type {{ default: typeof all }} */ (await import(path.join(folder, name))).default);
const twice = all.filter(({ name }, index) => all.findIndex((one) => one.name === name) !== index);
if (twice.length > 0) throw new Error(`There are two attacks ${twice[0]?.name}.`);
const attacks = all.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));

const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((one) => path.isAbsolute(one));
const programs = /** @type {Record<string, string>} */ ({ node: process.execPath });
for (const name of ['strace', 'git', 'helm', 'kustomize', 'kubectl', 'npx']) {
  const found = folders
    .map((one) => path.join(one, name))
    .find((file) => existsSync(file) && !isDispatcher(file));
  if (found !== undefined) programs[name] = found;
  else console.log(`skipped: there is no ${name}`);
}
/**
 * Whether a program starts another program in its place, as the kubectl of the Google Cloud CLI does with kubectls for
 * other releases. Its lookups are not those of rolloutkit.
 * @param {string} file
 */
function isDispatcher(file) {
  return (
    path.basename(file) === 'kubectl' &&
    readdirSync(path.dirname(realpathSync(file))).some((name) => name.startsWith('kubectl.1.'))
  );
}

if (programs['strace'] === undefined || programs['git'] === undefined) process.exit(isCi ? 1 : skipped);

const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-hostile-')));
const installation = path.join(temporary, 'installed');
const /** @type {{ files: string[], dependencies: Record<string, string> }} */ packageJson = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
install(root, installation, packageJson);

const [possible, impossible] = [true, false].map((can) =>
  attacks.filter((attack) => (attack.programs ?? []).every((name) => programs[name] !== undefined) === can),
);
for (const { name } of impossible ?? []) console.log(`skipped: ${name}`);

let real = 0;
/** @type {string[]} The failures, which are printed at the end: a log of CI may show only that. */
const red = [];
const waiting = [...(possible ?? []).entries()];
try {
  await Promise.all(Array.from({ length: atOnce }, work));
} finally {
  if (process.env['HOSTILE_KEEP'] === undefined) rmSync(temporary, { recursive: true, force: true });
}

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [index, attack] = next;
    const { isReal, problems, milliseconds } = await attempt(attack, {
      folder: path.join(temporary, String(index)),
      installation,
      programs,
    }).catch((/** @type {unknown} */ error) => ({
      isReal: false,
      problems: [`could not be run: ${error instanceof Error ? error.stack : String(error)}`],
      milliseconds: 0,
    }));
    if (isReal) real += 1;
    else problems.push('the real program does nothing bad even without care, so this shows nothing');
    const what = `${(milliseconds / 1000).toFixed(1).padStart(5)} s  ${attack.name}`;
    if (problems.length === 0) {
      console.log(`passed ${what}`);
      continue;
    }
    red.push(
      [
        `FAILED ${what}`,
        ...problems.slice(0, mostShown).map((problem) => `         ${problem}`),
        ...(problems.length > mostShown ? [`         and ${problems.length - mostShown} more`] : []),
      ].join('\n'),
    );
  }
}

for (const failure of red) console.log(failure);
console.log(`${attacks.length} attacks: ${real} met the real program, ${red.length} got through`);
process.exitCode = red.length > 0 || attacks.length === 0 || (isCi && real < attacks.length) ? 1 : 0;
