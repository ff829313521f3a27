import { Construct } from 'constructs';
import { isPlainObject } from './manifests/manifest.js';
import type { Suppressions } from './checks.js';

const ofService = [
  'rollout/services-exist',
  'istio/host-exists',
  'istio/destination-rule-host-exists',
  'istio/host-resolvable',
  'k8s/ingress-backend-exists',
  'alb/root-service-exists',
  'alb/service-port-exists',
];

/** The rules that report a missing object, by the prop that names it. */
const missing: Readonly<Record<string, readonly string[]>> = {
  virtualService: ['istio/virtual-service-exists'],
  destinationRule: ['istio/destination-rule-exists'],
  ingress: ['alb/ingress-exists', 'nginx/ingress-exists'],
  route: ['gateway/route-exists'],
  service: ofService,
  stableService: ofService,
  canaryService: ofService,
  rootService: ofService,
  pingService: ofService,
  pongService: ofService,
  activeService: ofService,
  previewService: ofService,
};

/** The kinds at which these rules report, other than the Rollout. */
const reportedAt: Readonly<Record<string, readonly string[]>> = {
  'istio/host-exists': ['VirtualService', 'DestinationRule'],
  'istio/destination-rule-host-exists': ['DestinationRule'],
  'istio/host-resolvable': ['VirtualService'],
  'k8s/ingress-backend-exists': ['Ingress'],
};

/** Whether one of these rules may report at objects of a kind. */
export function mayReportAt(kind: string, rule: string): boolean {
  return (reportedAt[rule] ?? ['Rollout']).includes(kind);
}

/**
 * What cannot be checked when an app is synthesized, because an object is only given by name and is not part of the app.
 */
export function unchecked(props: object): Suppressions {
  const rules = Object.entries(props).flatMap(([key, named]: [string, unknown]) =>
    isPlainObject(named) && !Construct.isConstruct(named) ? (missing[key] ?? []) : [],
  );
  const router = 'router' in props ? props.router : undefined;
  const isOfOther = (rule: string): boolean =>
    ['alb', 'nginx', 'gateway'].some(
      (other) => !String(router).startsWith(other) && rule.startsWith(`${other}/`),
    );
  return Object.fromEntries(
    rules.filter((rule) => !isOfOther(rule)).map((rule) => [rule, 'the object is not part of this app']),
  );
}

/** What cannot be checked for analyses whose templates are not part of the app. */
export function uncheckedTemplates(props: object): Suppressions {
  return holdsExisting(props)
    ? { 'rollout/analysis-template-exists': 'the template is not part of this app' }
    : {};
}

/** What cannot be checked for pods of a Deployment that is only given by name. */
export function uncheckedWorkload(pod: object): Suppressions {
  const isElsewhere = 'workloadRef' in pod && isPlainObject(pod.workloadRef) && 'name' in pod.workloadRef;
  return isElsewhere ? { 'rollout/workload-exists': 'the workload is not part of this app' } : {};
}

/** Whether a list of templates in props has one that is only a name. */
function holdsExisting(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsExisting);
  if (!isPlainObject(value)) return false;
  const { templates } = value;
  if (
    Array.isArray(templates) &&
    templates.some((one) => isPlainObject(one) && 'name' in one && !('metrics' in one))
  )
    return true;
  return Object.values(value).some(holdsExisting);
}
