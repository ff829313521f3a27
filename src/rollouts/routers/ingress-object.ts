import { memoizeAnswers } from '../../model/memo.js';
import { ControllerError, panic } from '../../kubernetes/objects/controller-error.js';
import { applyMergePatch, mergePatch } from '../../kubernetes/objects/merge-patch.js';
import { kinds, type KubeObject, type Labels } from '../../kubernetes/objects/object.js';
import { cached } from './pass-cache.js';
import type { RoutingPass } from './reconciler.js';
import { write } from '../../kubernetes/validation/write.js';

/**
 * An Ingress as the controller sees it: what it reads and copies, no more.
 * https://kubernetes.io/docs/reference/kubernetes-api/service-resources/ingress-v1/
 */
export interface IngressObject extends KubeObject {
  readonly spec?: IngressSpec;
  /** Where there are load balancers for it. */
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

/** An Ingress as it is now. */
export function live({ cluster, rollout }: RoutingPass, name: string): IngressObject | undefined {
  return cluster.get<IngressObject>(kinds.ingress, rollout.metadata.namespace, name);
}

/** What the informer says of an Ingress that is not there. */
export function notFound(name: string): ControllerError {
  return new ControllerError(`ingress.networking.k8s.io "${name}" not found`, 'not-found');
}

/** What a router may change of an Ingress. */
export interface IngressChange {
  readonly annotations: Labels;
  /** `none` takes all labels away; without it they stay. */
  readonly labels?: 'none';
  readonly spec?: IngressSpec;
}

/**
 * Sends what differs between an Ingress and what it should be as a merge patch: only that is written over whatever else
 * became of the Ingress. False when nothing differs.
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
  write(pass.cluster, applyMergePatch(target, patch) as IngressObject);
  return true;
}

const patchesKnown = memoizeAnswers<IngressObject, ReturnType<typeof mergePatch>>();

/** The Service that a path leads to; upstream takes it for granted that it leads to one. */
export function serviceName({ backend }: IngressPath): string {
  if (!backend?.service) throw panic();
  return backend.service.name;
}

/**
 * Whether a path leads to a Service. Rules without paths are passed over, and what comes behind the first path to it is
 * not looked at.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go (HasRuleWithService)
 */
export function hasRuleWithService({ spec }: IngressObject, service: string): boolean {
  return (spec?.rules ?? []).some(({ http }) =>
    (http?.paths ?? []).some((path) => serviceName(path) === service),
  );
}

/** A spec with other paths in each rule; a rule without `http` makes upstream crash. */
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
