import { describe, expect, it, test } from 'vitest';
import type { PodMetadata } from '../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../../src/kubernetes/objects/rollout-status.js';
import {
  metadataAtCreation,
  reconcileEphemeralMetadata,
  withPodMetadata,
} from '../../../src/rollouts/controllers/ephemeral-metadata.js';
import type { ReplicaSetObject } from '../../../src/rollouts/controllers/context.js';
import { kinds } from '../../../src/kubernetes/objects/object.js';
import { contextOf, replicaSet, rollout } from './support.js';

const note = 'rollout.argoproj.io/ephemeral-metadata';

function withTemplate(given: PodMetadata, metadata: PodMetadata): ReplicaSetObject {
  const before = replicaSet('H1', { annotations: { [note]: JSON.stringify(given) } });
  return { ...before, spec: { ...before.spec, template: { ...before.spec.template, metadata } } };
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary_test.go (TestSyncEphemeralPodMetadata)
describe('the metadata of pods', () => {
  const given = { labels: { aaa: '111', bbb: '222' }, annotations: { ccc: '333', ddd: '444' } };
  const there = {
    labels: { aaa: '111', 'do-not': 'touch', bbb: '222' },
    annotations: { ccc: '333', 'do-not': 'touch', ddd: '444' },
  };

  it('stays when nothing changes', () => {
    const before = withTemplate(given, there);
    expect(withPodMetadata(before, given)).toBe(before);
  });

  it('stays when what goes is not there', () => {
    const before = withTemplate({ ...given, labels: { ...given.labels, foo: 'bar' } }, there);
    expect(withPodMetadata(before, given)).toBe(before);
  });

  it('stays without a note and without a wish', () => {
    const before = replicaSet('H1');
    expect(withPodMetadata(before, undefined)).toBe(before);
  });

  it('stays where the template has it already', () => {
    const before = replicaSet('H1', { templateLabels: { role: 'stable' } });
    expect(withPodMetadata(before, { labels: { role: 'stable' } })).toBe(before);
  });

  it('stays where a wish is empty', () => {
    const before = replicaSet('H1');
    expect(withPodMetadata(before, { labels: { role: '' } })).toBe(before);
  });

  it('changes where it was given, and nowhere else', () => {
    const after = withPodMetadata(withTemplate(given, there), {
      labels: { aaa: '222' },
      annotations: { ccc: '444' },
    });
    expect(after.spec.template.metadata).toEqual({
      labels: { aaa: '222', 'do-not': 'touch' },
      annotations: { ccc: '444', 'do-not': 'touch' },
    });
    expect(after.metadata.annotations?.[note]).toBe('{"labels":{"aaa":"222"},"annotations":{"ccc":"444"}}');
  });

  it('goes, and its note with it', () => {
    const after = withPodMetadata(withTemplate(given, there), undefined);
    expect(after.spec.template.metadata).toEqual({
      labels: { 'do-not': 'touch' },
      annotations: { 'do-not': 'touch' },
    });
    expect(after.metadata.annotations).not.toHaveProperty([note]);
  });

  it('is noted as Go writes it', () => {
    const after = withPodMetadata(replicaSet('H1'), { annotations: { b: '<&>', a: '1' }, labels: {} });
    expect(after.metadata.annotations?.[note]).toBe(
      String.raw`{"annotations":{"a":"1","b":"\u003c\u0026\u003e"}}`,
    );
  });

  it('is left alone when its note cannot be read', () => {
    const before = replicaSet('H1', { annotations: { [note]: '{' }, templateLabels: { role: 'stable' } });
    expect(withPodMetadata(before, undefined)).toBe(before);
  });
});

const canary = {
  canaryMetadata: { labels: { role: 'canary' } },
  stableMetadata: { labels: { role: 'stable' } },
};
const blueGreen = {
  activeService: 'active',
  previewMetadata: { labels: { role: 'canary' } },
  activeMetadata: { labels: { role: 'stable' } },
};

function roleOf(context: ReturnType<typeof contextOf>, name: string): string | undefined {
  const found = context.cluster.get<ReplicaSetObject>(kinds.replicaSet, 'shop', name);
  return found?.spec.template.metadata?.labels?.['role'];
}

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/ephemeralmetadata.go
describe('metadata follows the role of a ReplicaSet', () => {
  const update: RolloutStatus = { stableRS: 'H1', currentPodHash: 'H2' };
  test.each([
    ['in an update', { canary }, update, { 'web-H1': 'stable', 'web-H2': 'canary' }],
    ['in a blue-green update', { blueGreen }, update, { 'web-H1': 'stable', 'web-H2': 'canary' }],
    ['after an update', { canary }, { stableRS: 'H2' }, { 'web-H1': undefined, 'web-H2': 'stable' }],
    ['in a first deployment', { canary }, {}, { 'web-H1': undefined, 'web-H2': 'stable' }],
  ])('%s', (_, strategy, status, expected) => {
    const isUpdate = 'stableRS' in status && status.stableRS === 'H1';
    const context = contextOf(
      rollout(strategy, { status }),
      [],
      isUpdate ? {} : { stableRS: undefined, otherRSs: [replicaSet('H1')] },
    );
    reconcileEphemeralMetadata(context);
    expect({ 'web-H1': roleOf(context, 'web-H1'), 'web-H2': roleOf(context, 'web-H2') }).toEqual(expected);
  });

  test.each(['1.8', '1.9', '1.10'] as const)('and goes with the last of these blocks, in %s', (version) => {
    const given = { [note]: '{"labels":{"role":"canary"}}' };
    const context = contextOf(rollout({ canary: {} }, { status: update }), [], {
      version,
      newRS: replicaSet('H2', { annotations: given, templateLabels: { role: 'canary' } }),
    });
    reconcileEphemeralMetadata(context);
    expect(roleOf(context, 'web-H2')).toBe(version === '1.10' ? 'canary' : undefined);
  });

  test.each([
    ['the first', true, canary.stableMetadata],
    ['a later', false, canary.canaryMetadata],
  ])('from the start of %s ReplicaSet', (_, isFirst, expected) => {
    expect(metadataAtCreation(rollout({ canary }), isFirst)).toEqual(expected);
    expect(metadataAtCreation(rollout({ blueGreen }), isFirst)).toEqual(expected);
  });
});
