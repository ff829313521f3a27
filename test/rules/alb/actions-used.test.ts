import rule from '../../../src/rules/alb/actions-used.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'service-instead.yaml': [
    'Annotation "alb.ingress.kubernetes.io/actions.ssl-redirect" has no effect, because no path of Ingress "web" has backend "ssl-redirect" with port "use-annotation"; add such a path, or remove the annotation.',
  ],
  'other-name.yaml': [
    'Annotation "alb.ingress.kubernetes.io/actions.ssl-redirect" has no effect, because no path of Ingress "web" has backend "ssl-redirect" with port "use-annotation", only "redirect"; add such a path, or remove the annotation.',
  ],
  'good.yaml': [],
  'of-a-rollout.yaml': [],
  'open.yaml': [],
});
