import { analysesOf, analysisErrors } from './analyses.js';
import { concatenated, ofEach } from '../../../kubernetes/validation/field-error.js';
import { ingressesOf, ingressErrors } from './ingresses.js';
import { mappingErrors, mappingsOf, virtualRouterErrors, virtualRoutersOf } from './meshes.js';
import type { ReferencesToValidate } from './reference.js';
import { BadReference, type Violation, violations } from './violation.js';
import { serviceErrors, servicesFound } from './services.js';
import { virtualServiceErrors, virtualServicesOf } from './virtual-services.js';

/** The objects of some kinds that a Rollout refers to. */
export interface ReferencedPart {
  readonly kinds: readonly string[];
  /** Whether they are validated if present, and not reported if missing. */
  readonly isOptional?: boolean;
  /** Finds the objects and returns the function that validates them. */
  readonly collect: (given: ReferencesToValidate) => () => readonly Violation[];
}

/** What the controller looks up and then validates, in its order. */
export const referencedParts: readonly ReferencedPart[] = [
  {
    kinds: ['Service'],
    collect: (given) => {
      const services = servicesFound(given);
      return () => ofEach(services, (service) => serviceErrors(given.rollout, service));
    },
  },
  {
    kinds: ['AnalysisTemplate', 'ClusterAnalysisTemplate'],
    collect: (given) => {
      const analyses = analysesOf(given);
      return () =>
        ofEach(analyses, (analysis) =>
          violations('analysis-template', () => analysisErrors(given, analysis)),
        );
    },
  },
  {
    kinds: ['Ingress'],
    collect: (given) => {
      const ingresses = ingressesOf(given);
      return () => ofEach(ingresses, (ingress) => ingressErrors(given, ingress));
    },
  },
  {
    kinds: ['VirtualService'],
    collect: (given) => {
      const virtualServices = virtualServicesOf(given);
      return () =>
        ofEach(virtualServices, (virtualService) =>
          violations('virtual-service-routes', () => virtualServiceErrors(given, virtualService)),
        );
    },
  },
  {
    kinds: ['Mapping'],
    isOptional: true,
    collect: (given) => {
      const mappings = mappingsOf(given);
      return () =>
        ofEach(mappings, (mapping) => violations('ambassador-mapping', () => mappingErrors(mapping)));
    },
  },
  {
    kinds: ['VirtualService', 'VirtualRouter'],
    isOptional: true,
    collect: (given) => {
      const routers = virtualRoutersOf(given);
      return () =>
        ofEach(routers, (router) =>
          violations('app-mesh-virtual-service', () => virtualRouterErrors(router)),
        );
    },
  },
];

/**
 * The errors in the objects that a Rollout refers to. The controller collects all objects before it validates any.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (getRolloutReferencedResources)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go
 */
export function referenceErrors(
  given: ReferencesToValidate,
  parts: readonly ReferencedPart[] = referencedParts,
): readonly Violation[] {
  try {
    const checks = parts.map(({ collect }) => collect(given));
    return concatenated(...checks.map((check) => check()));
  } catch (error) {
    if (error instanceof BadReference) return [error.violation];
    throw error;
  }
}
