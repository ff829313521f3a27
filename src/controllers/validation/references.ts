import { analysesOf, analysisErrors } from './analyses.js';
import { joined, ofEach } from '../../validation/field-error.js';
import { ingressesOf, ingressErrors } from './ingresses.js';
import { mappingErrors, mappingsOf, virtualRouterErrors, virtualRoutersOf } from './meshes.js';
import type { ReferencesToValidate } from './reference.js';
import { BadReference, type Violation, violations } from './violation.js';
import { serviceErrors, servicesOf } from './services.js';
import { virtualServiceErrors, virtualServicesOf } from './virtual-services.js';

/**
 * What is wrong with the objects that a Rollout refers to. All are collected before any is looked into.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getRolloutReferencedResources)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go
 */
export function referenceErrors(given: ReferencesToValidate): readonly Violation[] {
  try {
    const services = servicesOf(given);
    const analyses = analysesOf(given);
    const ingresses = ingressesOf(given);
    const virtualServices = virtualServicesOf(given);
    const mappings = mappingsOf(given);
    const virtualRouters = virtualRoutersOf(given);
    const { rollout } = given;
    return joined(
      ofEach(services, (service) => serviceErrors(rollout, service)),
      ofEach(analyses, (analysis) =>
        violations('analysis-template', () => analysisErrors(rollout, analysis)),
      ),
      ofEach(ingresses, (ingress) => ingressErrors(given, ingress)),
      ofEach(virtualServices, (virtualService) =>
        violations('virtual-service-routes', () => virtualServiceErrors(given, virtualService)),
      ),
      ofEach(mappings, (mapping) => violations('ambassador-mapping', () => mappingErrors(mapping))),
      ofEach(virtualRouters, (router) =>
        violations('app-mesh-virtual-service', () => virtualRouterErrors(router)),
      ),
    );
  } catch (error) {
    if (error instanceof BadReference) return [error.violation];
    throw error;
  }
}
