import { describe, expect, it } from 'vitest';
import { type Drift, driftOf } from '../../../src/play/drift/drift.js';
import { isWrong } from '../../../src/play/drift/judged.js';
import { patchOf } from '../../../src/play/drift/patch.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { driftText } from '../../../src/report/drift-text.js';
import { plain } from '../../../src/report/style.js';
import { textSource } from '../../support/sources.js';
import { application, istio } from './manifests.js';

function driftIn(text: string): Drift {
  const { graph } = readGraph([textSource('/shop/all.yaml', text)]);
  const [drift, another] = driftOf(graph, graph.rollouts, { branches: false }).drifts;
  if (!drift || another) throw new Error('A test compares one Application.');
  return drift;
}

function words(drift: Drift): string {
  return driftText(drift, plain).join(' ').replaceAll(/\s+/g, ' ');
}

/** What is to be ignored, each as `Kind: text`. */
function ignored(drift: Drift): readonly string[] {
  return (patchOf(drift)?.spec.ignoreDifferences ?? []).flatMap(
    ({ kind, jsonPointers = [], jqPathExpressions = [] }) =>
      [...jsonPointers, ...jqPathExpressions].map((text) => `${kind}: ${text}`),
  );
}

function unsettled({ frames }: Drift): boolean {
  return frames.every(({ status }) => status === 'out-of-sync');
}

const controllers = [
  'VirtualService: .spec.http[]?.route[]?.weight',
  'VirtualService: .spec.http[]? | select(.name == "beta")',
];

describe('a field that the kind does not have', () => {
  // trafficPolicy is a field of a DestinationRule; the API server drops it from a VirtualService.
  const drift = driftIn(
    application() + istio().replace('  hosts:\n', '  trafficPolicy: {}\n  trafficShift: {}\n  hosts:\n'),
  );

  it('is different for ever, and never ignored beside what the controller writes', () => {
    expect(unsettled(drift)).toBe(true);
    expect(isWrong(drift)).toBe(true);
    expect(ignored(drift)).toEqual(controllers);
  });

  it('is what drift says to take out, once', () => {
    expect(words(drift)).toContain(
      '× VirtualService "web": spec.trafficPolicy, spec.trafficShift are unknown to the API server, which drops them, so they always differ. Remove them from Git; do not ignore them.',
    );
    expect(words(drift)).not.toContain('has unknown fields, which the API server drops');
    expect(words(drift)).not.toContain('is permanently OutOfSync');
  });

  it('is nothing that a sync writes: the API server drops it again', () => {
    const fields = drift.syncs.flatMap((sync) => sync.fields.map(({ where }) => where));
    expect(fields.filter((where) => where.includes('traffic'))).toEqual([]);
  });

  it('is told with the field that was probably meant', () => {
    const misspelt = driftIn(application() + istio().replace('      timeout: 5s\n', '      timeouts: 5s\n'));
    expect(words(misspelt)).toContain('spec.http[0].timeouts is unknown to the API server, which drops it');
    expect(words(misspelt)).toContain('Did you mean "timeout"?');
    expect(ignored(misspelt)).toEqual(controllers);
  });

  it('leaves the Application alone where nothing else is different', () => {
    const ignoring = application(
      'ignoreDifferences:\n  - group: networking.istio.io\n    kind: VirtualService\n    jqPathExpressions:\n      - .spec.http[]?.route[]?.weight\n      - .spec.http[]? | select(.name == "beta")\nsyncPolicy:\n  syncOptions:\n    - ApplyOutOfSyncOnly=true\n',
    );
    const only = driftIn(ignoring + istio().replace('  hosts:\n', '  trafficPolicy: {}\n  hosts:\n'));
    expect(patchOf(only)).toBeUndefined();
    expect(isWrong(only)).toBe(true);
  });
});

it('what the API server sets itself is told, and not ignored', () => {
  const drift = driftIn(
    application() +
      istio().replace(
        '  name: web\n  namespace: shop\nspec:\n  hosts',
        '  name: web\n  namespace: shop\n  uid: abc\nspec:\n  hosts',
      ),
  );
  expect(unsettled(drift)).toBe(true);
  expect(words(drift)).toContain(
    '× VirtualService "web": the API server sets metadata.uid itself and overrides the value in Git. Remove it from Git; do not ignore it.',
  );
  expect(ignored(drift)).toEqual(controllers);
});

it('the hash of pods in Git is told, and not ignored', () => {
  const drift = driftIn(
    application() +
      istio().replace(
        'web-stable\n  namespace: shop\nspec:\n  selector:\n    app: web\n',
        'web-stable\n  namespace: shop\nspec:\n  selector:\n    app: web\n    rollouts-pod-template-hash: 5d4f\n',
      ),
  );
  expect(words(drift)).toContain(
    '× Service "web-stable": spec.selector.rollouts-pod-template-hash belongs to the controller, which writes a new value in each update that a sync overwrites. Remove it from Git; do not ignore it.',
  );
  expect(ignored(drift)).toEqual(controllers);
});

it('the revision in Git is told, and not ignored', () => {
  const drift = driftIn(
    application() +
      istio().replace(
        '  name: web\n  namespace: shop\nspec:\n  replicas',
        "  name: web\n  namespace: shop\n  annotations: {rollout.argoproj.io/revision: '7'}\nspec:\n  replicas",
      ),
  );
  expect(words(drift)).toContain(
    '× Rollout "web": metadata.annotations["rollout.argoproj.io/revision"] belongs to the controller,',
  );
  expect(ignored(drift)).toEqual(controllers);
});

// No code of the controller writes Spec.Paused (argo-rollouts v1.9.1); pause.go and promote.go of the kubectl plugin do.
it('a pause in Git is told, and not ignored', () => {
  const drift = driftIn(
    application() + istio().replace('  replicas: 4\n', '  replicas: 4\n  paused: true\n'),
  );
  expect(unsettled(drift)).toBe(true);
  expect(words(drift)).toContain(
    '× Rollout "web": spec.paused is what users set in the cluster, by pausing and resuming, and the controller does not write it. Remove it from Git; do not ignore it.',
  );
  expect(ignored(drift)).toEqual(controllers);
});

it('a reference that leads nowhere is told where the update ends by it, and that is no success', () => {
  const rule = 'destinationRule: {name: nowhere, stableSubsetName: stable, canarySubsetName: canary}';
  const drift = driftIn(
    application() +
      istio()
        .replace('          virtualService:\n', `          ${rule}\n          virtualService:\n`)
        .replaceAll(/host: web-(\w+)\n/g, 'host: web-$1\n            subset: $1\n'),
  );
  expect(isWrong(drift)).toBe(true);
  expect(words(drift)).toContain(
    'the controller fails. destinationrules.networking.istio.io "nowhere" not found',
  );
});
