import { nearestName } from '../../model/nearest-name.js';
import { published, publishersOf } from './published-kinds.js';

/** Other kinds that people deploy, with the API groups that have one of this name. */
const others: Readonly<Record<string, readonly string[]>> = {
  ApisixRoute: ['apisix.apache.org'],
  Certificate: ['cert-manager.io'],
  ClusterIssuer: ['cert-manager.io'],
  ClusterRole: ['rbac.authorization.k8s.io'],
  ClusterRoleBinding: ['rbac.authorization.k8s.io'],
  CronJob: ['batch'],
  CustomResourceDefinition: ['apiextensions.k8s.io'],
  ExternalSecret: ['external-secrets.io'],
  IngressRoute: ['traefik.io', 'traefik.containo.us'],
  Issuer: ['cert-manager.io'],
  Job: ['batch'],
  MutatingWebhookConfiguration: ['admissionregistration.k8s.io'],
  PodMonitor: ['monitoring.coreos.com'],
  Role: ['rbac.authorization.k8s.io'],
  RoleBinding: ['rbac.authorization.k8s.io'],
  Route: ['route.openshift.io'],
  ScaledObject: ['keda.sh'],
  ServiceMonitor: ['monitoring.coreos.com'],
  TraefikService: ['traefik.io', 'traefik.containo.us'],
  TrafficSplit: ['split.smi-spec.io'],
  ValidatingWebhookConfiguration: ['admissionregistration.k8s.io'],
  VirtualService: ['appmesh.k8s.aws'],
};

/** The API groups that have a kind of a name; undefined for a name that is not known here. */
export function groupsOf(kind: string): readonly string[] | undefined {
  const groups = [...publishersOf(kind), ...(Object.hasOwn(others, kind) ? others[kind]! : [])];
  return groups.length === 0 ? undefined : groups;
}

const plurals = new Map(
  [...Object.values(published).flat(), ...Object.keys(others)].flatMap((kind) => {
    const lower = kind.toLowerCase();
    const plural = lower.replace(/(ss|x)$/, '$1e').replace(/([^aeiou])y$/, '$1ie');
    return [[lower, kind] as const, [`${plural}s`, kind] as const];
  }),
);

/** The kind that a word means which is written in the plural, or with other capitals. */
export function kindMeant(word: string): string | undefined {
  const kind = plurals.get(word.toLowerCase());
  return kind === word ? undefined : kind;
}

/** The kind that a misspelt one is likely to mean, of any API group; undefined for one that is known or like none. */
export function misspeltKind(word: string): string | undefined {
  if (groupsOf(word) !== undefined) return undefined;
  return kindMeant(word) ?? nearestName(word, plurals.values(), word.length > 4 ? 2 : 1);
}
