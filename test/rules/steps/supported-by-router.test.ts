import rule from '../../../src/rules/steps/supported-by-router.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'alb-beside-istio.yaml': [],
  'alb-mirror-route.yaml': [
    'Rollout "web" routes with ALB, which cannot do setMirrorRoute; Istio can, as of Argo Rollouts 1.9.',
  ],
  'experiment-without-weight.yaml': [],
  'header-route-without-router.yaml': [
    'Rollout "web" has no trafficRouting, which setHeaderRoute needs; add a traffic router, or remove setHeaderRoute.',
  ],
  'istio.yaml': [],
  'nginx-experiment-weight.yaml': [
    'Rollout "web" routes with nginx, which cannot do the weight of an experiment; ALB, Istio, plugins and SMI can, as of Argo Rollouts 1.9.',
  ],
  'nginx-header-route.yaml': [
    'Rollout "web" routes with nginx, which cannot do setHeaderRoute; ALB, APISIX, Istio and plugins can, as of Argo Rollouts 1.9.',
  ],
  'plugin-header-route.yaml': [],
  'plugin-mirror-route.yaml': [
    'Rollout "web" routes with plugins, which cannot do setMirrorRoute; Istio can, as of Argo Rollouts 1.9.',
  ],
  'routing-without-router.yaml': [],
  'scale-without-router.yaml': [
    'Rollout "web" has no trafficRouting, which setCanaryScale needs; add a traffic router, or remove setCanaryScale.',
  ],
  'weights-without-router.yaml': [],
});
