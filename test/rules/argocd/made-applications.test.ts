import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { rules } from '../../../src/rules/index.js';
import { textSource } from '../../support/sources.js';

const system = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web, scaleDown: onsuccess}
  strategy:
    canary:
      stableService: web
      canaryService: web-canary
      trafficRouting: {istio: {virtualService: {name: web}}}
      steps: [{setWeight: 20}, {pause: {}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: web, namespace: shop}
spec:
  hosts: [web]
  http: [{route: [{destination: {host: web}, weight: 100}, {destination: {host: web-canary}, weight: 0}]}]
`;

const weights =
  'ignoreDifferences: [{group: networking.istio.io, kind: VirtualService, jqPathExpressions: [".spec.http[]?.route[]?.weight"]}]';
const other =
  'ignoreDifferences: [{group: networking.istio.io, kind: VirtualService, jqPathExpressions: [".spec.hosts"]}]';

interface Parts {
  /** Fields of the spec of templates. */
  readonly general?: string;
  readonly own?: string;
  /** A generator around a list, or the list itself. */
  readonly generator?: (list: string, template: string) => string;
  /** Further fields of the ApplicationSet, at its `spec`. */
  readonly more?: string;
}

const list = '{elements: [{env: prod}]}';

function setOf({ general = 'project: default', own, generator, more = '' }: Parts): string {
  const template = own === undefined ? '' : `, template: {metadata: {}, spec: {project: own, ${own}}}`;
  const inner = generator?.(list, template) ?? `{list: {elements: [{env: prod}]${template}}}`;
  return `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: web, namespace: argocd}
spec:
  generators:
    - ${inner}
  template:
    metadata: {name: "web-{{env}}"}
    spec:
      source: {repoURL: "https://git.example.com/o/r.git", path: apps/web}
      destination: {server: "https://kubernetes.default.svc", namespace: shop}
      ${general}
${more}`;
}

function found(text: string, ...names: readonly string[]): string[] {
  const chosen = rules.filter(({ meta }) => names.includes(meta.name));
  expect(chosen).toHaveLength(names.length);
  const sources = [textSource('/r/apps/web/all.yaml', system), textSource('/r/argocd/set.yaml', text)];
  return lint(sources, chosen).findings.map(({ rule }) => rule);
}

const routes = 'argocd/router-fields-ignored';
const patch = (text: string): string => `  templatePatch: |\n${text.replaceAll(/^/gm, '    ')}\n`;

describe('the Applications of an ApplicationSet', () => {
  const cases: Readonly<Record<string, readonly [Parts, readonly string[]]>> = {
    'ignore what the template says': [{ general: weights }, []],
    'ignore nothing': [{}, [routes]],
    'ignore what the template of the generator says': [{ own: weights }, []],
    'ignore what it says and not what the other one says': [{ general: weights, own: other }, [routes]],
    'ignore what the other one says where it says nothing': [{ general: weights, own: 'info: []' }, []],
    'ignore what the template of a matrix says': [
      { own: weights, generator: (one, template) => `{matrix: {generators: [{list: ${one}}, {list: {elements: [{a: b}]}}]${template}}}` },
      [],
    ],
    'do not ignore what a generator in a matrix says': [
      { own: weights, generator: (_, template) => `{matrix: {generators: [{list: {elements: [{env: prod}]${template}}}, {list: {elements: [{a: b}]}}]}}` },
      [routes],
    ],
    'ignore what the template of a merge says': [
      { own: weights, generator: (one, template) => `{merge: {mergeKeys: [env], generators: [{list: ${one}}, {list: ${one}}]${template}}}` },
      [],
    ],
    'do not ignore what a generator in a merge says': [
      { own: weights, generator: (one, template) => `{merge: {mergeKeys: [env], generators: [{list: ${one}}, {list: {elements: [{env: prod}]${template}}}]}}` },
      [routes],
    ],
    'may ignore it by a patch': [{ more: patch(`spec:\n  ${weights}`) }, []],
    'may ignore it by a patch that nobody can read': [{ more: patch('{{ toYaml .patch }}x') }, []],
    'ignore nothing by a patch of something else': [
      { more: patch('metadata:\n  labels:\n    a: b') },
      [routes],
    ],
  }; // prettier-ignore
  it.each(Object.entries(cases))('%s', (_, [parts, expected]) => {
    expect(found(setOf(parts), routes)).toEqual(expected);
  });

  const leaves = 'rollout/workload-left-to-rollout';
  const replicas =
    'ignoreDifferences: [{group: apps, kind: Deployment, jqPathExpressions: [.spec.replicas]}]';
  const respects = 'syncPolicy: {automated: {selfHeal: true}, syncOptions: [RespectIgnoreDifferences=true]}';
  const deployments: Readonly<Record<string, readonly [Parts, readonly string[]]>> = {
    'set the replicas of a Deployment': [{}, [leaves]],
    'set them though they are ignored': [{ general: replicas }, [leaves]],
    'set them with the option alone': [{ general: respects }, [leaves]],
    'set them where something else is ignored': [{ general: respects, own: other }, [leaves]],
    'leave them alone': [{ general: `${replicas}\n      ${respects}` }, []],
    'leave them alone where the template of a generator ignores them': [{ general: respects, own: replicas }, []],
    'leave them alone where it has the option': [{ general: replicas, own: respects }, []],
    'may leave them alone by a patch': [
      { general: replicas, more: patch('spec:\n  syncPolicy:\n    syncOptions:\n    - RespectIgnoreDifferences=true') },
      [],
    ],
    'set them whatever a patch says of pruning': [
      { general: replicas, more: patch('spec:\n  syncPolicy:\n    automated:\n      prune: true') },
      [leaves],
    ],
  }; // prettier-ignore
  it.each(Object.entries(deployments))('%s', (_, [parts, expected]) => {
    expect(found(setOf(parts), leaves)).toEqual(expected);
  });

  it('are judged by what the template of a generator says, too', () => {
    const own = 'syncPolicy: {syncOptions: [RespectIgnoreDiferences=true]}';
    expect(found(setOf({ own }), 'argocd/sync-options-known')).toEqual(['argocd/sync-options-known']);
    const pointer = 'ignoreDifferences: [{kind: Service, jsonPointers: [spec/selector]}]';
    expect(found(setOf({ own: pointer }), 'argocd/pointers-lead-to-fields')).toEqual([
      'argocd/pointers-lead-to-fields',
    ]);
  });
});
