import { memoizeAnswers } from '../../model/memo.js';
import { ControllerError, failingIn, panic } from '../../kubernetes/objects/controller-error.js';
import type { Labels, OwnerReference } from '../../kubernetes/objects/object.js';
import type { NginxRouting, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import {
  findIngress,
  live,
  notFound,
  patch,
  serviceName,
  type IngressChange,
  type IngressObject,
  type IngressRule,
} from './ingress-object.js';
import type { Reconciler, RoutingPass } from './reconciler.js';
import { writeCopy } from '../../kubernetes/validation/write.js';

/**
 * ingress-nginx: what the controller does to the canary Ingresses that it creates next to the stable ones, which it never writes.
 * Experiments get no traffic.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go
 */
export const nginxReconciler: Reconciler = {
  removeManagedRoutes() {
    // Header routes are not supported.
  },

  setHeaderRoute() {
    // Not supported; validation says so.
  },

  setMirrorRoute() {
    // Not supported; validation says so.
  },

  updateHash() {
    // The Services select the pods.
  },

  setWeight(pass, weight) {
    const { stableIngresses = [], stableIngress = '' } = nginxRouting(pass.rollout);
    for (const name of stableIngresses.length > 0 ? stableIngresses : [stableIngress])
      setWeight(pass, name, weight);
  },
};

function nginxRouting({ spec }: RolloutObject): NginxRouting {
  return spec.strategy?.canary?.trafficRouting?.nginx ?? {};
}

function setWeight(pass: RoutingPass, stableName: string, weight: number): void {
  const { rollout, cluster, version } = pass;
  const stable = findIngress(pass, stableName);
  if (!stable)
    throw new ControllerError(
      `error retrieving stableIngress \`${stableName}\` from cache: ${notFound(stableName).message}`,
    );
  const name = canaryIngressName(rollout.metadata.name, stableName);
  const known = findIngress(pass, name);
  const { metadata, spec, apiVersion, kind } = rollout;
  const asked = [spec, apiVersion, kind, metadata.name, metadata.namespace, name, weight];
  const desired = canaryKnown(stable, asked, () => canaryIngress(rollout, stable, name, weight));
  // An Ingress that this pass created is not in the cache yet, so upstream asks the API server.
  const current = known ?? live(pass, name);
  if (!current) {
    failingIn(`error creating canary ingress \`${name}\``, () => {
      writeCopy(cluster, desired);
    });
    return;
  }

  if (!isControlledBy(current, rollout))
    throw new ControllerError(`canary ingress \`${name}\` controlled by different object`);
  const change = changesKnown(current, [desired, version], () => {
    // Versions up to 1.7 remove the annotations of others.
    const kept = isAtLeast(version, '1.8') ? current.metadata.annotations : undefined;
    return {
      annotations: { ...kept, ...desired.metadata.annotations },
      labels: 'none',
      ...(desired.spec && { spec: desired.spec }),
    };
  });
  failingIn(`error patching canary ingress \`${name}\``, () => patch(pass, current, change));
}

const changesKnown = memoizeAnswers<IngressObject, IngressChange>();

const canaryKnown = memoizeAnswers<IngressObject, IngressObject>();

/**
 * The name of the Ingress that the controller creates for a stable one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go (GetCanaryIngressName)
 */
export function canaryIngressName(rollout: string, stableIngress: string): string {
  const suffix = '-canary';
  return `${`${rollout}-${stableIngress}`.slice(0, 253 - suffix.length)}${suffix}`;
}

/** The keys of the annotations that make an Ingress a canary, and their prefix. */
export function canaryKeys({
  annotationPrefix,
}: Pick<NginxRouting, 'annotationPrefix'>): Readonly<
  Record<'prefix' | 'canary' | 'weight' | 'weightTotal', string>
> {
  const prefix = annotationPrefix || 'nginx.ingress.kubernetes.io';
  return {
    prefix,
    canary: `${prefix}/canary`,
    weight: `${prefix}/canary-weight`,
    weightTotal: `${prefix}/canary-weight-total`,
  };
}

/** The key of an annotation in `additionalIngressAnnotations`, with or without the prefix. */
export function additionalKey(prefix: string, key: string): string {
  return key.startsWith(prefix) ? key : `${prefix}/${key}`;
}

/**
 * The rules of the stable Ingress that have a path to `stableService`, with all of their paths, leading to `canaryService`
 * instead. Of two keys in `additionalIngressAnnotations` that mean one annotation the later one wins; upstream's order is random.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go (buildCanaryIngress)
 */
function canaryIngress(
  rollout: RolloutObject,
  stable: IngressObject,
  name: string,
  weight: number,
): IngressObject {
  const { stableService = '', canaryService = '', trafficRouting } = rollout.spec.strategy?.canary ?? {};
  const rules = canaryRules(stable, stableService, canaryService);
  if (rules.length === 0)
    // Upstream names `stableIngress`, also when the Ingress is one of several.
    throw new ControllerError(
      `ingress \`${nginxRouting(rollout).stableIngress ?? ''}\` has no rules using service ${stableService} backend`,
    );

  const { ingressClassName, tls } = stable.spec ?? {};
  const { namespace } = rollout.metadata;
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      annotations: canaryAnnotations(
        nginxRouting(rollout),
        stable.metadata.annotations?.['kubernetes.io/ingress.class'],
        weight,
        trafficRouting?.maxTrafficWeight,
      ),
      ownerReferences: [ownerReference(rollout)],
    },
    spec: {
      ...(ingressClassName != null && { ingressClassName }),
      ...(tls && { tls }),
      rules,
    },
  };
}

function canaryRules(
  { spec }: IngressObject,
  stableService: string,
  canaryService: string,
): readonly IngressRule[] {
  return (spec?.rules ?? []).flatMap((rule) => {
    if (!rule.http) throw panic();
    const paths = rule.http.paths ?? [];
    const isStable = paths.map((path) => serviceName(path) === stableService);
    if (!isStable.includes(true)) return [];
    return {
      ...rule,
      http: {
        ...rule.http,
        paths: paths.map((path, index) =>
          isStable[index]
            ? {
                ...path,
                backend: { ...path.backend, service: { ...path.backend?.service, name: canaryService } },
              }
            : path,
        ),
      },
    };
  });
}

/** Later ones win: the annotations that make the Ingress a canary override those of the Rollout. */
function canaryAnnotations(
  config: NginxRouting,
  ingressClass: string | undefined,
  weight: number,
  maxWeight: number | undefined,
): Labels {
  const { prefix, canary, weight: weightKey, weightTotal } = canaryKeys(config);
  const additional = Object.entries(config.additionalIngressAnnotations ?? {});
  return {
    ...(ingressClass !== undefined && { 'kubernetes.io/ingress.class': ingressClass }),
    ...Object.fromEntries(additional.map(([key, value]) => [additionalKey(prefix, key), value])),
    ...config.canaryIngressAnnotations,
    [canary]: 'true',
    [weightKey]: String(weight),
    ...(maxWeight != null && { [weightTotal]: String(maxWeight) }),
  };
}

function ownerReference({ apiVersion, kind, metadata }: RolloutObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, controller: true, blockOwnerDeletion: true };
}

/** Upstream compares the uid of the controller; this compares the name. */
function isControlledBy({ metadata }: IngressObject, rollout: RolloutObject): boolean {
  const controller = metadata.ownerReferences?.find((reference) => reference.controller === true);
  return controller?.kind === rollout.kind && controller.name === rollout.metadata.name;
}
