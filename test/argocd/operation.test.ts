import { describe, expect, it } from 'vitest';
import type { DiffResult } from '../../src/argocd/diff.js';
import type { JsonMap } from '../../src/kubernetes/objects/json.js';
import {
  automaticSync,
  judgeOperation,
  selfHealDelay,
  tasksOf,
  type ComparedResource,
  type Operation,
} from '../../src/argocd/operation.js';
import { defaultArgoCdVersion, parseArgoCdVersion } from '../../src/argocd/version.js';
import { service } from './objects.js';

const named = (name: string, namespace = 'shop', annotations?: JsonMap): JsonMap => ({
  ...service({ app: 'x' }),
  metadata: { name, namespace, ...(annotations ? { annotations } : {}) },
});
const result = (isModified: boolean): DiffResult => ({
  strategy: 'three-way',
  isModified,
  predicted: {},
  live: {},
  paths: [],
  failed: [],
});
const same = (name: string, namespace?: string): ComparedResource => {
  const object = named(name, namespace);
  return { live: object, target: object, comparison: result(false) };
};
const different = (name: string): ComparedResource => ({ ...same(name), comparison: result(true) });
const missing = (name: string): ComparedResource => ({ ...same(name), live: undefined });
const extra = (name: string, annotations?: JsonMap): ComparedResource => ({
  live: named(name, 'shop', annotations),
  target: undefined,
  comparison: result(false),
});
const options = (text: string): JsonMap => ({ 'argocd.argoproj.io/sync-options': text });

describe('judge', () => {
  it.each([
    ['Synced', [same('a'), same('b')]],
    ['OutOfSync', [same('a'), different('b')]],
    ['OutOfSync', [same('a'), missing('b')]],
    ['OutOfSync', [same('a'), extra('b')]],
    ['Synced', [same('a'), extra('b', { 'argocd.argoproj.io/compare-options': 'IgnoreExtraneous' })]],
    ['Unknown', [different('a'), { ...same('b'), comparison: { error: 'failed' } }]],
    [undefined, [different('a'), { ...same('b'), comparison: { unknown: 'who knows' } }]],
  ])('is %s', (expected, resources) => {
    expect(judgeOperation(resources).status).toBe(expected);
  });

  it('makes all objects Unknown when one comparison fails', () => {
    const { resources } = judgeOperation([same('a'), { ...same('b'), comparison: { error: 'failed' } }]);
    expect(resources.map(({ status }) => status)).toEqual(['Unknown', 'Unknown']);
  });
});

describe('tasksOf', () => {
  const all = [
    same('same'),
    same('both'),
    { ...same('both', 'store'), comparison: result(true) },
    different('different'),
    missing('missing'),
    extra('extra'),
    extra('kept', options('Prune=false')),
    extra('asked', options('Prune=confirm')),
  ];
  const touched = (operation: Partial<Operation>): readonly string[] => {
    const { applied, pruned } = tasksOf(judgeOperation(all).resources, {
      kind: 'full',
      syncOptions: [],
      prune: false,
      version: defaultArgoCdVersion,
      ...operation,
    });
    const names = (list: typeof applied): readonly string[] =>
      list.map(({ matched }) => `${matched.namespace === 'shop' ? '' : 'store/'}${matched.name}`);
    return [...names(applied), ...names(pruned).map((name) => `-${name}`)];
  };

  it('what has to be confirmed, even where nothing is pruned', () => {
    const asked = (
      objects: Parameters<typeof judgeOperation>[0],
      syncOptions: readonly string[],
      version = defaultArgoCdVersion,
    ): readonly string[] =>
      tasksOf(judgeOperation(objects).resources, {
        kind: 'full',
        syncOptions,
        prune: false,
        version,
      }).unconfirmed.map(({ matched }) => matched.name ?? '');
    expect(asked(all, [])).toEqual(['asked']);
    expect(asked(all, ['Prune=confirm'])).toEqual(['extra', 'asked']);
    // The first word counts.
    expect(asked([extra('one', options('Prune=confirm,Prune=false'))], [])).toEqual(['one']);
    expect(asked([extra('one', options('Prune=true,Prune=confirm'))], ['Prune=confirm'])).toEqual([]);
    // Before 3.4 an Application had no word in it, and any of an object counted; before 2.14 nothing was asked.
    const [old, older] = ['3.3.14', '2.13'].map((text) => parseArgoCdVersion(text)!);
    expect(
      asked([...all, extra('one', options('Prune=true,Prune=confirm'))], ['Prune=confirm'], old),
    ).toEqual(['asked', 'one']);
    expect(asked(all, [], older)).toEqual([]);
  });

  it.each<[string, Partial<Operation>, readonly string[]]>([
    ['all that Git has', {}, ['same', 'both', 'store/both', 'different', 'missing']],
    [
      'with ApplyOutOfSyncOnly what is different or missing',
      { syncOptions: ['ApplyOutOfSyncOnly=true'] },
      ['store/both', 'different', 'missing'],
    ],
    [
      'as a self-heal what is not Synced, and what has its name elsewhere',
      { kind: 'self-heal' },
      ['both', 'store/both', 'different', 'missing'],
    ],
    [
      'with prune what Git does not have, but for what must stay',
      { prune: true, syncOptions: ['ApplyOutOfSyncOnly=true'] },
      ['store/both', 'different', 'missing', '-extra'],
    ],
    [
      'nothing is pruned that the Application keeps',
      { prune: true, syncOptions: ['ApplyOutOfSyncOnly=true', 'Prune=false'] },
      ['store/both', 'different', 'missing'],
    ],
  ])('touches %s', (_, operation, expected) => {
    expect(touched(operation)).toEqual(expected);
  });
});

describe('automaticSync', () => {
  const on = { prune: false, selfHeal: false, allowEmpty: false };
  const heal = { ...on, selfHeal: true };
  const prune = { ...on, prune: true };
  const done = { isSameRevision: true, hasSucceeded: true };
  const drifted = judgeOperation([same('a'), different('b')]);

  it.each([
    ['automatic sync is off', drifted, undefined, undefined, undefined],
    ['nothing is different', judgeOperation([same('a')]), heal, undefined, undefined],
    [
      'the status is Unknown',
      judgeOperation([{ ...same('a'), comparison: { error: 'failed' } }]),
      heal,
      undefined,
      undefined,
    ],
    ['nobody has synced yet', drifted, on, undefined, 'full'],
    ['there is a new revision', drifted, on, { ...done, isSameRevision: false }, 'full'],
    [
      'a new revision comes after a failure',
      drifted,
      on,
      { isSameRevision: false, hasSucceeded: false },
      'full',
    ],
    ['the revision was synced, without self-heal', drifted, on, done, undefined],
    ['the revision was synced, with self-heal', drifted, heal, done, 'self-heal'],
    ['the sync of the revision failed', drifted, heal, { ...done, hasSucceeded: false }, undefined],
    ['there is only something to prune', judgeOperation([same('a'), extra('b')]), on, undefined, undefined],
    [
      'there is only something to prune, which is on',
      judgeOperation([same('a'), extra('b')]),
      prune,
      undefined,
      'full',
    ],
    ['all would be pruned', judgeOperation([extra('a'), extra('b')]), prune, undefined, undefined],
    [
      'all would be pruned, and may be',
      judgeOperation([extra('a')]),
      { ...prune, allowEmpty: true },
      undefined,
      'full',
    ],
  ])('when %s', (_, verdicts, automated, last, expected) => {
    expect(automaticSync(verdicts, automated, last)).toBe(expected);
  });
});

describe('selfHealDelay', () => {
  it.each([
    ['3.5.1', [0, 2, 6, 18, 54, 162, 300, 300]],
    ['2.14.10', [0, 2, 6, 18, 54, 162, 300, 300]],
    ['2.14.9', [0, 2, 6, 18, 54, 162, 162, 162]],
    ['2.13.0', [0, 2, 6, 18, 54, 162, 162, 162]],
  ])('of %s', (text, expected) => {
    const version = parseArgoCdVersion(text)!;
    expect(expected.map((_, attempts) => selfHealDelay(attempts, version))).toEqual(expected);
  });
});
