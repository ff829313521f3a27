import { analysesOf, analysisErrors } from './analyses.js';
import type { FieldError } from './field-error.js';
import { ingressesOf, ingressErrors } from './ingresses.js';
import { mappingErrors, mappingsOf, virtualRouterErrors, virtualRoutersOf } from './meshes.js';
import { BadReference, type ReferencesToValidate } from './reference.js';
import { serviceErrors, servicesOf } from './services.js';
import { virtualServiceErrors, virtualServicesOf } from './virtual-services.js';

/**
 * What is wrong with the objects that a Rollout refers to. All are collected before any is looked into.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getRolloutReferencedResources)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go
 */
export function referenceErrors(given: ReferencesToValidate): readonly FieldError[] {
  try {
    const services = servicesOf(given);
    const analyses = analysesOf(given);
    const ingresses = ingressesOf(given);
    const virtualServices = virtualServicesOf(given);
    const mappings = mappingsOf(given);
    const virtualRouters = virtualRoutersOf(given);
    const { rollout } = given;
    return [
      ...services.flatMap((service) => serviceErrors(rollout, service)),
      ...analyses.flatMap((analysis) => analysisErrors(rollout, analysis)),
      ...ingresses.flatMap((ingress) => ingressErrors(given, ingress)),
      ...virtualServices.flatMap((virtualService) => virtualServiceErrors(given, virtualService)),
      ...mappings.flatMap(mappingErrors),
      ...virtualRouters.flatMap(virtualRouterErrors),
    ];
  } catch (error) {
    if (error instanceof BadReference) return [error.fieldError];
    throw error;
  }
}
