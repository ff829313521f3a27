import rule from '../../../src/rules/istio/added-routes-keep-settings.js';
import { describeRule } from '../../support/describe-rule.js';

const lost = (settings: string, them: string): string =>
  `Header route "header" of Rollout "web" comes before HTTP route "primary" of VirtualService "web" and has none of its ${settings}; set ${them} where requests pass before or after this VirtualService, or accept it for requests with the header.`;

const mirrored = (settings: string): string =>
  `Mirror route "mirror" of Rollout "web" takes requests of HTTP route "primary" of VirtualService "web", also those that it does not mirror, and has none of its ${settings}; set them where requests pass before or after this VirtualService, or remove the mirror route.`;

describeRule(rule, {
  'cors.yaml': [lost('timeout and corsPolicy', 'them')],
  'mirror-of-other-paths.yaml': [],
  'mirror-without-timeout.yaml': [mirrored('timeout and retries')],
  'mirror.yaml': [mirrored('rewrite and timeout')],
  'plain.yaml': [],
  'rewrite.yaml': [lost('rewrite and timeout', 'them')],
  'timeout.yaml': [],
  'weights-only.yaml': [],
});
