import rule from '../../../src/rules/istio/added-routes-keep-settings.js';
import { describeRule } from '../../support/describe-rule.js';

const lost = (settings: string, them: string): string =>
  `Header route "header" of Rollout "web" comes before HTTP route "primary" of VirtualService "web" and has none of its ${settings}; set ${them} where requests pass before or after this VirtualService, or accept it for requests with the header.`;

describeRule(rule, {
  'plain.yaml': [],
  'rewrite.yaml': [lost('rewrite and timeout', 'them')],
  'timeout.yaml': [],
  'weights-only.yaml': [],
});
