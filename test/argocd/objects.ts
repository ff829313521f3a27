import { diffSettings } from '../../src/argocd/application-settings.js';
import { compareObjects, type DiffResult } from '../../src/argocd/diff.js';
import type { JsonMap } from '../../src/kubernetes/objects/json.js';
import { lastAppliedAnnotation } from '../../src/argocd/last-applied.js';
import type { IgnoreRule } from '../../src/argocd/match.js';
import { systemSettings, type DiffSettings } from '../../src/argocd/settings.js';
import { parseArgoCdVersion } from '../../src/argocd/version.js';

export interface RuleText {
  readonly group?: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
  readonly managedFieldsManagers?: readonly string[];
}

export function rule({ group = '', kind, name = '', namespace = '', ...rest }: RuleText): IgnoreRule {
  const { jsonPointers = [], jqPathExpressions = [], managedFieldsManagers = [] } = rest;
  return {
    group,
    kind,
    name,
    namespace,
    jsonPointers: jsonPointers.map((text) => ({ text })),
    jqPathExpressions: jqPathExpressions.map((text) => ({ text })),
    managedFieldsManagers,
  };
}

export interface Given {
  readonly rules?: readonly RuleText[];
  readonly version?: string;
  readonly configMap?: Readonly<Record<string, string>>;
  readonly syncOptions?: readonly string[];
  readonly compareOptions?: readonly string[];
  readonly serverSideDiff?: boolean;
}

export function settings({
  rules = [],
  syncOptions = [],
  compareOptions = [],
  ...system
}: Given = {}): DiffSettings {
  const version = parseArgoCdVersion(system.version ?? '3.5.1');
  const { configMap, serverSideDiff = false } = system;
  return diffSettings(
    { rules: rules.map(rule), syncOptions, compareOptions },
    systemSettings(configMap, version, { serverSideDiff }),
  );
}

/** A live object that kubectl has applied from a manifest. */
export function appliedFrom(live: JsonMap, lastApplied: JsonMap): JsonMap {
  const metadata = live['metadata'] as JsonMap;
  const annotations = {
    ...(metadata['annotations'] as JsonMap | undefined),
    [lastAppliedAnnotation]: JSON.stringify(lastApplied),
  };
  return { ...live, metadata: { ...metadata, annotations } };
}

/** The strategies of Argo CD, by what makes it take them. */
export const strategies = {
  'three-way': (live: JsonMap, git: JsonMap, given: Given = {}): DiffResult =>
    compareObjects({ live: appliedFrom(live, git), target: git }, settings(given)),
  'two-way': (live: JsonMap, git: JsonMap, given: Given = {}): DiffResult =>
    compareObjects({ live, target: git }, settings(given)),
  'structured-merge': (live: JsonMap, git: JsonMap, given: Given = {}): DiffResult =>
    compareObjects({ live, target: git }, settings({ ...given, syncOptions: ['ServerSideApply=true'] })),
  'server-side': (live: JsonMap, git: JsonMap, given: Given = {}): DiffResult =>
    compareObjects({ live, target: git }, settings({ ...given, serverSideDiff: true })),
} as const;

export type Strategy = keyof typeof strategies;

/** In one word what Argo CD says; an error or an unknown outcome as it is. */
export function verdict(comparison: DiffResult): string {
  if ('error' in comparison) return `error: ${comparison.error}`;
  if ('unknown' in comparison) return `unknown: ${comparison.unknown}`;
  return comparison.isModified ? 'OutOfSync' : 'Synced';
}

const metadata = (more: JsonMap = {}): JsonMap => ({ name: 'web', namespace: 'shop', ...more });

export const service = (selector: JsonMap, annotations?: JsonMap): JsonMap => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(annotations ? { annotations } : {}),
  spec: { ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }], selector },
});

export const virtualService = (...http: readonly unknown[]): JsonMap => ({
  apiVersion: 'networking.istio.io/v1',
  kind: 'VirtualService',
  metadata: metadata(),
  spec: { hosts: ['web'], http },
});

export const destinationRule = (subsets: readonly unknown[], annotations?: JsonMap): JsonMap => ({
  apiVersion: 'networking.istio.io/v1',
  kind: 'DestinationRule',
  metadata: metadata(annotations ? { annotations } : {}),
  spec: { host: 'web', subsets },
});

export const httpRoute = (rules: readonly unknown[], labels?: JsonMap): JsonMap => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: metadata(labels ? { labels } : {}),
  spec: { rules },
});

export const ingress = (paths: readonly string[], annotations?: JsonMap): JsonMap => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: metadata(annotations ? { annotations } : {}),
  spec: {
    rules: [
      {
        http: {
          paths: paths.map((name) => ({
            path: '/',
            pathType: 'Prefix',
            backend: { service: { name, port: { name: 'use-annotation' } } },
          })),
        },
      },
    ],
  },
});

export const route = (...weights: readonly (number | undefined)[]): JsonMap => ({
  name: 'primary',
  route: weights.map((weight, index) => ({
    destination: { host: index === 0 ? 'stable' : 'canary' },
    ...(weight === undefined ? {} : { weight }),
  })),
});

export const headerRoute: JsonMap = {
  name: 'canary-header',
  match: [{ headers: { canary: { exact: 'yes' } } }],
  route: [{ destination: { host: 'canary' }, weight: 100 }],
};
