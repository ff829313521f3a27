import { isDnsLabel, isDnsSubdomain } from '../../../model/dns-name.js';
import { isFilledIn, isTextFilledIn } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import type { Refusals } from '../refusal.js';

/** Groups whose kinds are defined by CustomResourceDefinitions. Objects for `istioctl install` never reach an API server. */
const customGroups = /^(?:argoproj\.io|gateway\.networking\.k8s\.io|(?!install)[a-z]+\.istio\.io)$/;

/**
 * Kinds of Kubernetes whose names are DNS subdomains. Others allow more: names of roles may contain a colon.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go
 */
const subdomains: ReadonlyMap<string, readonly string[]> = new Map([
  ['', ['ConfigMap', 'Endpoints', 'PersistentVolumeClaim', 'Pod', 'Secret', 'ServiceAccount']],
  ['apps', ['DaemonSet', 'Deployment', 'ReplicaSet']],
  ['autoscaling', ['HorizontalPodAutoscaler']],
  ['batch', ['CronJob', 'Job']],
  ['networking.k8s.io', ['Ingress', 'IngressClass', 'NetworkPolicy']],
]);

/** Kinds whose names are a single label; those of Services may start with a digit since Kubernetes 1.36. */
const labels: ReadonlySet<string> = new Set(['Namespace', 'Service']);

/** Kinds whose names only have to be a segment of a path, but must be there. */
function isPathSegment({ group, kind }: Resource): boolean {
  return group === 'policy' && kind === 'PodDisruptionBudget';
}

/** What the API server rejects in the name and the namespace of an object. */
export function* nameRefusals(resource: Resource): Refusals {
  const { group, kind, name, namespace } = resource;
  const isLabel = group === '' && labels.has(kind);
  const isDns = isLabel || customGroups.test(group) || subdomains.get(group)?.includes(kind) === true;
  if (name === '' && (isDns || isPathSegment(resource))) yield* withoutName(resource);
  if (isDns) {
    const isRight = isLabel ? isDnsLabel(name) : isDnsSubdomain(name);
    if (!isRight && !isLeftOpen(resource, name))
      yield { at: resource.at('metadata', 'name'), problem: dnsNameProblem(name, isLabel) };
  }
  if (namespace !== undefined && namespace !== '' && !isDnsLabel(namespace))
    if (!isLeftOpen(resource, namespace))
      yield { at: resource.at('metadata', 'namespace'), problem: dnsNameProblem(namespace, true) };
}

/** An object with `generateName` needs no name. */
function* withoutName(resource: Resource): Refusals {
  const metadata = resource.at('metadata');
  const [at, prefix] = [metadata.at('name'), metadata.at('generateName')];
  const isMap = !metadata.exists || metadata.shape === 'map';
  if (resource.isReadable && isMap && (prefix.text ?? '') === '' && ![metadata, at].some(isFilledIn))
    yield { at, problem: 'is missing; add it', rests: [metadata] };
}

/** Whether a name is absent, or filled in later. */
function isLeftOpen(resource: Resource, name: string): boolean {
  return name === '' || isTextFilledIn(resource, name) || hasStandIn(name);
}

/**
 * Whether a name contains a placeholder: a word in capitals, `SERVICE_NAME-canary`, or a mark of a pipeline, `web-#{version}#`.
 * A protocol in capitals is what it says, such as the name of a port.
 */
export function hasStandIn(name: string): boolean {
  if (protocolNames.has(name)) return false;
  return /(?:^|[-.])[A-Z][A-Z0-9_]{2,}(?:[-.]|$)|#\{/.test(name);
}

function dnsNameProblem(name: string, isLabel: boolean): string {
  const most = isLabel ? 63 : 253;
  if (name.length > most) return `has ${name.length} characters; it must have no more than ${most}`;
  return `is not a DNS name: "${name}"; use lower case letters, digits, "-"${isLabel ? '' : ' and "."'}`;
}

const protocolNames: ReadonlySet<string> = new Set([
  ...['TCP', 'UDP', 'SCTP', 'TLS', 'HTTP', 'HTTPS', 'HTTP2', 'GRPC', 'GRPC-WEB'],
  ...['MONGO', 'MYSQL', 'REDIS'],
]);
