import { expect, test } from 'vitest';
import { objectKey, type Snapshot } from '../../../src/kubernetes/objects/cluster.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { lastingOutcomes } from '../../../src/report/outcome-conclusions.js';
import { outcomesOf } from '../../../src/play/outcome/outcome.js';
import type { Frame } from '../../../src/play/simulate/trace.js';

const none = { desired: 0, available: 0 };
const four = { desired: 4, available: 4 };
const installed: Frame = {
  id: 'installed',
  kind: 'installed',
  title: 'installed',
  step: undefined,
  from: undefined,
  event: undefined,
  at: undefined,
  weight: 0,
  replicas: { stable: four, canary: none, others: none },
  routes: [],
  objects: new Map(),
  writes: [],
  phase: 'Healthy',
  message: undefined,
  errors: [],
  isSettled: true,
  rewrites: [],
};
const promoted: Frame = { ...installed, id: 'promoted', kind: 'promoted', weight: undefined };

function kindsOf(frames: readonly Frame[], objects: Snapshot = new Map()): readonly string[] {
  const shots = frames.map((frame) => ({ frame, objects }));
  return outcomesOf(shots, new Set(['/Service/shop/web-canary'])).map(({ kind, frame, what }) =>
    `${frame.id}: ${kind} ${what}`.trim(),
  );
}

test('an update that is promoted with all its pods shows nothing wrong', () => {
  expect(kindsOf([installed, promoted])).toEqual([]);
});

test('an error is an outcome unless it ends by itself', () => {
  const error = { condition: 'InvalidSpec', message: 'no such Service', isTransient: false };
  expect(kindsOf([installed, { ...promoted, errors: [error] }])).toEqual([
    'promoted: refused no such Service',
  ]);
  expect(kindsOf([installed, { ...promoted, errors: [{ ...error, isTransient: true }] }])).toEqual([]);
});

test('passes that write again are restless, except while the canary has no pods', () => {
  const step: Frame = { ...installed, id: 'step-0', kind: 'step', isSettled: false };
  expect(kindsOf([installed, step, promoted])).toEqual(['step-0: restless']);
  expect(kindsOf([installed, { ...step, endsItself: true }, promoted])).toEqual([]);
  expect(kindsOf([installed, { ...step, kind: 'canary-lost', from: 'step-0' }, promoted])).toEqual([]);
});

test('an update that is promoted in a branch only is unfinished', () => {
  const stuck: Frame = { ...installed, id: 'step-1', kind: 'stuck' };
  expect(kindsOf([installed, stuck, { ...promoted, from: 'step-0' }])).toEqual(['step-1: unfinished']);
});

test('a weight goes with pods that have a deadline', () => {
  const pods = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: 'web-1',
      annotations: { 'scale-down-deadline': '2026-01-01T00:10:00Z' },
    },
  };
  const aborted: Frame = { ...installed, id: 'step-0-aborted', kind: 'aborted', from: 'step-0', weight: 20 };
  const objects = new Map([...installed.objects, ['ReplicaSet/web-1', pods]]);
  expect(kindsOf([installed, promoted, { ...aborted, objects }])).toEqual([]);
});

test('an aborted update and a deleted Rollout keep no weight', () => {
  const aborted: Frame = { ...installed, id: 'step-0-aborted', kind: 'aborted', from: 'step-0', weight: 20 };
  const deleted: Frame = { ...aborted, id: 'step-0-deleted', kind: 'deleted' };
  expect(kindsOf([installed, promoted, aborted, deleted])).toEqual([
    'step-0-aborted: weight-stays',
    'step-0-deleted: left-behind',
  ]);
  expect(lastingOutcomes([installed, promoted, aborted, deleted]).map(({ text }) => text)).toEqual([
    'step-0-aborted: the aborted version keeps 20 % of the requests, and the controller does nothing more.',
  ]);
  expect(
    kindsOf([installed, promoted, { ...aborted, weight: 0 }, { ...deleted, weight: undefined }]),
  ).toEqual([]);
});

test('the weight of an abort does not stay if a later frame of the branch takes it away', () => {
  const aborted: Frame = {
    ...installed,
    id: 'step-0-aborted-scaling',
    kind: 'aborted',
    from: 'step-0',
    weight: 20,
  };
  const after: Frame = { ...aborted, id: 'step-0-aborted', from: aborted.id, weight: 0 };
  expect(kindsOf([installed, promoted, aborted, after])).toEqual([]);
});

test('fewer pods than before the update are less capacity where it waits, not while pods start', () => {
  const replicas = {
    stable: { desired: 2, available: 2 },
    canary: { desired: 1, available: 1 },
    others: none,
  };
  const onTheirWay = { ...replicas, canary: { desired: 2, available: 1 } };
  const step: Frame = { ...installed, id: 'step-0', kind: 'step', replicas };
  expect(kindsOf([installed, step, promoted])).toEqual(['step-0: less-capacity']);
  expect(kindsOf([installed, { ...step, replicas: onTheirWay }, promoted])).toEqual([]);
  expect(kindsOf([installed, { ...step, kind: 'scaling' }, promoted])).toEqual([]);
});

test('callers of a Service without pods are unanswered, except those of the canary between updates', () => {
  const objects = new Map<string, KubeObject>();
  const service = (name: string, selector: Record<string, string>): void => {
    const object = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: 'shop' },
      spec: { selector },
    };
    objects.set(objectKey(object), object);
  };
  service('web', { app: 'web' });
  service('web-canary', { app: 'nothing' });
  const set: KubeObject = {
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web-1', namespace: 'shop' } },
    ...{ spec: { template: { metadata: { labels: { app: 'web' } } } }, status: { availableReplicas: 4 } },
  };
  objects.set(objectKey(set), set);
  expect(kindsOf([installed, promoted], objects)).toEqual([]);
  service('web', { app: 'wbe' });
  const what = '/Service/shop/web  /Service/shop/web  no-pods';
  expect(kindsOf([installed, promoted], objects)).toEqual([
    `installed: unanswered ${what}`,
    `promoted: unanswered ${what}`,
  ]);
});

// Without steps upstream sets no weight: it swaps the Services when all pods are there, so `at-scale` is no frame of it.
test('a canary with a router and without a stop takes all requests at once, with steps or without', () => {
  const unsplit: Frame = { ...promoted, weight: 0 };
  expect(kindsOf([installed, unsplit])).toEqual(['promoted: at-once']);
  const scaled: Frame = { ...installed, id: 'at-scale', kind: 'at-scale', weight: 100 };
  expect(kindsOf([installed, scaled, unsplit])).toEqual(['at-scale: at-once']);
  const step: Frame = { ...installed, id: 'step-0', kind: 'step', weight: 20 };
  expect(kindsOf([installed, step, unsplit])).toEqual([]);
  const installedAlone: Frame = { ...installed, weight: undefined };
  expect(kindsOf([installedAlone, { ...promoted, weight: undefined }])).toEqual([]);
});
