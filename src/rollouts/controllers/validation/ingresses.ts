import { panic } from '../../../kubernetes/objects/controller-error.js';
import { kinds, type KubeObject } from '../../../kubernetes/objects/object.js';
import type {
  AlbRouting,
  CanaryStrategy,
  NginxRouting,
  RolloutObject,
} from '../../../kubernetes/objects/rollout-object.js';
import { isAtLeast } from '../../../kubernetes/objects/version.js';
import {
  type FieldError,
  following,
  internalError,
  invalid,
  concatenated,
} from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { routingPath, type ReferencesToValidate } from './reference.js';
import { BadReference, type Violation, type ViolationCode, violations } from './violation.js';

interface Ingress extends KubeObject {
  readonly spec?: { readonly rules?: readonly { readonly http?: { readonly paths?: readonly Path[] } }[] };
}

interface Path {
  readonly backend?: { readonly service?: { readonly name?: string }; readonly serviceName?: string };
}

/**
 * The Ingresses of a Rollout; with both ALB and nginx, only those of ALB.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getReferencedIngresses)
 */
export function ingressesOf(given: ReferencesToValidate): readonly Ingress[] {
  const { alb, nginx } = given.rollout.spec.strategy?.canary?.trafficRouting ?? {};
  const [wrong] = ingressChoiceErrors(given.rollout);
  if (wrong) throw new BadReference(wrong.code, wrong);
  if (alb)
    return find(given, 'alb-ingress-missing', {
      one: { path: `${routingPath}.alb.ingress`, name: alb.ingress },
      many: { path: `${routingPath}.alb.ingresses`, names: alb.ingresses },
    });
  if (!nginx) return [];
  return find(given, 'nginx-ingress-missing', {
    one: { path: `${routingPath}.nginx.stableIngress`, name: nginx.stableIngress },
    // Upstream writes this path with capital letters.
    many: { path: `${routingPath}.nginx.StableIngresses`, names: nginx.stableIngresses },
  });
}

/** A Rollout names either one Ingress or a list of them. */
export function ingressChoiceErrors({ spec }: RolloutObject): readonly Violation[] {
  return concatenated(
    violations('nginx-ingress-choice', () => {
      const { nginx } = spec.strategy?.canary?.trafficRouting ?? {};
      if (!nginx) return none;
      const { stableIngress, stableIngresses } = nginx;
      return choiceErrors(
        `${routingPath}.nginx`,
        'StableIngress',
        'StableIngresses',
        stableIngress,
        stableIngresses,
      );
    }),
    violations('alb-ingress-choice', () => {
      const { alb } = spec.strategy?.canary?.trafficRouting ?? {};
      return alb
        ? choiceErrors(`${routingPath}.alb`, 'Ingress', 'Ingresses', alb.ingress, alb.ingresses)
        : none;
    }),
  );
}

function choiceErrors(
  at: string,
  one: string,
  many: string,
  name: string | undefined,
  names: readonly string[] | undefined,
): readonly FieldError[] {
  const hasOne = (name ?? '') !== '';
  if (hasOne !== (names !== undefined)) return none;
  const found = hasOne ? 'Both' : 'Neither';
  return [internalError(at, `Either ${one} or ${many} must be configured. ${found} are configured.`)];
}

/** Two fields of which a Rollout sets one: an Ingress name, or a list of names. */
interface IngressChoice {
  readonly one: { readonly path: string; readonly name: string | undefined };
  readonly many: { readonly path: string; readonly names: readonly string[] | undefined };
}

function find(
  { cluster, rollout }: ReferencesToValidate,
  code: ViolationCode,
  { one, many }: IngressChoice,
): readonly Ingress[] {
  return (many.names ?? [one.name ?? '']).map((wanted) => {
    const ingress = cluster.get<Ingress>(kinds.ingress, rollout.metadata.namespace, wanted);
    if (ingress) return ingress;
    const words = `ingress.networking.k8s.io "${wanted}" not found`;
    throw new BadReference(
      code,
      many.names ? invalid(many.path, many.names, words) : invalid(one.path, one.name ?? '', words),
    );
  });
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go (ValidateIngress) */
export function ingressErrors(
  { rollout, version }: Pick<ReferencesToValidate, 'rollout' | 'version'>,
  ingress: Ingress,
): readonly Violation[] {
  const { canary } = rollout.spec.strategy ?? {};
  const { alb, nginx } = canary?.trafficRouting ?? {};
  const { name } = ingress.metadata;
  // Version 1.8 validates every Ingress as one of nginx if the Rollout uses nginx.
  if (
    canary &&
    nginx &&
    (!isAtLeast(version, '1.9') || isListed(name, nginx.stableIngress, nginx.stableIngresses))
  )
    return violations('nginx-ingress-backend', () => nginxErrors(canary, nginx, ingress));
  if (canary && alb && isListed(name, alb.ingress, alb.ingresses))
    return violations('alb-ingress-backend', () => albErrors(canary, alb, ingress));
  return [];
}

function isListed(name: string, one = '', many: readonly string[] = []): boolean {
  return one === name || many.includes(name);
}

function nginxErrors(canary: CanaryStrategy, nginx: NginxRouting, ingress: Ingress): readonly FieldError[] {
  const { name } = ingress.metadata;
  const service = canary.stableService ?? '';
  return nginx.stableIngresses?.includes(name)
    ? ruleErrors(ingress, service, `${routingPath}.nginx.stableIngresses`, name)
    : ruleErrors(ingress, service, `${routingPath}.nginx.stableIngress`, nginx.stableIngress ?? '');
}

function albErrors(canary: CanaryStrategy, alb: AlbRouting, ingress: Ingress): readonly FieldError[] {
  const { name } = ingress.metadata;
  const service = alb.rootService || (canary.stableService ?? '');
  return alb.ingresses?.includes(name)
    ? ruleErrors(ingress, service, `${routingPath}.alb.ingresses`, name)
    : ruleErrors(ingress, service, `${routingPath}.alb.ingress`, alb.ingress ?? '');
}

function ruleErrors(ingress: Ingress, service: string, at: string, value: string): readonly FieldError[] {
  if (hasRule(ingress, service)) return [];
  const words = `ingress \`${ingress.metadata.name}\` has no rules using service ${service} backend`;
  const errors = [invalid(at, value, words)];
  // The name of the Service is missing, which another check reports.
  return service === '' ? following(errors) : errors;
}

/**
 * Whether a path has this Service as its backend. A path with a resource as its backend crashes the controller when it gets
 * there. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/ingress/ingress.go (hasIngressRuleWithService)
 */
function hasRule({ spec }: Ingress, service: string): boolean {
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  return paths.some(({ backend }) => {
    const name = backend?.serviceName ?? backend?.service?.name;
    if (name === undefined && !backend?.service) throw panic();
    return (name ?? '') === service;
  });
}
