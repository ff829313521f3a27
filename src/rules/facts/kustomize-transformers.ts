import { podLabelSelectors } from '../../kubernetes/kinds/pod-label-selectors.js';
import { gatewayGroup, routeKinds } from '../../kubernetes/kinds/gateway-defaults.js';
import { routeKeys } from '../../rollouts/routers/gateway-api/config.js';
import { transformersFile } from '../../repository/graph/kustomization.js';
import { gatewayPlugin } from '../../rollouts/routers/gateway-api/plugin.js';

/** Where a kind contains the name of another object; list elements need no step. */
interface NameReference {
  readonly kind: string;
  readonly group?: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export const containerLists = ['containers', 'initContainers'];

/** The references in a pod template, as in https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
export const inPods: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: [
    'volumes/configMap/name',
    'volumes/projected/sources/configMap/name',
    ...containerLists.flatMap((key) => [
      `${key}/env/valueFrom/configMapKeyRef/name`,
      `${key}/envFrom/configMapRef/name`,
    ]),
  ],
  Secret: [
    'volumes/secret/secretName',
    'volumes/projected/sources/secret/name',
    'imagePullSecrets/name',
    ...containerLists.flatMap((key) => [
      `${key}/env/valueFrom/secretKeyRef/name`,
      `${key}/envFrom/secretRef/name`,
    ]),
  ],
  ServiceAccount: ['serviceAccountName'],
  PersistentVolumeClaim: ['volumes/persistentVolumeClaim/claimName'],
  PriorityClass: ['priorityClassName'],
};

export const canaryPath = 'spec/strategy/canary';
export const blueGreenPath = 'spec/strategy/blueGreen';
export const routingPath = `${canaryPath}/trafficRouting`;
/** A slash in a key is escaped: https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/utils/pathsplitter.go */
const pluginPath = `${routingPath}/plugins/${gatewayPlugin.replace('/', '\\/')}`;
export const analyses = [
  `${blueGreenPath}/prePromotionAnalysis/templates/templateName`,
  `${blueGreenPath}/postPromotionAnalysis/templates/templateName`,
  `${canaryPath}/analysis/templates/templateName`,
  `${canaryPath}/steps/analysis/templates/templateName`,
  `${canaryPath}/steps/experiment/analyses/templateName`,
];
const routeHosts = ['http', 'tcp', 'tls'].map((protocol) => `spec/${protocol}/route/destination/host`);

/**
 * The references that kustomize does not know: those of a Rollout, those to a Rollout, and Istio hosts, which are names of
 * Services if they contain no dot. The fields follow Kubernetes and Argo Rollouts:
 * https://argo-rollouts.readthedocs.io/en/stable/features/specification/
 * https://istio.io/latest/docs/reference/config/networking/virtual-service/
 * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/namereference.go
 */
const references: readonly NameReference[] = [
  {
    kind: 'Service',
    fields: {
      Rollout: [
        `${canaryPath}/stableService`,
        `${canaryPath}/canaryService`,
        `${canaryPath}/pingPong/pingService`,
        `${canaryPath}/pingPong/pongService`,
        `${routingPath}/alb/rootService`,
        `${blueGreenPath}/activeService`,
        `${blueGreenPath}/previewService`,
      ],
      VirtualService: [
        'spec/hosts',
        ...routeHosts,
        'spec/http/mirror/host',
        'spec/http/mirrors/destination/host',
      ],
      DestinationRule: ['spec/host'],
      ...Object.fromEntries(routeKinds.map((kind) => [kind, ['spec/rules/backendRefs/name']])),
    },
  },
  ...routeKeys.map(({ kind, single, list }) => ({
    kind,
    group: gatewayGroup,
    fields: { Rollout: [`${pluginPath}/${single}`, `${pluginPath}/${list}/name`] },
  })),
  {
    kind: 'Gateway',
    group: gatewayGroup,
    fields: Object.fromEntries(routeKinds.map((kind) => [kind, ['spec/parentRefs/name']])),
  },
  {
    kind: 'VirtualService',
    group: 'networking.istio.io',
    fields: {
      Rollout: [`${routingPath}/istio/virtualService/name`, `${routingPath}/istio/virtualServices/name`],
    },
  },
  {
    kind: 'DestinationRule',
    group: 'networking.istio.io',
    fields: { Rollout: [`${routingPath}/istio/destinationRule/name`] },
  },
  { kind: 'Gateway', group: 'networking.istio.io', fields: { VirtualService: ['spec/gateways'] } },
  {
    kind: 'Ingress',
    group: 'networking.k8s.io',
    fields: {
      Rollout: [
        `${routingPath}/alb/ingress`,
        `${routingPath}/alb/ingresses`,
        `${routingPath}/nginx/stableIngress`,
        `${routingPath}/nginx/stableIngresses`,
      ],
    },
  },
  { kind: 'AnalysisTemplate', group: 'argoproj.io', fields: { Rollout: analyses } },
  { kind: 'ClusterAnalysisTemplate', group: 'argoproj.io', fields: { Rollout: analyses } },
  ...['Deployment', 'ReplicaSet'].map((kind) => ({
    kind,
    group: 'apps',
    fields: { Rollout: ['spec/workloadRef/name'] },
  })),
  {
    kind: 'Rollout',
    group: 'argoproj.io',
    fields: {
      HorizontalPodAutoscaler: ['spec/scaleTargetRef/name'],
      ScaledObject: ['spec/scaleTargetRef/name'],
    },
  },
  ...Object.entries(inPods).map(([kind, paths]) => ({
    kind,
    fields: { Rollout: paths.map((path) => `spec/template/spec/${path}`) },
  })),
];

/**
 * Fields of a Rollout for labels, annotations and counts, and whether kustomize creates them if absent: creating a template
 * beside a workloadRef would make the Rollout invalid.
 */
const rolloutFields: Readonly<Record<string, readonly (readonly [path: string, creates: boolean])[]>> = {
  commonLabels: [
    ['spec/selector/matchLabels', false],
    ['spec/template/metadata/labels', false],
    ...podLabelSelectors.map((path) => [path, false] as const),
  ],
  templateLabels: [['spec/template/metadata/labels', false]],
  commonAnnotations: [['spec/template/metadata/annotations', false]],
  replicas: [['spec/replicas', true]],
};

/**
 * A transformer configuration for the fields of Rollouts and Istio that kustomize does not know, as YAML to list under
 * `configurations`. https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configurations/
 */
export function kustomizeTransformers(): string {
  const lines = [
    '# What kustomize does not know about Argo Rollouts and Istio. List this file in kustomization.yaml:',
    '#   configurations:',
    `#     - ${transformersFile}`,
    '# in each folder that sets namePrefix, nameSuffix, labels or replicas, or generates ConfigMaps or Secrets, or in',
    '# the base that these folders share.',
    'nameReference:',
  ];
  for (const { kind, group, fields } of references) {
    lines.push(`  - kind: ${kind}`);
    if (group !== undefined) lines.push(`    group: ${group}`);
    lines.push('    fieldSpecs:');
    for (const [user, paths] of Object.entries(fields))
      for (const path of paths) lines.push(`      - kind: ${user}`, `        path: ${path}`);
  }
  for (const [transformer, specs] of Object.entries(rolloutFields)) {
    lines.push(`${transformer}:`);
    for (const [path, creates] of specs)
      lines.push('  - kind: Rollout', `    path: ${path}`, `    create: ${creates}`);
  }
  return `${lines.join('\n')}\n`;
}
