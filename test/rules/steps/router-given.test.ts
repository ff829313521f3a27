import rule from '../../../src/rules/steps/router-given.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-plugin.yaml': [],
  'a-router.yaml': [],
  'empty.yaml': [
    'trafficRouting of Rollout "web" names no router; set one of "alb", "ambassador", "apisix", "appMesh", "istio", "nginx", "plugins", "smi" or "traefik".',
  ],
  'managed-routes-alone.yaml': [
    'trafficRouting of Rollout "web" names no router; set one of "alb", "ambassador", "apisix", "appMesh", "istio", "nginx", "plugins", "smi" or "traefik".',
  ],
  'misspelt-router.yaml': [],
  'no-plugins.yaml': [
    'trafficRouting of Rollout "web" names no router; set one of "alb", "ambassador", "apisix", "appMesh", "istio", "nginx", "plugins", "smi" or "traefik".',
  ],
  'without-routing.yaml': [],
});
