// Those tests of Kiali whose objects are files: missing subsets, and missing Gateways in matches.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectsOf, titleOf } from './linted.mjs';

const checkers = 'business/checkers/virtualservices';

/** @param {string} checkout @returns {import('./judge.mjs').Case[]} */
export function kialiCases(checkout) {
  const read = (/** @type {string} */ name) => readFileSync(join(checkout, checkers, name), 'utf8');
  /** @type {Map<string, { code: string, times: number }>} */
  const expected = new Map();
  // It expects two findings in each file, or none.
  for (const [, not, file = ''] of read('subset_presence_checker_test.go').matchAll(
    /\btest(No)?SubsetPresenceValidationsFound\("([^"]+)"/g,
  ))
    expected.set(file, { code: 'KIA1107', times: not === undefined ? 2 : 0 });
  for (const [, file = ''] of read('subset_presence_checker_test.go').matchAll(
    /subsetPresenceCheckerPrep\("([^"]+)"/g,
  ))
    expected.set(file, { code: 'KIA1107', times: 2 });
  for (const [, file = ''] of read('no_gateway_checker_test.go').matchAll(/fileName: "([^"]+)"/g))
    expected.set(file, { code: 'KIA1102', times: 1 });
  return [...expected].map(([file, { code, times }]) => {
    const text = readFileSync(join(checkout, 'tests/data/validations/virtualservices', file), 'utf8');
    const objects = objectsOf(text);
    const virtualService = objects.find(({ kind }) => kind === 'VirtualService');
    const object = virtualService ? titleOf(virtualService) : '';
    return {
      exam: 'Kiali',
      name: `${code} (${file})`,
      objects,
      expected: Array.from({ length: times }, () => ({ code, object })),
      codes: [code],
    };
  });
}
