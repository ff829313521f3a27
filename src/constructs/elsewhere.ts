import { Construct } from 'constructs';
import { isPlain } from './manifests/manifest.js';
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

/** The rules that miss an object, by the prop that names it. */
const missing: Readonly<Record<string, readonly string[]>> = {
  virtualService: ['istio/virtual-service-exists'],
  destinationRule: ['istio/destination-rule-exists'],
  ingress: ['alb/ingress-exists', 'nginx/ingress-exists'],
  route: ['gateway/route-exists'],
  service: ofService,
  stableService: ofService,
  canaryService: ofService,
  rootService: ofService,
  activeService: ofService,
  previewService: ofService,
};

/** Where these rules report, when it is not at the Rollout. */
const reportedAt: Readonly<Record<string, readonly string[]>> = {
  'istio/host-exists': ['VirtualService', 'DestinationRule'],
  'istio/destination-rule-host-exists': ['DestinationRule'],
  'istio/host-resolvable': ['VirtualService'],
  'k8s/ingress-backend-exists': ['Ingress'],
};

/** Whether one of these rules may report at objects of a kind, so that one of them has to say what is not checked. */
export function mayReportAt(kind: string, rule: string): boolean {
  return (reportedAt[rule] ?? ['Rollout']).includes(kind);
}

/**
 * What cannot be checked when an app is synthesized, because somebody said of an object that it exists and gave its name
 * alone: it is not of this app.
 */
export function unchecked(props: object): Suppressions {
  const rules = Object.entries(props).flatMap(([key, named]: [string, unknown]) =>
    isPlain(named) && !Construct.isConstruct(named) ? (missing[key] ?? []) : [],
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

/** What cannot be checked of analyses whose templates exist elsewhere. */
export function uncheckedTemplates(props: object): Suppressions {
  return holdsExisting(props)
    ? { 'rollout/analysis-template-exists': 'the template is not part of this app' }
    : {};
}

/** What cannot be checked of pods that a Deployment describes which is known by its name alone. */
export function uncheckedWorkload(pod: object): Suppressions {
  const isElsewhere = 'workloadRef' in pod && isPlain(pod.workloadRef) && 'name' in pod.workloadRef;
  return isElsewhere ? { 'rollout/workload-exists': 'the workload is not part of this app' } : {};
}

/** Whether a list of templates somewhere in props has one that is a name alone. */
function holdsExisting(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsExisting);
  if (!isPlain(value)) return false;
  const { templates } = value;
  if (
    Array.isArray(templates) &&
    templates.some((one) => isPlain(one) && 'name' in one && !('metrics' in one))
  )
    return true;
  return Object.values(value).some(holdsExisting);
}
