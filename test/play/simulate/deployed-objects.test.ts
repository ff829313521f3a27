import { describe, expect, it } from 'vitest';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { deployedObjects } from '../../../src/play/simulate/deployed-objects.js';
import { textSource } from '../../support/sources.js';

const rollout = (namespace: string, canary: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web${namespace} }
spec:
  strategy:
    canary: { ${canary} }
`;
const object = (apiVersion: string, kind: string, name: string, rest = ''): string => `---
apiVersion: ${apiVersion}
kind: ${kind}
metadata: { name: ${name}${rest} }
`;
const argo = 'argoproj.io/v1alpha1';
const gateway = 'gateway.networking.k8s.io/v1';

/** Role, kind, namespace and name of each object; a question mark if no manifest has it. */
function told(files: Readonly<Record<string, string>>): readonly string[] {
  const { graph } = readGraph(
    Object.entries(files).map(([name, text]) => textSource(`/repository/${name}`, text)),
  );
  const [first] = graph.rollouts;
  if (!first) throw new Error('no Rollout');
  return deployedObjects(graph, first).map(
    ({ role, resource, reference, name, namespace = '-', isNamespaceAssumed }) =>
      `${role} ${(resource ?? reference?.to)?.kind}${resource ? '' : '?'} ${namespace}${isNamespaceAssumed ? ' (assumed)' : ''}/${name}`,
  );
}

describe('what is deployed with a Rollout', () => {
  it('is in the namespace of the Rollout, or in the one that a reference has', () => {
    const istio = 'trafficRouting: { istio: { virtualService: { name: web.edge } } }';
    expect(
      told({
        'all.yaml': `${rollout(', namespace: shop', `canaryService: canary, stableService: gone, ${istio}`)}${object('v1', 'Service', 'canary', ', namespace: shop')}${object('networking.istio.io/v1', 'VirtualService', 'web', ', namespace: edge')}`,
      }),
    ).toEqual([
      'rollout Rollout shop/web',
      'named Service? shop/gone',
      'named Service shop/canary',
      'named VirtualService edge/web',
    ]);
  });

  it('is where a kustomization moves it, whatever the manifests say', () => {
    expect(
      told({
        'all.yaml': `${rollout(', namespace: dev', 'canaryService: canary')}${object('v1', 'Service', 'canary', ', namespace: dev')}`,
        'kustomization.yaml': 'namespace: prod\nresources: [all.yaml]\n',
      }),
    ).toEqual(['rollout Rollout prod/web', 'named Service prod/canary']);
  });

  it('has an assumed namespace if nothing names one, and none if its kind has none', () => {
    const analysis = 'analysis: { templates: [{ templateName: smoke, clusterScope: true }] }';
    expect(
      told({ 'all.yaml': `${rollout('', analysis)}${object(argo, 'ClusterAnalysisTemplate', 'smoke')}` }),
    ).toEqual(['rollout Rollout default (assumed)/web', 'named ClusterAnalysisTemplate -/smoke']);
  });

  it('includes the routes that a Rollout selects, and what is not simulated', () => {
    const selector = "'argoproj-labs/gatewayAPI': { httpRouteSelector: { matchLabels: { app: web } } }";
    const routing = `trafficRouting: { plugins: { ${selector} }, ambassador: { mappings: [web] } }`;
    expect(
      told({
        'all.yaml': `${rollout(', namespace: shop', routing)}${object(gateway, 'HTTPRoute', 'one', ', namespace: shop, labels: { app: web }')}${object(gateway, 'HTTPRoute', 'two', ', namespace: shop')}${object('getambassador.io/v2', 'Mapping', 'web', ', namespace: shop')}`,
      }),
    ).toEqual(['rollout Rollout shop/web', 'named HTTPRoute shop/one', 'not-simulated Mapping shop/web']);
  });
});
