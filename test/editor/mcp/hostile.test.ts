import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, good } from '../../support/command.js';
import { connected, connectedTo, hostOf } from './connected.js';
import { itWhole } from '../../support/whole.js';

itWhole('paths lead nowhere but below the root', async () => {
  const outside = folderOf({ 'secret.yaml': good });
  const root = folderOf({
    'in/a.yaml': good,
    link: { link: outside },
    'in/out.yaml': { link: path.join(outside, 'secret.yaml') },
  });
  const caller = await connected(root);
  const refusals: readonly (readonly [object, string])[] = [
    [{ folder: '..' }, 'leads out of the root'],
    [{ folder: 'in/../../x' }, 'leads out of the root'],
    [{ folder: outside }, 'leads out of the root'],
    [{ folder: '/' }, 'leads out of the root'],
    [{ folder: 'C:\\Windows' }, 'leads out of the root'],
    [{ folder: 'link' }, 'leads out of the root by a symbolic link'],
    [{ folder: '.git' }, 'is in the folder of Git'],
    [{ folder: 'in\0' }, 'has a control character'],
    [{ folder: 'nowhere' }, 'is not found below the root'],
    [{ folder: 'in/a.yaml' }, 'is a file'],
    [{ folder: 'x'.repeat(2000) }, '"folder" has 2000 characters; it can have 1000.'],
    [{ texts: { '../a.yaml': good } }, 'leads out of the root'],
    [{ texts: { [path.join(outside, 'a.yaml')]: good } }, 'leads out of the root'],
    [{ texts: { 'link/new.yaml': good } }, 'leads out of the root by a symbolic link'],
    [{ texts: { 'in/out.yaml': good }, folder: 'in' }, 'leads out of the root by a symbolic link'],
    [{ texts: { 'a\n.yaml': good } }, 'has a control character'],
    [{ texts: { '': good } }, 'names no file'],
    [{ texts: { 'a.txt': good } }, 'it must end in .yaml, .yml or .json'],
    [{ texts: { 'a.yaml': good, './a.yaml': good } }, 'has two texts for "a.yaml"'],
  ];
  for (const tool of ['lint', 'simulate', 'drift', 'protect'])
    for (const [args, why] of refusals)
      expect((await caller.call(tool, { ...args })).refusal, `${tool} ${JSON.stringify(args)}`).toContain(
        why,
      );
  const { data } = await caller.call('lint', { folder: 'in' });
  expect(data['summary']).toMatchObject({ rollouts: 1 });
  expect(data['notes']).toEqual([
    'in/out.yaml: this symbolic link leads out of the repository, so it was skipped.',
  ]);
  const { data: absolute } = await caller.call('lint', { folder: path.join(root, 'in') });
  expect(absolute['summary']).toMatchObject({ rollouts: 1 });
});

test('a link out of a root inside of a work tree is not followed, either', async () => {
  const tree = folderOf({
    '.git/HEAD': 'ref: refs/heads/main\n',
    'other/secret.yaml': good,
    'root/out.yaml': { link: '../other/secret.yaml' },
    'root/b.yaml': good,
  });
  const caller = await connected(path.join(tree, 'root'));
  const { data } = await caller.call('lint', {});
  expect(data['summary']).toMatchObject({ rollouts: 1 });
  expect(data['notes']).toEqual(['out.yaml: this symbolic link leads out of the root, so it was skipped.']);
});

test('arguments of the wrong type are refused in words', async () => {
  const caller = await connected(folderOf({}));
  const refusals: readonly (readonly [string, object, string])[] = [
    ['lint', { texts: 'a' }, '"texts" must be an object.'],
    ['lint', { texts: [good] }, '"texts" must be an object.'],
    ['lint', { texts: { 'a.yaml': 1 } }, '"texts" "a.yaml" must be a string.'],
    ['lint', { folder: ['.'] }, '"folder" must be a string.'],
    ['lint', { limit: '3' }, '"limit" must be a whole number.'],
    ['lint', { limit: 0.5 }, '"limit" must be a whole number.'],
    ['lint', { limit: 1e9 }, '"limit" is 1000000000; it must be a number from 1 to 200.'],
    ['lint', { offset: -1 }, '"offset" is -1; it must be a number from 0 to 1000000.'],
    ['lint', { only: ['nothing'], texts: { 'a.yaml': good } }, 'Unknown rule or area "nothing".'],
    ['lint', { plugin: ['evil.cjs'] }, 'Unknown argument "plugin".'],
    ['lint', { render: true }, 'Unknown argument "render".'],
    ['lint', { constructor: {} }, 'Unknown argument "constructor".'],
    ['simulate', { texts: { 'a.yaml': good }, output: 'x.json' }, 'Unknown argument "output".'],
    ['drift', { texts: { 'a.yaml': good }, write: true }, 'Unknown argument "write".'],
    ['drift', { texts: { 'a.yaml': good }, argocd: '9.9' }, '9.9'],
    [
      'simulate',
      { texts: { 'a.yaml': good }, 'ready-after': 'soon' },
      '"ready-after" is "soon"; it must be a duration',
    ],
    [
      'simulate',
      { texts: { 'a.yaml': good }, rollout: ['gooood'] },
      'Rollout "gooood" is not found. Did you mean "good"?',
    ],
    ['impact', {}, '"texts" is missing.'],
    ['explain', {}, '"rule" is missing.'],
    ['new', { service: 'web' }, '"style" is missing.'],
    ['new', { service: 'web', out: '/etc' }, ''],
  ];
  for (const [tool, args, why] of refusals) {
    const { refusal } = await caller.call(tool, { ...args });
    expect(refusal, `${tool} ${JSON.stringify(args)}`).toBeDefined();
    expect(refusal).toContain(why);
  }
  await expect(caller.client.callTool({ name: 'delete', arguments: {} })).rejects.toThrow(
    'Unknown tool "delete"',
  );
});

itWhole('too much text is refused before it is read', async () => {
  const caller = await connected(folderOf({}));
  const huge = '#'.repeat(10_000_000);
  expect((await caller.call('lint', { texts: { 'a.yaml': huge } })).refusal).toBe(
    'The text of "a.yaml" has 10000000 characters; a text can have 2000000.',
  );
  const large = '#'.repeat(1_900_000);
  const some = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}.yaml`, large]));
  expect((await caller.call('lint', { texts: some })).refusal).toContain(
    'more than 8000000 characters together',
  );
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${index}.yaml`, '']));
  expect((await caller.call('lint', { texts: many })).refusal).toBe(
    '"texts" has 10000 entries; it can have 2000.',
  );
});

itWhole('deep YAML, bombs of aliases and binary texts are findings', async () => {
  const caller = await connected(folderOf({}));
  const texts = {
    'deep.yaml': `${good}x: ${'['.repeat(100_000)}`,
    'bomb.yaml': `a: &a [1]\n${Array.from({ length: 40 }, (_, at) => `k${at}: &k${at} [*${at === 0 ? 'a' : `k${at - 1}`}, *${at === 0 ? 'a' : `k${at - 1}`}]`).join('\n')}\n`,
    'binary.yaml': '\u0001\uFFFF\u0000',
    'good.yaml': good,
  };
  const { data, refusal } = await caller.call('lint', { texts });
  expect(refusal).toBeUndefined();
  const files = (data['findings'] as readonly { readonly file: string }[]).map(({ file }) => file);
  expect(files).toContain('deep.yaml');
  const simulated = await caller.call('simulate', { texts, rollout: ['good'] });
  expect(simulated.data['rollouts']).not.toEqual([]);
});

test('a configuration that is wrong is told, and names of files are no code', async () => {
  const root = folderOf({ 'rolloutkit.yaml': 'rules: 3\n', 'a.yaml': good });
  const { refusal } = await (await connected(root)).call('lint', {});
  expect(refusal).toContain('rolloutkit.yaml');
  const asking = folderOf({
    'rolloutkit.yaml': 'render: true\n',
    'kustomization.yaml': 'resources: [a.yaml]\n',
    'a.yaml': good,
  });
  const { data } = await (await connected(asking)).call('lint', {});
  expect(data['summary']).toMatchObject({ rollouts: 1 });
});

itWhole('a call that does not end is stopped, and the next one is answered', async () => {
  const host = hostOf(folderOf({ 'a.yaml': good }));
  let isStuck = true;
  const lint = host.lint.bind(host);
  const caller = await connectedTo(
    Object.defineProperties(host, {
      longestCall: { get: () => (isStuck ? 500 : 60_000) },
      lint: {
        value: (...args: Parameters<typeof lint>) => {
          while (isStuck);
          return lint(...args);
        },
      },
    }),
  );
  expect((await caller.call('lint', {})).refusal).toBe(
    'The call was stopped after 0.5 seconds. Ask for less: fewer texts, a smaller folder, or a Rollout by name.',
  );
  isStuck = false;
  expect((await caller.call('lint', {})).data['summary']).toMatchObject({ rollouts: 1 });
});
