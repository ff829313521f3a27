import { managedByAnnotation, podHashLabel } from '../../../kubernetes/objects/keys.js';
import { kinds, type KubeObject, type Labels } from '../../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { invalid, concatenated } from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { sortedKeys } from '../../../kubernetes/validation/go-values.js';
import type { ReferencesToValidate } from './reference.js';
import { BadReference, type Violation, violations } from './violation.js';

interface Service extends KubeObject {
  readonly spec?: { readonly selector?: Labels };
}

/** A Service, and the field that names it. */
export interface NamedService {
  readonly path: string;
  readonly service: Service;
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getReferencedServices) */
export function servicesFound({ cluster, rollout }: ReferencesToValidate): readonly NamedService[] {
  return servicesNamed(rollout).flatMap(([path, name = '']) => {
    if (name === '') return [];
    const service = cluster.get<Service>(kinds.service, rollout.metadata.namespace, name);
    if (!service)
      throw new BadReference('service-missing', invalid(path, name, `service "${name}" not found`));
    return [{ path, service }];
  });
}

function servicesNamed({ spec }: RolloutObject): readonly (readonly [path: string, name?: string])[] {
  const { blueGreen, canary } = spec.strategy ?? {};
  const path = 'spec.strategy';
  if (blueGreen)
    return [
      [`${path}.blueGreen.activeService`, blueGreen.activeService],
      [`${path}.blueGreen.previewService`, blueGreen.previewService],
    ];
  return [
    [`${path}.canary.stableService`, canary?.stableService],
    [`${path}.canary.canaryService`, canary?.canaryService],
    [`${path}.canary.pingPong.pingService`, canary?.pingPong?.pingService],
    [`${path}.canary.pingPong.pongService`, canary?.pingPong?.pongService],
  ];
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go (ValidateService) */
export function serviceErrors(rollout: RolloutObject, { path, service }: NamedService): readonly Violation[] {
  const { name, annotations } = service.metadata;
  const labels = rollout.spec.template?.metadata?.labels ?? {};
  const selector = service.spec?.selector ?? {};
  const manager = annotations?.[managedByAnnotation];
  return concatenated(
    violations('service-labels', () =>
      sortedKeys(selector)
        .filter((key) => key !== podHashLabel && labels[key] !== selector[key])
        .map((key) => ({
          ...invalid(path, name, `Service "${name}" has unmatch label "${key}" in rollout`),
          about: key,
        })),
    ),
    violations('service-of-another-rollout', () =>
      manager === undefined || manager === rollout.metadata.name
        ? none
        : [invalid(path, name, `Service "${name}" is managed by another Rollout`)],
    ),
  );
}
