import { istioGroup } from '../kubernetes/kinds/virtual-service.js';
import { memoize } from '../model/memo.js';
import { deletePaths } from './jq/jq.js';
import { waysOfExpression } from './ignored-way.js';

/** What other programs than Argo CD write into the objects of a kind that Git describes. */
interface OtherWriters {
  readonly group: string;
  readonly kind: string;
  /** Fields that one of them is known to write. */
  readonly written: readonly string[];
  /** Fields that one of them may write in some clusters. */
  readonly possible?: readonly string[];
  /** Whether nothing writes any other field of the kind, so that all other values come from Git. */
  readonly isAll?: boolean;
}

/** The API server, controllers and users write these in every kind. */
const everywhere: readonly string[] = ['.metadata', '.status', '.spec.replicas'];

/**
 * What mutating webhooks of clouds and policies fill in, and tools that restart or resize pods write.
 * https://cloud.google.com/kubernetes-engine/docs/concepts/autopilot-overview
 */
const pods: Omit<OtherWriters, 'group' | 'kind'> = {
  written: [
    '.spec.template.metadata',
    '.spec.template.spec.containers[]?.resources',
    '.spec.paused',
    '.spec.restartAt',
    // The API server completes these, and lets no edit of them pass.
    '.spec.volumeClaimTemplates',
  ],
  possible: [
    '.spec.template.spec.affinity',
    '.spec.template.spec.imagePullSecrets',
    '.spec.template.spec.nodeSelector',
    '.spec.template.spec.securityContext',
    '.spec.template.spec.tolerations',
    '.spec.template.spec.topologySpreadConstraints',
    ...['containers', 'initContainers'].flatMap((list) => [
      `.spec.template.spec.${list}[]?.imagePullPolicy`,
      `.spec.template.spec.${list}[]?.securityContext`,
    ]),
  ],
  isAll: true,
};

/**
 * The injector of cert-manager and istiod write the certificate, istiod the failure policy of its own, and the admission enforcer
 * of AKS the selector. https://cert-manager.io/docs/concepts/ca-injector/
 */
const webhooks: Omit<OtherWriters, 'group' | 'kind'> = {
  written: [
    '.webhooks[]?.clientConfig.caBundle',
    '.webhooks[]?.failurePolicy',
    '.webhooks[]?.namespaceSelector',
  ],
  isAll: true,
};

const admission = 'admissionregistration.k8s.io';
const gateway = 'gateway.networking.k8s.io';
const nothingWritten: Omit<OtherWriters, 'group' | 'kind'> = { written: [], isAll: true };

const knownWriters: readonly OtherWriters[] = [
  ...['Deployment', 'StatefulSet', 'DaemonSet'].map((kind) => ({ group: 'apps', kind, ...pods })),
  { group: 'argoproj.io', kind: 'Rollout', ...pods },
  { group: 'argoproj.io', kind: 'AnalysisTemplate', ...nothingWritten },
  { group: 'argoproj.io', kind: 'ClusterAnalysisTemplate', ...nothingWritten },
  { group: admission, kind: 'MutatingWebhookConfiguration', ...webhooks },
  { group: admission, kind: 'ValidatingWebhookConfiguration', ...webhooks },
  // The API server returned the metrics in another order while it stored them as autoscaling/v1.
  {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    written: [],
    possible: ['.spec.metrics'],
    isAll: true,
  },
  { group: 'keda.sh', kind: 'ScaledObject', ...nothingWritten },
  { group: 'policy', kind: 'PodDisruptionBudget', ...nothingWritten },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy', ...nothingWritten },
  {
    group: istioGroup,
    kind: 'VirtualService',
    written: ['http', 'tcp', 'tls'].map((routes) => `.spec.${routes}[]?.route[]?.weight`),
    isAll: true,
  },
  {
    group: istioGroup,
    kind: 'DestinationRule',
    written: ['.spec.subsets[]?.labels["rollouts-pod-template-hash"]'],
    isAll: true,
  },
  ...['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute'].map((kind) => ({
    group: gateway,
    kind,
    written: ['.spec.rules[]?.backendRefs[]?.weight'],
    isAll: true,
  })),
  {
    group: '',
    kind: 'Service',
    written: [
      '.spec.selector["rollouts-pod-template-hash"]',
      '.spec.ports[]?.nodePort',
      '.spec.clusterIP',
      '.spec.clusterIPs',
      '.spec.externalIPs',
      '.spec.healthCheckNodePort',
      '.spec.ipFamilies',
      '.spec.ipFamilyPolicy',
      '.spec.loadBalancerIP',
    ],
    isAll: true,
  },
  // The solver of cert-manager may edit an Ingress in place.
  { group: 'networking.k8s.io', kind: 'Ingress', written: [], possible: ['.spec.rules', '.spec.tls'] },
  { group: '', kind: 'ServiceAccount', written: ['.secrets', '.imagePullSecrets'] },
  // The API server and the provisioner complete it, and nothing but its size can be edited.
  { group: '', kind: 'PersistentVolumeClaim', written: ['.spec'] },
  { group: '', kind: 'PersistentVolume', written: ['.spec.claimRef'] },
  { group: 'batch', kind: 'CronJob', written: ['.spec.suspend'] },
  { group: 'batch', kind: 'Job', written: ['.spec'] },
  // An aggregated role gets its rules from others.
  { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', written: ['.rules'] },
  { group: 'apiregistration.k8s.io', kind: 'APIService', written: ['.spec.caBundle'] },
  {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    written: ['.spec.conversion', '.spec.preserveUnknownFields', '.spec.names'],
  },
];

const byKind: ReadonlyMap<string, OtherWriters> = new Map(
  knownWriters.map((writers) => [`${writers.group}/${writers.kind}`, writers]),
);

function writersOf({ group, kind }: { readonly group: string; readonly kind: string }): OtherWriters {
  return byKind.get(`${group}/${kind}`) ?? { group, kind, written: [] };
}

/** An object without what other programs write, and without what they only may write. */
export interface OwnParts {
  /** Values that come from Git, or from a program that is not known here. */
  readonly own: unknown;
  /** Values that certainly come from Git alone; undefined if that is not known for the kind. */
  readonly certain: unknown;
}

/** The parts of an object in Git that no other program is known to write. */
export const ownParts = memoize((object: object): OwnParts => {
  const { apiVersion, kind } = object as { readonly apiVersion?: unknown; readonly kind?: unknown };
  const [group = ''] = /^[^/]*(?=\/)/.exec(String(apiVersion)) ?? [];
  const { written, possible = [], isAll = false } = writersOf({ group, kind: String(kind) });
  const own = withoutSelected(object, [...everywhere, ...written]);
  return { own, certain: isAll ? withoutSelected(own, possible) : undefined };
});

function withoutSelected(object: unknown, expressions: readonly string[]): unknown {
  return expressions.reduce((rest, expression) => {
    const result = deletePaths(expression, rest);
    return 'ok' in result ? result.ok : rest;
  }, object);
}

/** The expression for the first field below a path that another program writes in objects of a kind. */
export function writtenBelow(
  type: { readonly group: string; readonly kind: string },
  path: readonly string[],
): string | undefined {
  return writersOf(type).written.find((expression) => {
    const [way = []] = waysOfExpression(expression);
    const keys = way.flatMap((step) => (step.type === 'key' ? [step.key] : []));
    return keys.length > path.length && path.every((key, index) => key === keys[index]);
  });
}
