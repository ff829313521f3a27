import rule from '../../../src/rules/rollout/accepted-by-controller.js';
import { describeRule } from '../../support/describe-rule.js';

const invalid = (error: string) => `The controller finds Rollout "web" invalid: ${error}.`;

/** https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/validation/validation.go (IsDNS1123Label) */
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go (ValidateAnalysisTemplateWithType) */
const endless = (metric: string, places: string, path = 'canary.steps[0].analysis', count = '<nil>') =>
  `Metric "${metric}" of AnalysisTemplate "errors" is measured without end, but ${places} of Rollout "web" must end; set "count" to a number above 0. The controller says: spec.strategy.${path}.templates: Invalid value: "errors": AnalysisTemplate errors has metric ${metric} which runs indefinitely. Invalid value for count: ${count}.`;

describeRule(rule, {
  // The names agree in what kustomize builds: it renames the Service and its backend, and the Rollout has the new names.
  'alb-root-service-with-a-prefix': [],
  'app-mesh-from-elsewhere.yaml': [],
  'app-mesh-without-a-router.yaml': [
    'Every pass of the controller over Rollout "web" fails: Virtual-service is not associated with virtual-router.',
  ],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (MergeArgs, ResolveArgs)
  'argument-without-value.yaml': [
    invalid(
      'spec.strategy.canary.steps[0].analysis.templates: Invalid value: "templateNames: [errors]": args.service was not resolved',
    ),
  ],
  'background-without-end.yaml': [],
  'limit-of-null.yaml': [
    invalid(
      'spec.template.spec.containers[0].resources.requests: Invalid value: "128Mi": must be less than or equal to memory limit of 0',
    ),
  ],
  'misspelt.yaml': [invalid('spec.template.spec.containers[0].image: Required value')],
  'negative-replicas.yaml': [invalid('spec.replicas: Invalid value: -1: must be greater than or equal to 0')],
  'names-from-elsewhere': [],
  'names-in-capitals.yaml': [
    'The controller finds Rollout "ROLLOUT_NAME" invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0.',
    `The controller finds Rollout "ROLLOUT_NAME" invalid: spec.template.spec.containers[1].name: Invalid value: "Sidecar": ${label}.`,
    invalid(`spec.template.spec.containers[0].name: Invalid value: "WEB": ${label}`),
  ],
  patched: [],
  'one-beside-another.yaml': [
    invalid('spec.replicas: Invalid value: -1: must be greater than or equal to 0'),
    invalid('spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'),
    invalid('spec.template.spec.containers[0].image: Required value'),
    invalid(
      'spec.template.spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
    ),
  ],
  // One number is missing, whatever runs the template: six steps of two Rollouts are one finding.
  'one-count-for-many-steps.yaml': [
    endless('rate', 'steps[0], steps[1] and steps[3]').replace('"web"', '"api"'),
  ],
  'path-of-alb-to-a-bucket.yaml': ['The controller panics at an object that Rollout "web" refers to.'],
  'path-to-a-bucket.yaml': ['The controller panics at an object that Rollout "web" refers to.'],
  'placeholders.yaml': [],
  'refused-by-the-api-server.yaml': [],
  'restart-policy.yaml': [
    invalid('spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'),
  ],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (getHttpRouteIndexesToPatch)
  'route-that-is-not-there.yaml': [
    invalid(
      'spec.strategy.canary.trafficRouting.istio.virtualService.name: Invalid value: "web": Istio VirtualService has invalid HTTP routes. Error: HTTP Route \'primary\' is not found in the defined Virtual Service',
    ),
  ],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (validateVirtualServiceRouteDestinations)
  'route-without-canary.yaml': [
    invalid(
      'spec.strategy.canary.trafficRouting.istio.virtualService.name: Invalid value: "web": Istio VirtualService has invalid HTTP routes. Error: Canary Service \'web-canary\' not found in route',
    ),
  ],
  'service-of-another-rollout.yaml': [
    invalid(
      'spec.strategy.canary.canaryService: Invalid value: "web-canary": Service "web-canary" is managed by another Rollout',
    ),
  ],
  'sound.yaml': [],
  'step-with-an-end.yaml': [],
  'step-without-end.yaml': [endless('rate', 'steps[0]')],
  'template-of-itself.yaml': ['The controller panics at an object that Rollout "web" refers to.'],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (ValidateHTTPRoutes)
  'two-routes-none-chosen.yaml': [
    invalid(
      'spec.strategy.canary.trafficRouting.istio.virtualService.name: Invalid value: "web": Istio VirtualService has invalid HTTP routes. Error: spec.http[] should be set in VirtualService and it must have exactly one route when omitting spec.strategy.canary.trafficRouting.istio.virtualService.routes',
    ),
  ],
  'two-counts-for-two-steps.yaml': [
    endless('rate', 'steps[0] and steps[1]'),
    endless('latency', 'steps[0] and steps[1]'),
  ],
  'unknown-template.yaml': [],
  'workload-lacks-the-labels.yaml': [
    invalid(
      'spec.strategy.blueGreen.activeService: Invalid value: "web": Service "web" has unmatch label "app" in rollout',
    ),
    invalid(
      'spec.template.metadata.labels: Invalid value: {"app":"api"}: `selector` does not match template `labels`',
    ),
  ],
  'zero-count-before-and-after-promotion.yaml': [
    endless(
      'rate',
      'the analysis before promotion and the analysis after promotion',
      'blueGreen.prePromotionAnalysis',
      '0',
    ),
  ],
});
