import rule from '../../../src/rules/rollout/accepted-by-controller.js';
import { describeRule } from '../../support/describe-rule.js';

const invalid = (error: string) => `The controller finds Rollout "web" invalid: ${error}.`;

describeRule(rule, {
  'app-mesh-from-elsewhere.yaml': [],
  'app-mesh-without-a-router.yaml': [
    'The controller cannot go on with Rollout "web": Virtual-service is not associated with virtual-router.',
  ],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go (MergeArgs, ResolveArgs)
  'argument-without-value.yaml': [
    invalid(
      'spec.strategy.canary.steps[0].analysis.templates: Invalid value: "templateNames: [errors]": args.service was not resolved',
    ),
  ],
  'limit-of-null.yaml': [
    invalid(
      'spec.template.spec.containers[0].resources.requests: Invalid value: "128Mi": must be less than or equal to memory limit of 0',
    ),
  ],
  'misspelt.yaml': [invalid('spec.template.spec.containers[0].image: Required value')],
  'negative-replicas.yaml': [invalid('spec.replicas: Invalid value: -1: must be greater than or equal to 0')],
  'names-from-elsewhere': [],
  patched: [],
  'one-beside-another.yaml': [
    invalid('spec.replicas: Invalid value: -1: must be greater than or equal to 0'),
    invalid('spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'),
    invalid('spec.template.spec.containers[0].image: Required value'),
    invalid(
      'spec.template.spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
    ),
  ],
  'path-of-alb-to-a-bucket.yaml': ['The controller panics over what Rollout "web" refers to.'],
  'path-to-a-bucket.yaml': ['The controller panics over what Rollout "web" refers to.'],
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
  'step-without-end.yaml': [
    invalid(
      'spec.strategy.canary.steps[0].analysis.templates: Invalid value: "errors": AnalysisTemplate errors has metric rate which runs indefinitely. Invalid value for count: <nil>',
    ),
  ],
  'template-of-itself.yaml': ['The controller panics over what Rollout "web" refers to.'],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (ValidateHTTPRoutes)
  'two-routes-none-chosen.yaml': [
    invalid(
      'spec.strategy.canary.trafficRouting.istio.virtualService.name: Invalid value: "web": Istio VirtualService has invalid HTTP routes. Error: spec.http[] should be set in VirtualService and it must have exactly one route when omitting spec.strategy.canary.trafficRouting.istio.virtualService.routes',
    ),
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
});
