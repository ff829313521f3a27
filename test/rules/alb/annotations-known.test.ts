import rule from '../../../src/rules/alb/annotations-known.js';
import { describeRule } from '../../support/describe-rule.js';

const unknown = (key: string, advice: string): string =>
  `Annotation "alb.ingress.kubernetes.io/${key}" is unknown: no release of the AWS Load Balancer Controller from 2.0 to 3.5 reads it; ${advice}`;

const unreadable = (key: string, value: string, right: string): string =>
  `Annotation "alb.ingress.kubernetes.io/${key}" is "${value}", which the AWS Load Balancer Controller cannot read; it must be ${right}.`;

describeRule(rule, {
  'another-class.yaml': [],
  'controller-of-alibaba.yaml': [],
  'known.yaml': [],
  'misspelt.yaml': [
    unknown('healthcheck-intervall-seconds', 'did you mean "healthcheck-interval-seconds"?'),
    unknown('unhealthy-treshold-count', 'did you mean "unhealthy-threshold-count"?'),
    unknown('action.web-stable', 'did you mean "actions.web-stable"?'),
    unknown('connection-idle-timeout', 'remove it.'),
  ],
  'service.yaml': [
    'Annotation "alb.ingress.kubernetes.io/scheme" is only read on an Ingress, not on Service "web-stable"; move it to the Ingress.',
    unknown('healtcheck-port', 'did you mean "healthcheck-port"?'),
  ],
  'values.yaml': [
    unreadable('scheme', 'public', 'one of "internal", "internet-facing"'),
    unreadable('healthcheck-interval-seconds', '15s', 'a whole number without a unit'),
    unreadable('listen-ports', '[{HTTP: 80}]', 'JSON such as [{"HTTP": 80}, {"HTTPS": 443}]'),
    unreadable('tags', 'team', 'pairs such as "key=value" with commas between them'),
    unreadable('actions.web-stable', '{"type": }', 'JSON'),
    unreadable('shield-advanced-protection', 'on', '"true" or "false"'),
  ],
});
