import { nearestName } from '../../model/nearest-name.js';
import { published, publishersOf } from './published-kinds.js';

/** Other common kinds, with the API groups that have one of this name. */
const otherGroups: Readonly<Record<string, readonly string[]>> = {
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

/** The API groups with a kind of a name; undefined for an unknown name. */
export function groupsOf(kind: string): readonly string[] | undefined {
  const groups = [...publishersOf(kind), ...(Object.hasOwn(otherGroups, kind) ? otherGroups[kind]! : [])];
  return groups.length === 0 ? undefined : groups;
}

const plurals = new Map(
  [...Object.values(published).flat(), ...Object.keys(otherGroups)].flatMap((kind) => {
    const lower = kind.toLowerCase();
    const plural = lower.replace(/(ss|x)$/, '$1e').replace(/([^aeiou])y$/, '$1ie');
    return [[lower, kind] as const, [`${plural}s`, kind] as const];
  }),
);

/** The kind that a word in the plural or with other capitals means. */
export function kindMeant(word: string): string | undefined {
  const kind = plurals.get(word.toLowerCase());
  return kind === word ? undefined : kind;
}

/** The kind of any API group that a misspelled one probably means; undefined for a known one, and for one that resembles none. */
export function misspeltKind(word: string): string | undefined {
  if (groupsOf(word) !== undefined) return undefined;
  return kindMeant(word) ?? nearestName(word, plurals.values(), word.length > 4 ? 2 : 1);
}
