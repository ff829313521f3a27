import { expect, it } from 'vitest';
import { folderOf, rolloutText, run } from '../../support/command.js';

it.each(['(a+)+c', '(a|a)*c', '(?=a)(a+)+c'])('a patch target %s is matched in little time', (pattern) => {
  const name = `${'a'.repeat(43)}b`;
  const folder = folderOf({
    'kustomization.yaml': `resources: [r.yaml]\npatches:\n  - target: {kind: Rollout, name: "${pattern}"}\n    patch: "- {op: replace, path: /spec/strategy, value: {}}"\n`,
    'r.yaml': rolloutText(name, 'maxSurge: none'),
  });
  const before = process.cpuUsage();
  expect(run(folder, 'lint').code).not.toBe(3);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(5);
});
