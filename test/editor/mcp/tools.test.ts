import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, good, rolloutText } from '../../support/command.js';
import { connected, withEdits } from './connected.js';
import { itWhole } from '../../support/whole.js';

const examples = path.join(__dirname, '../../../examples');

/** Has one finding, whose fix renames the field. */
const bad = rolloutText('bad', 'maxsurge: 1');

/** The manifests of an example, by path. */
function system(name: string): Record<string, string> {
  const folder = path.join(examples, name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

test('the server names itself, its tools and how to use them', async () => {
  const { client } = await connected(folderOf({}));
  expect(client.getServerVersion()?.name).toBe('rolloutkit');
  expect(client.getInstructions()).toContain('call lint');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['lint', 'simulate', 'drift', 'protect', 'impact', 'explain', 'new'],
  ]);
  for (const { annotations, outputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(outputSchema?.required).toContain('next');
  }
});

test('lint answers findings with places, reasons and edits', async () => {
  const caller = await connected(folderOf({}));
  const { data } = await caller.call('lint', { texts: { 'web.yaml': bad } });
  expect(data['summary']).toEqual({ errors: 1, warnings: 0, infos: 0, fixable: 1, objects: 1, rollouts: 1 });
  expect(data['findings']).toMatchObject([
    {
      rule: 'schema/fields-known',
      file: 'web.yaml',
      line: 11,
      column: 7,
      resource: 'Rollout bad',
      path: 'spec.strategy.canary.maxsurge',
      fix: {
        safety: 'safe',
        edits: [{ file: 'web.yaml', line: 11, column: 7, endLine: 11, endColumn: 15, text: 'maxSurge' }],
      },
    },
  ]);
  expect(data['next']).toContainEqual(expect.stringContaining('Make the edits of safe fixes'));
});

test('a text takes the place of a file of the folder, and null takes the file away', async () => {
  const caller = await connected(folderOf({ 'a.yaml': bad, 'b.yaml': rolloutText('other', 'maxsurge: 2') }));
  const files = async (args: object): Promise<readonly string[]> => {
    const { data } = await caller.call('lint', { ...args });
    return (data['findings'] as readonly { readonly file: string }[]).map(({ file }) => file);
  };
  expect(await files({})).toEqual(['a.yaml', 'b.yaml']);
  expect(await files({ folder: '.', texts: { 'a.yaml': good } })).toEqual(['b.yaml']);
  expect(await files({ folder: '.', texts: { 'a.yaml': null } })).toEqual(['b.yaml']);
  expect(await files({ texts: { 'c.yaml': bad } }), 'no file is read').toEqual(['c.yaml']);
});

test('findings are bounded, and the rest can be asked for', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 7 }, (_, index) => [`${index}.yaml`, rolloutText(`web-${index}`, 'maxsurge: 1')]),
  );
  const caller = await connected(folderOf({}));
  const { data } = await caller.call('lint', { texts, limit: 3 });
  expect(data['findings']).toHaveLength(3);
  expect(data['rest']).toBe(4);
  expect(data['next']).toContainEqual('Ask for the other 4 findings with offset 3.');
  const { data: others } = await caller.call('lint', { texts, limit: 50, offset: 3 });
  expect(others['findings']).toHaveLength(4);
  expect(others['rest']).toBe(0);
});

test('lint answers edits, and the texts after fixes, and writes none', async () => {
  const folder = 'istio-host/as-published';
  const texts = Object.fromEntries(
    Object.entries(system(folder)).map(([name, text]) => [`${folder}/${name}`, text]),
  );
  const caller = await connected(examples);
  const file = `${folder}/application.yaml`;
  const { data } = await caller.call('lint', {
    folder,
    only: ['argocd/router-fields-ignored'],
    fix: 'safe',
  });
  expect(data['findings']).toMatchObject([
    {
      file,
      fix: {
        safety: 'safe',
        edits: [
          {
            file,
            line: 27,
            column: 11,
            endLine: 27,
            endColumn: 38,
            text: '.spec.http[]?.route[]?.weight',
          },
        ],
      },
    },
  ]);
  const after = texts[file]?.replace('.spec.http[].route[].weight', '.spec.http[]?.route[]?.weight');
  expect(data['fixed']).toEqual({ files: { [file]: after }, count: 1 });
  expect(readFileSync(path.join(examples, file), 'utf8')).toBe(texts[file]);
  const edited = withEdits(texts, data['findings'] as Parameters<typeof withEdits>[1]);
  expect(edited[file]).toBe(after);
});

test('lint answers the edits of which one is to be chosen', async () => {
  const caller = await connected(folderOf({}));
  const texts = { 'rollout.yaml': rolloutText('web', 'maxSurge: half') };
  const { data } = await caller.call('lint', { texts, only: ['steps/surge-parses'], fix: 'all' });
  const [finding] = data['findings'] as readonly { fix?: object; choices: readonly object[] }[];
  const at = { file: 'rollout.yaml', line: 11, column: 17, endLine: 11, endColumn: 21 };
  expect(finding).not.toHaveProperty('fix');
  expect(finding?.choices).toEqual([
    { title: 'Write 1.', edits: [{ ...at, text: '1' }] },
    { title: 'Write "25%".', edits: [{ ...at, text: '25%' }] },
  ]);
  expect(data['fixed']).toEqual({ files: {}, count: 0 });
  expect(data['next']).toContainEqual(expect.stringContaining('choices'));
});

test('simulate answers the frames, and the objects of one', async () => {
  const caller = await connected(folderOf({}));
  const texts = system('istio-host/corrected');
  const { data } = await caller.call('simulate', { texts, frame: 'step-0' });
  expect(data['rollouts']).toMatchObject([{ rollout: { name: 'catalog', file: 'rollout.yaml' }, rest: 0 }]);
  const [{ frames }] = data['rollouts'] as [{ frames: readonly { id: string; weight?: number }[] }];
  expect(frames.find(({ id }) => id === 'step-0')?.weight).toBe(5);
  expect(data['objects']).toContain('kind: VirtualService');
  const { refusal } = await caller.call('simulate', { texts, frame: 'step-99' });
  expect(refusal).toContain(
    '"frame" is "step-99", but that frame is not found. The frames are installed, started',
  );
});

itWhole('a version fails in simulate as the options of the command say', async () => {
  const caller = await connected(folderOf({}));
  const texts = system('istio-subset/corrected');
  const { refusal } = await caller.call('simulate', { texts, fail: ['no-such-metric'] });
  expect(refusal).toMatch(/^"fail" is "no-such-metric", but Rollout "[^"]+" has no/);
});

itWhole('drift answers what the Application lacks', async () => {
  const caller = await connected(folderOf({}));
  const texts = system('istio-host/as-published');
  const { data } = await caller.call('drift', { texts });
  expect(data['rollouts']).toMatchObject([
    {
      rollout: { name: 'catalog' },
      application: { name: 'catalog', file: 'application.yaml', isGiven: true },
    },
  ]);
  const { data: corrected } = await caller.call('drift', { texts: system('istio-host/corrected') });
  expect(corrected['rollouts']).toMatchObject([{ outOfSync: [], unknown: [] }]);
});

test('a router that is not simulated is named as not checked', async () => {
  const routed = rolloutText('good', 'trafficRouting: { plugins: { example.com/mine: {} } }');
  const texts = { 'a.yaml': routed };
  const next = { 'a.yaml': routed.replace('good:1', 'good:2') };
  const caller = await connected(folderOf({}));
  for (const tool of ['drift', 'simulate', 'protect'])
    expect((await caller.call(tool, { texts })).data).toMatchObject({
      unchecked: ['what plugin "example.com/mine" writes'],
    });
  const { data } = await caller.call('impact', { before: texts, texts: next });
  expect(data).toMatchObject({ unchecked: ['what plugin "example.com/mine" writes'] });
});

test('protect answers what stops a bad version', async () => {
  const caller = await connected(folderOf({}));
  const { data } = await caller.call('protect', { texts: { 'a.yaml': good } });
  expect(data['rollouts']).toMatchObject([
    { rollout: { name: 'good' }, gates: [], scenarios: [{ id: 'start', outcome: 'promoted' }] },
  ]);
  expect(data['next']).toContainEqual(expect.stringContaining('Add an analysis'));
});

itWhole('impact compares two sets of texts, or texts with the folder', async () => {
  const next = good.replace('good:1', 'good:2');
  const caller = await connected(folderOf({ 'a.yaml': good }));
  const expected = {
    summary: { untouched: 0 },
    rollouts: [{ rollout: { name: 'good' }, change: 'changed', fields: [expect.stringContaining('image')] }],
  };
  const { data: withFolder } = await caller.call('impact', { texts: { 'a.yaml': next } });
  expect(withFolder).toMatchObject(expected);
  const { data } = await caller.call('impact', { before: { 'b.yaml': good }, texts: { 'b.yaml': next } });
  expect(data).toMatchObject(expected);
  const { data: same } = await caller.call('impact', { texts: { 'a.yaml': good } });
  expect(same).toMatchObject({ summary: { untouched: 1 }, rollouts: [] });
  const { data: gone } = await caller.call('impact', { texts: { 'a.yaml': null } });
  expect(gone).toMatchObject({ rollouts: [{ change: 'removed' }] });
});

test('explain answers pages of rules and lists of areas, and takes no options', async () => {
  const caller = await connected(folderOf({}));
  const { data } = await caller.call('explain', { rule: 'istio/route-exists' });
  expect(data['page']).toMatch(/^# istio\/route-exists\n/);
  const { data: area } = await caller.call('explain', { rule: 'istio' });
  expect(area['page']).toContain('istio/gateway-bound');
  const { refusal } = await caller.call('explain', { rule: 'istio/rout-exists' });
  expect(refusal).toContain('Did you mean "istio/route-exists"?');
  for (const rule of ['--plugin=evil.cjs', '-h', '../../etc/passwd', '/etc/passwd'])
    expect((await caller.call('explain', { rule })).refusal, rule).toContain('is not the name of a rule');
});

test('new answers files, and says what is wrong with an argument', async () => {
  const root = folderOf({});
  const caller = await connected(root);
  const args = { service: 'web', style: 'yaml', router: 'none', image: 'acme/web:1', namespace: 'shop' };
  const { data } = await caller.call('new', args);
  const files = data['files'] as readonly { readonly path: string; readonly text: string }[];
  expect(files.map(({ path: at }) => at)).toContain('web/rollout.yaml');
  expect(readdirSync(root)).toEqual([]);
  const texts = Object.fromEntries(files.map(({ path: at, text }) => [at, text]));
  const { data: linted } = await caller.call('lint', { texts });
  expect(linted['findings']).toEqual([]);
  expect((await caller.call('new', { ...args, port: '99999' })).refusal).toBe(
    '"port" is "99999"; it must be a number from 1 to 65535.',
  );
  expect((await caller.call('new', { ...args, style: 'yml' })).refusal).toBe(
    '"style" is "yml"; it must be one of yaml, kustomize, helm, cdk8s.',
  );
});

test('rules and guides are resources', async () => {
  const { client } = await connected(folderOf({}));
  const all = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const { resources, nextCursor } = await client.listResources({ cursor });
    all.push(...resources.map(({ uri }) => uri));
    cursor = nextCursor;
  }
  expect(all).toContain('rolloutkit://docs/simulate');
  expect(all).toContain('rolloutkit://docs/guides/first-canary');
  expect(all).toContain('rolloutkit://docs/rules/istio/route-exists');
  expect(new Set(all).size).toBe(all.length);
  const { contents } = await client.readResource({ uri: 'rolloutkit://docs/rules/istio/route-exists' });
  expect(contents[0]).toMatchObject({
    text: expect.stringMatching(/^# istio\/route-exists/) as string,
  });
  for (const uri of [
    'rolloutkit://docs/../package',
    'rolloutkit://docs/rules/../../SECURITY',
    'file:///etc/passwd',
  ])
    await expect(client.readResource({ uri }), uri).rejects.toThrow('is not found');
  await expect(client.listResources({ cursor: '-1' })).rejects.toThrow('is not a cursor');
});
