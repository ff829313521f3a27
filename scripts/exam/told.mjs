// The inputs and errors of upstream's validation in its tests. Runs the tests with functions that log their calls.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ field: string, detail: string }} Said */
/** @typedef {{ test: string, function: string, inputs: any[], errors: Said[] }} Told one call of a function by a test */

const folder = 'pkg/apis/rollouts/validation';
const teller = join(import.meta.dirname, '../../conformance/validation/told/told.go');
/** Functions that return errors. */
const validator =
  /^func ((?:[vV]alidate|invalid|has)\w*)\(([^)]*)\) (field\.ErrorList|error|\*field\.Error) \{$/gm;

/** Does not change the checkout: Go reads other files instead of these. @param {string} checkout @returns {Told[]} */
export function toldByTests(checkout) {
  const scratch = mkdtempSync(join(tmpdir(), 'rolloutkit-told-'));
  try {
    /** @type {Record<string, string>} */
    const replaced = { [join(checkout, folder, 'told.go')]: teller };
    for (const [file, changed] of [
      ['validation.go', telling],
      ['validation_references.go', telling],
      ['validation_test.go', named],
      ['validation_references_test.go', named],
    ]) {
      const path = join(checkout, folder, /** @type {string} */ (file));
      const copy = join(scratch, /** @type {string} */ (file));
      writeFileSync(copy, /** @type {(text: string) => string} */ (changed)(readFileSync(path, 'utf8')));
      replaced[path] = copy;
    }
    const overlay = join(scratch, 'overlay.json');
    const calls = join(scratch, 'calls.jsonl');
    writeFileSync(overlay, JSON.stringify({ Replace: replaced }));
    execFileSync('go', ['test', '-count=1', '-overlay', overlay, `./${folder}`], {
      ...{ cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] },
      env: { ...process.env, TOLD: calls },
    });
    const lines = readFileSync(calls, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Adds logging of arguments and results to each function. @param {string} text */
function telling(text) {
  return text.replaceAll(
    validator,
    (_, /** @type {string} */ name, /** @type {string} */ parameters, /** @type {string} */ type) => {
      const given = parameters.split(',').map((parameter) => parameter.trim().split(' ')[0]);
      return `func ${name}(${parameters}) (toldResult ${type}) {\n\tdone := tell("${name}", ${given.join(', ')})\n\tdefer func() { done(toldResult) }()`;
    },
  );
}

/** Prefixes the log of each test with its name, and disables parallel tests. @param {string} text */
function named(text) {
  return text
    .replaceAll(/^\t*t\.Parallel\(\)$/gm, '')
    .replaceAll(/(func(?: Test\w+)?\(t \*testing\.T\) \{)/g, '$1\n\tToldTest = t.Name()');
}
