import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, good } from '../../support/command.js';
import { connected } from './connected.js';

test('what leads out of a root inside of a work tree is not rendered, either', async () => {
  const tree = folderOf({
    '.git/HEAD': 'ref: refs/heads/main\n',
    'other/secret.yaml': good.replaceAll('good', 'secret'),
    'root/app/kustomization.yaml': 'resources: [../../other/secret.yaml]\n',
    'root/own/kustomization.yaml': 'resources: [../base]\n',
    'root/base/kustomization.yaml': 'resources: [own.yaml]\n',
    'root/base/own.yaml': good.replaceAll('good', 'own'),
  });
  const caller = await connected(path.join(tree, 'root'), { renders: true });
  const { data } = await caller.call('lint', { folder: 'app' });
  expect(data['summary']).toMatchObject({ objects: 0 });
  expect(data['failures']).not.toEqual([]);
  expect(JSON.stringify(data)).not.toContain('secret"');
  const { data: own } = await caller.call('lint', { folder: 'own' });
  expect(own['summary']).toMatchObject({ rollouts: 1 });
});
