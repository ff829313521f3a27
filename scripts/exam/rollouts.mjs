// The tests of `kubectl argo rollouts lint`: the files that it accepts and rejects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectsOf } from './linted.mjs';

const folder = 'pkg/kubectl-argo-rollouts/cmd/lint';

/** @param {string} checkout @returns {import('./judge.mjs').Case[]} */
export function rolloutsCases(checkout) {
  const test = readFileSync(join(checkout, folder, 'lint_test.go'), 'utf8');
  return [
    ...new Set([...test.matchAll(/"testdata\/((valid|invalid)[^"]*)"/g)].map(([, file = '']) => file)),
  ].map((file) => {
    const text = readFileSync(join(checkout, folder, 'testdata', file), 'utf8');
    const objects = objectsOf(text);
    return {
      exam: 'kubectl argo rollouts lint',
      name: file,
      objects,
      // It rejects files as a whole.
      expected: file.startsWith('invalid') ? [{ code: 'refused', object: 'Rollout' }] : [],
      codes: ['refused'],
    };
  });
}
