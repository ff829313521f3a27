import { memoizeAnswers } from '../../model/memo.js';
import { ControllerError, panic } from '../../kubernetes/objects/controller-error.js';
import { applyMergePatch, mergePatch } from '../../kubernetes/objects/merge-patch.js';
import { kinds, type KubeObject, type Labels } from '../../kubernetes/objects/object.js';
import { cached } from './pass-cache.js';
import type { RoutingPass } from './reconciler.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

/**
 * The fields of an Ingress that the controller reads and copies.
 * https://kubernetes.io/docs/reference/kubernetes-api/service-resources/ingress-v1/
 */
export interface IngressObject extends KubeObject {
  readonly spec?: IngressSpec;
  /** The addresses of its load balancers. */
  readonly status?: {
    readonly loadBalancer?: { readonly ingress?: readonly { readonly hostname?: string }[] };
  };
}

export interface IngressSpec {
  readonly ingressClassName?: string;
  readonly defaultBackend?: unknown;
  readonly tls?: readonly unknown[];
  readonly rules?: readonly IngressRule[];
}

export interface IngressRule {
  readonly host?: string;
  readonly http?: { readonly paths?: readonly IngressPath[] };
}

export interface IngressPath {
  readonly path?: string;
  readonly pathType?: string;
  readonly backend?: {
    readonly service?: {
      readonly name: string;
      readonly port?: { readonly name?: string; readonly number?: number };
    };
    readonly resource?: unknown;
  };
}

/** An Ingress as the pass sees it. */
export function findIngress(pass: RoutingPass, name: string): IngressObject | undefined {
  return cached<IngressObject>(pass, kinds.ingress, pass.rollout.metadata.namespace, name);
}

/** An Ingress in its current state. */
export function live({ cluster, rollout }: RoutingPass, name: string): IngressObject | undefined {
  return cluster.get<IngressObject>(kinds.ingress, rollout.metadata.namespace, name);
}

/** The informer's error for a missing Ingress. */
export function notFound(name: string): ControllerError {
  return new ControllerError(`ingress.networking.k8s.io "${name}" not found`, 'not-found');
}

/** What a router may change in an Ingress. */
export interface IngressChange {
  readonly annotations: Labels;
  /** `none` removes all labels; without it they stay. */
  readonly labels?: 'none';
  readonly spec?: IngressSpec;
}

/**
 * Sends the difference between an Ingress and its desired state as a merge patch, so that other changes of the Ingress stay.
 * False without a difference.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go (BuildIngressPatch)
 */
export function patch(pass: RoutingPass, current: IngressObject, change: IngressChange): boolean {
  const { annotations, labels, spec = current.spec } = change;
  const { metadata } = current;
  const patch = patchesKnown(current, [change], () =>
    mergePatch(
      { metadata: { annotations: metadata.annotations, labels: metadata.labels }, spec: current.spec },
      { metadata: { annotations, ...(labels !== 'none' && { labels: metadata.labels }) }, spec },
    ),
  );
  if (patch === undefined) return false;
  const target = live(pass, metadata.name) ?? current;
  writeValidated(pass.cluster, applyMergePatch(target, patch) as IngressObject);
  return true;
}

const patchesKnown = memoizeAnswers<IngressObject, ReturnType<typeof mergePatch>>();

/** The Service that a path leads to; upstream assumes that there is one. */
export function serviceName({ backend }: IngressPath): string {
  if (!backend?.service) throw panic();
  return backend.service.name;
}

/**
 * Whether a path leads to a Service. Rules without paths are skipped; upstream stops at the first match.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go (HasRuleWithService)
 */
export function hasRuleWithService({ spec }: IngressObject, service: string): boolean {
  return (spec?.rules ?? []).some(({ http }) =>
    (http?.paths ?? []).some((path) => serviceName(path) === service),
  );
}

/** A spec with other paths in each rule; upstream panics at a rule without `http`. */
export function withPaths(
  spec: IngressSpec | undefined,
  change: (paths: readonly IngressPath[]) => readonly IngressPath[],
): IngressSpec | undefined {
  if (!spec?.rules) return spec;
  const rules = spec.rules.map((rule) => {
    if (!rule.http) throw panic();
    const paths = change(rule.http.paths ?? []);
    return rule.http.paths ? { ...rule, http: { ...rule.http, paths } } : rule;
  });
  return { ...spec, rules };
}
