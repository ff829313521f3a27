import { describe, expect, it } from 'vitest';
import { syncOrderOf } from '../../../src/kubernetes/kinds/sync-order.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';

const hook = 'argocd.argoproj.io/hook';
const wave = 'argocd.argoproj.io/sync-wave';

function orderOf(annotations: Readonly<Record<string, string>>): string {
  const identity = { group: 'batch', version: 'v1', kind: 'Job', name: 'job', namespace: undefined };
  const root = fromValue({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job', annotations } });
  const order = syncOrderOf(new Resource(identity, { path: '', name: '', read: () => '' }, 0, { root }));
  return `${order.isHook ? 'hook ' : ''}${order.phases.join(' ') || 'never'} ${order.wave}`;
}

// Read off gitops-engine of Argo CD 3.5.1: hook.IsHook, hook.Types, hook.Skip, syncPhases, syncwaves.Wave.
describe('when a sync applies an object', () => {
  it.each<[string, Record<string, string>]>([
    ['Sync 0', {}],
    ['Sync -3', { [wave]: '-3' }],
    ['Sync 4', { [wave]: '+4' }],
    // strconv.Atoi takes none of these.
    ['Sync 0', { [wave]: '1.0' }],
    ['Sync 0', { [wave]: ' 1' }],
    ['Sync 0', { [wave]: '1e1' }],
    ['Sync 5', { [wave]: 'first', 'helm.sh/hook-weight': '5' }],
    ['hook PreSync 0', { [hook]: 'PreSync' }],
    ['hook PreSync PostSync 2', { [hook]: ' PreSync, PostSync,,PreSync', [wave]: '2' }],
    ['hook SyncFail 0', { [hook]: 'SyncFail' }],
    ['never 0', { [hook]: 'Skip' }],
    ['hook Sync 0', { [hook]: 'Skip,Sync' }],
    ['hook never 0', { [hook]: 'PreDelete' }],
    ['hook never 0', { [hook]: '' }],
    ['hook PreSync -1', { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '-1' }],
    ['hook PostSync 0', { 'helm.sh/hook': 'post-install' }],
    ['hook never 0', { 'helm.sh/hook': 'test' }],
    ['Sync 0', { 'helm.sh/hook': 'crd-install' }],
    ['hook Sync 0', { [hook]: 'Sync', 'helm.sh/hook': 'pre-install' }],
    // Without a phase of its own it takes those of Helm.
    ['hook PostSync 0', { [hook]: 'Later', 'helm.sh/hook': 'post-install' }],
  ])('%s: %j', (expected, annotations) => {
    expect(orderOf(annotations)).toBe(expected);
  });
});
