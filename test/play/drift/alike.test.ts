import { describe, expect, it } from 'vitest';
import { systemSettings } from '../../../src/argocd/settings.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { Argo } from '../../../src/play/drift/argo.js';
import { subjectsOf, targetAt } from '../../../src/play/drift/subject.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import { simulation } from '../../../src/play/simulate/simulate.js';
import { textSource } from '../../support/sources.js';
import { istio } from './manifests.js';

function argoWith(spec: object): Argo {
  const identity = {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'Application',
    name: 'shop',
    namespace: undefined,
  };
  const root = fromValue({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', spec });
  return new Argo(new Resource(identity, textSource('a.yaml', ''), 0, { root }), systemSettings());
}

/** Every object of every frame, and what Git has in its place. */
const pairs = ((): readonly { readonly git: KubeObject; readonly live: KubeObject }[] => {
  const { graph } = readGraph([textSource('all.yaml', istio())]);
  return graph.rollouts.flatMap((rollout) => {
    const played = simulation(graph, rollout);
    return subjectsOf(graph, rollout, played).flatMap((subject) =>
      played.trace.frames.flatMap(({ objects }) => {
        const live = objects.get(subject.key);
        return live ? [{ git: targetAt(subject, live), live }] : [];
      }),
    );
  });
})();

const ofRollout = pairs.filter(({ live }) => live.kind === 'Rollout');
const respect = 'RespectIgnoreDifferences=true';
const weights = {
  group: 'networking.istio.io',
  kind: 'VirtualService',
  jqPathExpressions: ['.spec.http[].route[].weight'],
};
const replicas = { group: 'argoproj.io', kind: 'Rollout', jsonPointers: ['/spec/replicas'] };

describe.each<[string, object]>([
  ['nothing', {}],
  ['entries', { ignoreDifferences: [weights, replicas] }],
  ['respected entries', { ignoreDifferences: [weights, replicas], syncPolicy: { syncOptions: [respect] } }],
  ['the whole status', { ignoreDifferences: [{ ...replicas, jsonPointers: ['/status'] }] }],
  ['a server-side apply', { syncPolicy: { syncOptions: ['ServerSideApply=true', respect] } }],
  ['a replace', { syncPolicy: { syncOptions: ['Replace=true'] } }],
])('of an Application that has %s', (_, spec) => {
  const argo = argoWith(spec);
  // An entry for what is never there changes nothing, but it is one that looks at the status.
  const looking = argo.with([{ group: '*', kind: '*', jsonPointers: ['/status/none'] }]);

  it('says of each moment of an object what it says of the object with its status', () => {
    expect(ofRollout.length).toBeGreaterThan(10);
    for (const { git, live } of pairs) expect(argo.compare(git, live)).toEqual(looking.compare(git, live));
  });

  it('makes of each moment of an object what it makes of the object with its status', () => {
    for (const { git, live } of pairs) expect(argo.applied(git, live)).toEqual(looking.applied(git, live));
  });

  it('keeps the status of each moment', () => {
    for (const { git, live } of ofRollout)
      expect(argo.applied(git, live)).toHaveProperty('status', (live as { status?: unknown }).status);
  });
});

describe('a status has a part', () => {
  const [{ git, live } = { git: undefined, live: undefined }] = ofRollout;
  if (!git || !live) throw new Error('There is no Rollout.');
  const withStatus = <T extends KubeObject>(object: T, status: object): T => ({ ...object, status });
  const [one, two] = [{ phase: 'Paused' }, { phase: 'Healthy' }].map((status) => withStatus(live, status));
  if (!one || !two) throw new Error('unreachable');

  it('where Git has one', () => {
    const off = new Argo(
      argoWith({}).application,
      systemSettings({ 'resource.compareoptions': 'ignoreResourceStatusField: none' }),
    );
    const target = withStatus(git, { phase: 'Healthy' });
    expect(off.compare(target, one).status).toBe('out-of-sync');
    expect(off.compare(target, two).status).toBe('synced');
  });

  it('where an expression asks for it', () => {
    const rule = {
      group: 'argoproj.io',
      kind: 'Rollout',
      jqPathExpressions: ['. | select(.status.phase == "Healthy") | .spec.replicas'],
    };
    const argo = argoWith({ ignoreDifferences: [rule] });
    // It leaves the size out of the live object alone, for Git has no status.
    expect(argo.compare(git, one).status).toBe('synced');
    expect(argo.compare(git, two).status).toBe('out-of-sync');
  });
});
