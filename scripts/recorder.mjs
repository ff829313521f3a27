// Asks recorders that answer cases: one per line on standard input, a line of JSON for each on standard output.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtWithGo } from './go.mjs';

/**
 * What a recorder answers to each of some cases, in their order.
 * @template Answer
 * @param {{ release: string, recorder?: string | undefined }} options the release whose program is built, or a program
 * @param {string} source what is built, from the module of the release
 * @param {readonly object[]} cases
 * @returns {readonly Answer[]}
 */
export function recorded({ release, recorder }, source, cases) {
  const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-recorder-'));
  try {
    const program =
      recorder ?? builtWithGo(`conformance/recorder/${release}`, join(folder, 'recorder'), source);
    const { stdout, status, stderr, error } = spawnSync(program, {
      input: cases.map((one) => JSON.stringify(one)).join('\n'),
      encoding: 'utf8',
      maxBuffer: 2 ** 31 - 1,
    });
    if (error) throw error;
    if (status !== 0) throw new Error(stderr);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    if (answers.length !== cases.length) throw new Error('The recorder gave another number of answers.');
    return answers;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The line of releases that a release is of, such as 1.9.
 * @param {string} release
 */
export function lineOf(release) {
  return /** @type {import('../src/kubernetes/objects/version.js').RolloutsVersion} */ (
    release.replace(/^v(\d+\.\d+).*/, '$1')
  );
}
