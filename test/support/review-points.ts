/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- Objects, of which a review looks at any part. */
/** An object of a service, as it is in a cluster. */
export interface Made {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: Loose;
  readonly [key: string]: unknown;
}

type Loose = any;

/** What a review looks at: the objects of one environment, and what deploys them. */
export interface Reviewed {
  readonly objects: readonly Made[];
  /** Applications and ApplicationSets. */
  readonly deployers: readonly Made[];
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** The same objects for another release; undefined if they are not those of a chart. */
  readonly otherRelease?: readonly Made[];
  /** Whether each environment has a copy of all files. */
  readonly isRepeated?: boolean;
  /** The values of the chart, and their schema. */
  readonly values?: { readonly values: Loose; readonly schema: Loose };
}

/** A point of docs/review.md: whether it is met; undefined where it does not apply. */
type Point = (reviewed: Reviewed, its: Parts) => boolean | undefined;

/** The parts of a service that points ask for again and again. */
interface Parts {
  readonly rollout: Loose;
  readonly pod: Loose;
  readonly container: Loose;
  readonly strategy: Loose;
  readonly steps: readonly Loose[];
  readonly of: (kind: string) => readonly Loose[];
}

function partsOf({ objects }: Reviewed): Parts {
  const of = (kind: string): readonly Loose[] => objects.filter((one) => one.kind === kind);
  const [rollout] = of('Rollout');
  const pod = rollout?.spec.template.spec;
  const strategy = rollout?.spec.strategy.canary ?? rollout?.spec.strategy.blueGreen;
  return { rollout, pod, container: pod?.containers[0], strategy, steps: strategy?.steps ?? [], of };
}

/** The points that are not met, by their numbers. */
export function unmetPoints(reviewed: Reviewed): readonly number[] {
  const its = partsOf(reviewed);
  return Object.entries(points).flatMap(([number, point]) =>
    point(reviewed, its) === false ? [Number(number)] : [],
  );
}

const seconds = (container: Loose): number => container.lifecycle?.preStop?.sleep?.seconds ?? 0;

/** How long the router sends requests to a pod that ends. */
function deregistration({ of }: Parts): number {
  const attributes = of('Ingress').map(
    (one) => one.metadata.annotations?.['alb.ingress.kubernetes.io/target-group-attributes'] ?? '',
  );
  const isAlb = of('Ingress').some((one) => one.spec.ingressClassName === 'alb');
  const [, delay] = /deregistration_delay\.timeout_seconds=(\d+)/.exec(attributes.join()) ?? [];
  return isAlb ? Number(delay ?? 300) : 5;
}

function isSubset(one: Loose, other: Loose): boolean {
  return Object.entries(one ?? {}).every(([key, value]) => other?.[key] === value);
}

const changing = ['app.kubernetes.io/version', 'helm.sh/chart', 'version'];

export const points: Readonly<Record<number, Point>> = {
  1: (_, its) => seconds(its.container) >= deregistration(its),
  2: (_, { pod, container }) =>
    (pod.terminationGracePeriodSeconds ?? 30) - seconds(container) >= 30 && seconds(container) > 0,
  3: (_, { container }) => container.readinessProbe !== undefined,
  4: (_, { container: { livenessProbe, readinessProbe } }) =>
    livenessProbe !== undefined && JSON.stringify(livenessProbe) !== JSON.stringify(readinessProbe),
  5: (_, { container }) => container.startupProbe !== undefined,
  6: (_, { container: { resources: { requests = {}, limits = {} } = {} } }) =>
    Boolean(requests.cpu && requests.memory && limits.memory),
  7: (_, { container: { resources: { requests = {}, limits = {} } = {} } }) =>
    Boolean(requests['ephemeral-storage'] && limits['ephemeral-storage']),
  8: (_, { container }) => /(?::(?!latest$)[\w][-.\w]*|@sha256:[0-9a-f]{64})$/.test(container.image),
  9: (_, { container }) =>
    container.imagePullPolicy === (/:latest$/.test(container.image) ? 'Always' : 'IfNotPresent'),
  10: (_, { pod: { securityContext: own = {} } }) =>
    own.runAsNonRoot === true && own.runAsUser > 10_000 && own.runAsGroup > 10_000,
  11: (_, { container: { securityContext: own = {} } }) =>
    own.allowPrivilegeEscalation === false && own.privileged !== true,
  12: (_, { container }) => Boolean(container.securityContext?.capabilities?.drop?.includes('ALL')),
  13: (_, { container, pod }) =>
    container.securityContext?.readOnlyRootFilesystem === true &&
    pod.volumes.some((one: Loose) => one.emptyDir !== undefined),
  14: (_, { pod }) => pod.securityContext?.seccompProfile?.type === 'RuntimeDefault',
  15: (_, { pod, container }) =>
    !pod.hostNetwork &&
    !pod.hostPID &&
    !pod.hostIPC &&
    !(pod.volumes ?? []).some((one: Loose) => one.hostPath) &&
    !(container.ports ?? []).some((one: Loose) => one.hostPort),
  16: (_, { pod, of }) => of('ServiceAccount').some((one) => one.metadata.name === pod.serviceAccountName),
  17: (_, { pod }) => pod.automountServiceAccountToken === false,
  18: (_, { of, rollout }) =>
    of('NetworkPolicy').some(
      ({ spec }) =>
        isSubset(spec.podSelector.matchLabels, rollout.spec.template.metadata.labels) &&
        spec.policyTypes.includes('Ingress') &&
        spec.policyTypes.includes('Egress'),
    ),
  19: ({ objects }, { container, pod }) =>
    !objects.some(({ kind }) => kind === 'Secret') &&
    !(container.env ?? []).some((one: Loose) => /secret|password|token/i.test(one.name) && one.value) &&
    (pod.volumes ?? []).some((one: Loose) => one.secret !== undefined),
  20: (_, { rollout, of }) => {
    const [scaler] = [...of('HorizontalPodAutoscaler'), ...of('ScaledObject')];
    const least = scaler
      ? (scaler.spec.minReplicas ?? scaler.spec.minReplicaCount ?? 1)
      : rollout.spec.replicas;
    return (least ?? 1) >= 2;
  },
  21: (_, { of, rollout }) =>
    of('PodDisruptionBudget').some(
      ({ spec }) =>
        isSubset(spec.selector.matchLabels, rollout.spec.template.metadata.labels) &&
        spec.maxUnavailable >= 1,
    ),
  22: (_, { pod }) => JSON.stringify(pod.affinity?.podAntiAffinity ?? '').includes('kubernetes.io/hostname'),
  23: (_, { pod }) =>
    JSON.stringify(pod.topologySpreadConstraints ?? '').includes('topology.kubernetes.io/zone'),
  24: (_, { rollout, of }) =>
    [...of('HorizontalPodAutoscaler'), ...of('ScaledObject')].some(
      ({ spec }) =>
        spec.scaleTargetRef.kind === 'Rollout' && spec.scaleTargetRef.name === rollout.metadata.name,
    ) && rollout.spec.replicas === undefined,
  25: ({ deployers }, { of }) => {
    const albs = of('Ingress').filter((one) => one.spec.ingressClassName === 'alb');
    if (albs.length === 0) return undefined;
    return (
      albs.every((one) => one.metadata.annotations['alb.ingress.kubernetes.io/target-type'] === 'ip') &&
      deployers.every((one) =>
        JSON.stringify(one).includes('"elbv2.k8s.aws/pod-readiness-gate-inject":"enabled"'),
      )
    );
  },
  26: ({ objects, otherRelease }) =>
    objects.every(({ metadata: { labels = {} } }) =>
      ['name', 'part-of', ...(otherRelease ? ['instance', 'managed-by'] : [])].every(
        (key) => labels[`app.kubernetes.io/${key}`] !== undefined,
      ),
    ),
  27: (_, { of, rollout }) => {
    const { selector, template } = rollout.spec;
    const selectors = [selector.matchLabels, ...of('Service').map(({ spec }) => spec.selector)];
    return selectors.every(
      (one) =>
        Object.keys(one ?? {}).length > 0 &&
        isSubset(one, template.metadata.labels) &&
        !Object.keys(one).some((key) => changing.includes(key)),
    );
  },
  28: (_, { of, container }) =>
    of('Service').length > 0 &&
    of('Service').every(
      ({ spec }) =>
        (spec.type ?? 'ClusterIP') === 'ClusterIP' &&
        spec.ports.every((one: Loose) =>
          container.ports?.some((port: Loose) => port.name === one.targetPort),
        ),
    ),
  29: ({ objects, deployers, namespace }) =>
    objects.every(({ metadata }) => (metadata.namespace ?? namespace) === namespace) &&
    namespace !== 'default' &&
    deployers.length > 0 &&
    deployers.every((one) => JSON.stringify(one).includes('CreateNamespace=true')),
  30: ({ objects, otherRelease }) => {
    if (!otherRelease) return undefined;
    const names = new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    return !otherRelease.some(({ kind, metadata }) => names.has(`${kind} ${metadata.name}`));
  },
  31: ({ values }) =>
    values &&
    ['image', 'resources', 'env', 'probes', 'port', 'podAnnotations'].every(
      (key) => values.values[key] !== undefined && values.schema.properties[key] !== undefined,
    ),
  32: (_, { steps, strategy }) => {
    if (strategy.activeService !== undefined) return strategy.autoPromotionEnabled === false;
    const weights = steps.flatMap(({ setWeight }, index) => (setWeight === undefined ? [] : [index]));
    const [first] = weights;
    return (
      first !== undefined &&
      steps[first].setWeight <= 25 &&
      weights.every((at, index) =>
        steps.slice(at, weights[index + 1]).some(({ pause }) => pause !== undefined),
      )
    );
  },
  33: (_, { of, strategy, steps }) =>
    of('AnalysisTemplate').length > 0 &&
    [
      strategy.analysis,
      strategy.prePromotionAnalysis,
      strategy.postPromotionAnalysis,
      ...steps.map((one) => one.analysis),
    ].some((one) =>
      one?.templates.some((ref: Loose) =>
        of('AnalysisTemplate').some(({ metadata }) => metadata.name === ref.templateName),
      ),
    ),
  34: (_, { of, strategy, steps }) => {
    const [template] = of('AnalysisTemplate');
    const begins = strategy.analysis?.startingStep;
    const before = steps.slice(0, begins ?? 0);
    return (
      /\{\{args\.(?:canary-hash|canary-service|preview-service)\}\}/.test(JSON.stringify(template ?? '')) &&
      (strategy.analysis === undefined || before.some(({ setWeight }) => setWeight > 0)) &&
      (template?.spec.metrics ?? []).every((one: Loose) => one.failureLimit >= 1 || one.provider.job)
    );
  },
  35: (_, { steps, strategy }) => {
    const at = steps.findIndex((one) => one.setHeaderRoute?.match);
    if (at === -1) return undefined;
    return (
      steps.slice(0, at).some((one) => one.setCanaryScale?.weight > 0 || one.setWeight > 0) &&
      strategy.trafficRouting.managedRoutes.some((one: Loose) => one.name === steps[at].setHeaderRoute.name)
    );
  },
  36: (_, { rollout }) => rollout.spec.progressDeadlineAbort === true,
  37: (_, { rollout, strategy }) =>
    rollout.spec.revisionHistoryLimit <= 5 &&
    rollout.spec.revisionHistoryLimit >= 1 &&
    (strategy.scaleDownDelaySeconds ?? 30) >= 30,
  38: (_, { rollout }) =>
    ['on-rollout-aborted', 'on-rollout-completed'].every((trigger) =>
      Object.keys(rollout.metadata.annotations ?? {}).some((key) =>
        key.startsWith(`notifications.argoproj.io/subscribe.${trigger}.`),
      ),
    ),
  39: ({ deployers }) =>
    deployers.length > 0 &&
    deployers.every(({ kind, spec }) => {
      const { syncPolicy, ignoreDifferences = [] } = kind === 'ApplicationSet' ? spec.template.spec : spec;
      const isWhole = ignoreDifferences.some(
        (one: Loose) => one.jsonPointers?.includes('/spec') || one.jqPathExpressions?.includes('.spec'),
      );
      return syncPolicy.automated.prune === true && syncPolicy.automated.selfHeal === true && !isWhole;
    }),
  40: ({ deployers, isRepeated }) =>
    !isRepeated && deployers.length === 1 && deployers.every(({ kind }) => kind === 'ApplicationSet'),
};
