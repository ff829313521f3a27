// The tests of upstream's validation: the input of each as objects in a repository, and each error that it returns.
import { toldByTests } from './told.mjs';

/** @typedef {import('./linted.mjs').KubeObject} KubeObject */

const labels = { app: 'rollout' };
const otherService = { Service: { metadata: { name: 'canary-service' }, spec: { selector: labels } } };

/**
 * Runs the tests of the checkout, so the checkout must be trusted.
 * @param {string} checkout @returns {import('./judge.mjs').Case[]}
 */
export function subtestCases(checkout) {
  return toldByTests(checkout).map((call, index) => ({
    exam: 'validation of Argo Rollouts',
    name: `${call.test}, ${call.function}, call ${index + 1}`,
    objects: objectsOf(call).map(without),
    // Two fields with the same error text count as one message.
    expected: [...new Map(call.errors.map((error) => [error.detail, error])).values()].map(
      ({ field, detail }) => ({ code: 'refused', object: '', said: `${field}: ${detail}` }),
    ),
    codes: ['refused'],
  }));
}

/** @param {import('./told.mjs').Told} call @returns {KubeObject[]} */
function objectsOf({ function: name, inputs }) {
  const [first, second, third] = inputs;
  switch (name) {
    case 'ValidateRollout':
      return [withoutTemplate(named(first))];
    case 'ValidateRolloutStrategyAntiAffinity':
      return [part({ spec: { strategy: { canary: { antiAffinity: first } } } })];
    case 'hasMultipleStepsType':
      return [part({ spec: { strategy: { canary: { steps: [first] } } } })];
    case 'ValidateRolloutReferencedResources':
      return [
        (second.templates ?? []).reduce(withAnalysis, withServices(part(first))),
        ...(second.templates ?? []).flatMap(templatesOf),
        ...(second.services ?? []).map(serviceOf),
        ...second.ingresses.map(ingress),
        ...second.objects,
      ];
    case 'ValidateAnalysisTemplatesWithType':
      return [withAnalysis(withServices(part(first)), second), ...templatesOf(second)];
    case 'ValidateAnalysisTemplateWithType': {
      const [templates, others] = [second, third].map((template) => (template ? [template] : []));
      const given = {
        ...{ AnalysisTemplates: templates, ClusterAnalysisTemplates: others },
        ...{ TemplateType: inputs[3], CanaryStepIndex: 0 },
      };
      return [withAnalysis(withServices(part(first)), given), ...templatesOf(given)];
    }
    case 'ValidateService':
      return [withServices(part(second)), serviceOf(first), serviceOf(otherService)];
    case 'ValidateIngress':
      return [withServices(part(first)), ingress(second)];
    case 'ValidateVirtualService':
      return [part(first), second];
    case 'ValidateAmbassadorMapping':
      return [routedBy({ ambassador: { mappings: [first.metadata.name] } }), first];
    case 'ValidateAppMeshResource':
      return appMesh(first);
    case 'ValidateRolloutNginxIngressesConfig':
    case 'ValidateRolloutAlbIngressesConfig':
    case 'ValidateRolloutVirtualServicesConfig':
      return [withServices(part(first))];
    default:
      return [withRouters(part(first))];
  }
}

/** @param {KubeObject} given @returns {KubeObject} */
function named({ metadata, spec }) {
  return {
    ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout' },
    metadata: { ...metadata, name: metadata?.name ?? 'rollout' },
    spec,
  };
}

/** Removes the empty template that Go writes. @param {KubeObject} object @returns {KubeObject} */
function withoutTemplate({ spec: { template, ...spec }, ...object }) {
  const isThere = !spec.workloadRef || template.metadata.labels || template.spec.containers;
  return { ...object, spec: { ...spec, ...(isThere && { template }) } };
}

/**
 * Completes a Rollout with the pods that a test leaves out because the function does not read them.
 * @param {KubeObject} given @returns {KubeObject}
 */
function part(given) {
  const { spec, ...object } = named(given);
  const hasPods = spec.template?.spec?.containers?.length > 0;
  return {
    ...object,
    spec: {
      ...spec,
      selector: spec.selector ?? { matchLabels: labels },
      template: hasPods
        ? spec.template
        : {
            metadata: { labels: spec.selector?.matchLabels ?? labels },
            spec: { containers: [{ name: 'rollout', image: 'rollout:1' }] },
          },
    },
  };
}

/** Adds the missing Services of a canary. @param {KubeObject} object @returns {KubeObject} */
function withServices(object) {
  const { canary, ...strategy } = object.spec.strategy;
  if (!canary?.trafficRouting) return object;
  const { alb } = canary.trafficRouting;
  const services = {
    stableService: canary.stableService || 'stable-service',
    canaryService: canary.canaryService || 'canary-service',
  };
  const trafficRouting = {
    ...canary.trafficRouting,
    ...(alb && { alb: { ...alb, servicePort: alb.servicePort || 80 } }),
  };
  return {
    ...object,
    spec: { ...object.spec, strategy: { ...strategy, canary: { ...canary, ...services, trafficRouting } } },
  };
}

/**
 * Adds the objects that routers and experiments refer to, if the function only reads steps and Services.
 * @param {KubeObject} object @returns {KubeObject}
 */
function withRouters(object) {
  const { canary, ...strategy } = object.spec.strategy;
  if (!canary) return object;
  const { istio, alb, ...others } = canary.trafficRouting ?? {};
  const trafficRouting = {
    ...others,
    ...(alb && { alb: { ...alb, ingress: alb.ingress || 'rollout', servicePort: alb.servicePort || 80 } }),
    ...(istio && { istio: { ...istio, virtualService: istio.virtualService ?? { name: 'rollout' } } }),
  };
  const steps = canary.steps?.map((/** @type {any} */ { experiment, ...step }) => ({
    ...step,
    ...(experiment && {
      experiment: {
        ...experiment,
        templates: experiment.templates?.map((/** @type {any} */ template) => ({
          ...template,
          specRef: template.specRef || 'canary',
        })),
      },
    }),
  }));
  return {
    ...object,
    spec: {
      ...object.spec,
      strategy: {
        ...strategy,
        canary: {
          ...canary,
          ...(canary.trafficRouting && { trafficRouting }),
          ...(steps && { steps }),
        },
      },
    },
  };
}

/** @param {object} trafficRouting */
function routedBy(trafficRouting) {
  return withServices(part({ spec: { strategy: { canary: { trafficRouting } } } }));
}

/** A router refers to a VirtualService. @param {KubeObject} object @returns {KubeObject[]} */
function appMesh(object) {
  const { kind, metadata } = object;
  const rollout = routedBy({ appMesh: { virtualService: { name: metadata.name } } });
  if (kind !== 'VirtualRouter') return [rollout, object];
  const provider = { virtualRouter: { virtualRouterRef: { name: metadata.name } } };
  return [rollout, { ...object, kind: 'VirtualService', spec: { provider } }, object];
}

/**
 * A Rollout that names its templates runs an analysis.
 * @param {KubeObject} object @param {any} given @returns {KubeObject}
 */
function withAnalysis(
  object,
  { AnalysisTemplates, ClusterAnalysisTemplates, TemplateType, CanaryStepIndex, Args },
) {
  const { canary, ...strategy } = object.spec.strategy;
  const names = {
    templates: [
      ...(AnalysisTemplates ?? []).map(nameOf),
      ...(ClusterAnalysisTemplates ?? []).map((/** @type {any} */ one) => ({
        ...nameOf(one),
        clusterScope: true,
      })),
    ],
    ...(Args?.length > 0 && { args: Args }),
  };
  const steps = [...(canary.steps ?? [])];
  if (TemplateType === 'InlineAnalysis')
    steps[CanaryStepIndex] = { analysis: { ...steps[CanaryStepIndex]?.analysis, ...names } };
  const analysis = TemplateType === 'BackgroundAnalysis' ? { ...canary.analysis, ...names } : canary.analysis;
  return {
    ...object,
    spec: {
      ...object.spec,
      strategy: { ...strategy, canary: { ...canary, steps, ...(analysis && { analysis }) } },
    },
  };
}

/** @param {KubeObject} template */
const nameOf = ({ metadata }) => ({ templateName: metadata.name });

/** @param {any} given @returns {KubeObject[]} */
function templatesOf({ AnalysisTemplates, ClusterAnalysisTemplates }) {
  return [
    ...(AnalysisTemplates ?? []).map((/** @type {KubeObject} */ one) => template(one, 'AnalysisTemplate')),
    ...(ClusterAnalysisTemplates ?? []).map((/** @type {KubeObject} */ one) =>
      template(one, 'ClusterAnalysisTemplate'),
    ),
  ];
}

/**
 * Adds queries to metrics, which the function does not read.
 * @param {KubeObject} given @param {string} kind @returns {KubeObject}
 */
function template({ metadata, spec }, kind) {
  const metrics = spec.metrics.map((/** @type {any} */ metric) => ({
    ...metric,
    provider: { prometheus: { query: 'up' } },
  }));
  return { apiVersion: 'argoproj.io/v1alpha1', kind, metadata, spec: { ...spec, metrics } };
}

/** @param {any} service @returns {KubeObject} */
function serviceOf({ Service: { metadata, spec } }) {
  return { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port: 80 }], ...without(spec) } };
}

/** Converts old Ingresses to the current version. @param {KubeObject} given @returns {KubeObject} */
function ingress({ metadata, spec }) {
  return {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' },
    metadata,
    spec: {
      ...spec,
      rules: spec.rules?.map((/** @type {any} */ rule) => ({
        ...rule,
        http: { paths: rule.http.paths.map(path) },
      })),
    },
  };
}

/** @param {any} given */
function path({ backend, path: at, pathType }) {
  const { serviceName, servicePort, service } = backend;
  const port = typeof servicePort === 'string' ? { name: servicePort } : { number: servicePort };
  return {
    path: at ?? '/',
    pathType: pathType ?? 'Prefix',
    backend: { service: service ?? { name: serviceName, port } },
  };
}

/** Removes empty values that Go writes. @param {any} value @returns {any} */
function without(value) {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, one]) => one !== null && !['status', 'creationTimestamp'].includes(key),
  );
  return Object.fromEntries(entries.map(([key, one]) => [key, without(one)]));
}
