import { expect, it } from 'vitest';
import { glob } from '../../src/argocd/glob.js';

it.each([
  ['*.my-corp.example', 'web.my-corp.example', true],
  ['*.my-corp.example', 'web.myxcorp.example', false],
  ['web-?', 'web-1', true],
  ['[a-c]-*', 'b-x', true],
  ['[a-c]-*', 'd-x', false],
  ['{web,api}-*', 'api-1', true],
])('%s fits %s: %s', (pattern, text, fits) => {
  expect(glob(pattern, text)).toBe(fits);
});
