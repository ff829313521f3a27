import rule from '../../../src/rules/alb/annotations-known.js';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

const unknown = (key: string, advice: string): string =>
  `Annotation "alb.ingress.kubernetes.io/${key}" is unknown: no release of the AWS Load Balancer Controller from 2.0 to 3.5 reads it; ${advice}`;

const unreadable = (key: string, value: string, right: string): string =>
  `Annotation "alb.ingress.kubernetes.io/${key}" is "${value}", which the AWS Load Balancer Controller cannot read; it must be ${right}.`;

const ofService = (key: string): string => `service.beta.kubernetes.io/aws-load-balancer-${key}`;
const unknownOnService = (key: string, advice: string): string =>
  `Annotation "${ofService(key)}" is unknown: no release of the AWS Load Balancer Controller from 2.0 to 3.5 reads it; ${advice}`;
const unreadableOnService = (key: string, value: string, right: string): string =>
  `Annotation "${ofService(key)}" is "${value}", which the AWS Load Balancer Controller cannot read; it must be ${right}.`;

describeRule(rule, {
  'load-balancer-of-a-service.yaml': [
    unknownOnService('connection-idle-timeout', 'remove it.'),
    unknownOnService(
      'cross-zone-load-balancing-enable',
      'did you mean "aws-load-balancer-cross-zone-load-balancing-enabled"?',
    ),
    unreadableOnService('healthcheck-interval', '10s', 'a whole number without a unit'),
    unreadableOnService('internal', '0.0.0.0/0', '"true" or "false"'),
    unreadableOnService('proxy-protocol', 'v2', 'one of "*"'),
  ],
  'load-balancer-class.yaml': [unknownOnService('schem', 'did you mean "aws-load-balancer-scheme"?')],
  // The cloud provider reads other keys and values of this prefix.
  'load-balancer-of-the-cloud-provider.yaml': [],
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

it('renames what resembles a known annotation, and removes what resembles none', () => {
  const { findings } = lint([fileSource(path.join(__dirname, 'annotations-known/misspelt.yaml'))], [rule]);
  expect(findings.map(({ fix }) => fix?.title)).toEqual([
    'Rename the annotation to "alb.ingress.kubernetes.io/healthcheck-interval-seconds".',
    'Rename the annotation to "alb.ingress.kubernetes.io/unhealthy-threshold-count".',
    'Rename the annotation to "alb.ingress.kubernetes.io/actions.web-stable".',
    expect.stringMatching(/^Remove /),
  ]);
});
