import { expect, it } from 'vitest';
import { runJq } from '../../../src/argocd/jq/worker.js';

it('tells what jq printed, and how it ended', () => {
  expect(runJq('.a, .b', '{"a":{"b":1}}', 20_000)).toEqual({
    exitCode: 0,
    stdout: '{"b":1}\nnull',
    stderr: '',
  });
  expect(runJq('.a[]', '{}', 20_000)).toMatchObject({ exitCode: 5 });
  expect(runJq('.a[', '{}', 20_000)).toMatchObject({ exitCode: 3 });
});
