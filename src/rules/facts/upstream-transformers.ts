import { podLabelSelectors } from '../../kubernetes/kinds/pod-label-selectors.js';
import {
  analyses,
  blueGreenPath,
  canaryPath,
  containerLists,
  inPods,
  routingPath,
} from './kustomize-transformers.js';

/** Where Argo Rollouts publishes its transformer configuration. https://argo-rollouts.readthedocs.io/en/stable/features/kustomize/ */
const addresses: ReadonlySet<string> = new Set([
  'https://argoproj.github.io/argo-rollouts/features/kustomize/rollout-transform.yaml',
  'https://raw.githubusercontent.com/argoproj/argo-rollouts/master/docs/features/kustomize/rollout-transform.yaml',
]);

/** Where objects of Argo Rollouts have pods. */
const podPaths = {
  Rollout: 'spec/template/spec',
  Experiment: 'spec/templates/template/spec',
  AnalysisTemplate: 'spec/metrics/provider/job/spec/template/spec',
} as const;

/** A field of a kind, and whether kustomize adds it where it is absent. */
interface FieldSpec {
  readonly path: string;
  readonly kind: string;
  readonly create?: boolean;
}

function inAllPods(paths: readonly string[]): readonly FieldSpec[] {
  return Object.entries(podPaths).flatMap(([kind, pods]) =>
    paths.map((path) => ({ path: `${pods}/${path}`, kind })),
  );
}

function inRollouts(paths: readonly string[], create?: boolean): readonly FieldSpec[] {
  return paths.map((path) => ({ path, kind: 'Rollout', ...(create !== undefined && { create }) }));
}

const ingresses = inRollouts([`${routingPath}/alb/ingress`, `${routingPath}/nginx/stableIngress`]);

const nameReference = [
  ...Object.entries(inPods).map(([kind, paths]) => ({
    kind,
    version: 'v1',
    ...(kind === 'PriorityClass' && { group: 'scheduling.k8s.io' }),
    fieldSpecs: inAllPods(paths),
  })),
  {
    kind: 'Service',
    version: 'v1',
    fieldSpecs: inRollouts([
      ...['activeService', 'previewService'].map((key) => `${blueGreenPath}/${key}`),
      ...['canaryService', 'stableService'].map((key) => `${canaryPath}/${key}`),
      `${routingPath}/alb/rootService`,
    ]),
  },
  ...(['virtualService', 'destinationRule'] as const).map((key) => ({
    kind: `${key[0]!.toUpperCase()}${key.slice(1)}`,
    group: 'networking.istio.io',
    fieldSpecs: inRollouts([`${routingPath}/istio/${key}/name`]),
  })),
  { kind: 'Ingress', group: 'networking.k8s.io', fieldSpecs: ingresses },
  { kind: 'Ingress', group: 'extensions', fieldSpecs: ingresses },
  {
    kind: 'AnalysisTemplate',
    group: 'argoproj.io',
    fieldSpecs: [...inRollouts(analyses), { path: 'spec/analyses/templateName', kind: 'Experiment' }],
  },
  {
    kind: 'Rollout',
    fieldSpecs: [{ path: 'spec/scaleTargetRef/name', kind: 'HorizontalPodAutoscaler' }],
  },
  { kind: 'Deployment', version: 'v1', group: 'apps', fieldSpecs: inRollouts(['spec/workloadRef/name']) },
  {
    kind: 'Mapping',
    group: 'getambassador.io',
    fieldSpecs: inRollouts([`${routingPath}/ambassador/mappings`]),
  },
];

const variables = ['args', 'command', 'env/value', 'volumeMounts/mountPath'];

/**
 * The transformer configuration that Argo Rollouts publishes, as JSON, if a string is its address: it need not be fetched, because its
 * fields have been the same since April 2021. Undefined for any other string.
 */
export function upstreamTransformers(address: string): string | undefined {
  if (!addresses.has(address)) return undefined;
  return JSON.stringify({
    nameReference,
    commonLabels: [
      ...inRollouts(['spec/selector/matchLabels', 'spec/template/metadata/labels'], true),
      ...inRollouts(
        podLabelSelectors.filter((path) => path.includes('ffinity')),
        false,
      ),
    ],
    commonAnnotations: inRollouts(['spec/template/metadata/annotations'], true),
    varReference: [
      ...inAllPods(containerLists.flatMap((list) => variables.map((path) => `${list}/${path}`))),
      { path: `${podPaths.AnalysisTemplate}/volumes/nfs/server`, kind: 'AnalysisTemplate' },
    ],
    replicas: inRollouts(['spec/replicas'], true),
  });
}
