import rule from '../../../src/rules/schema/rules-hold.js';
import { describeRule } from '../../support/describe-rule.js';

const broken = (path: string, rule: string, object = 'HTTPRoute "web"'): string =>
  `${path} of ${object} breaks a rule of its definition: ${rule}.`;
const value = (path: string, actual: string, expected: string): string =>
  `${path} of HTTPRoute "web" has the value ${actual}; it must be ${expected}.`;

describeRule(rule, {
  'own-kind.yaml': [
    'spec.min of Widget "web" breaks a rule of its definition: min must not be above size.',
    'spec.ports[1] of Widget "web" repeats an earlier item with the same name; remove one of the two.',
  ],
  'accepted.yaml': [],
  'backend-without-a-name.yaml': ['spec.rules[0].backendRefs[0] of HTTPRoute "other" has no name; add it.'],
  'credentials-in-two-ways.yaml': [
    broken(
      'spec.servers[0].tls',
      'only one of credentialName or credentialNames can be set',
      'Gateway "public"',
    ),
  ],
  'duration-to-fill-in.yaml': [],
  'durations.yaml': [
    broken('spec.http[0].timeout', 'must be a valid duration greater than 1ms', 'VirtualService "web"'),
    'spec.http[0].retries.perTryTimeout of VirtualService "web" breaks a rule of its definition: must be a valid duration greater than 1ms (time: invalid duration "5").',
  ],
  'expression-is-free.yaml': [],
  'filter-of-another-type.yaml': [
    broken(
      'spec.rules[0].filters[0]',
      'filter.requestHeaderModifier must be specified for RequestHeaderModifier filter.type',
    ),
    broken(
      'spec.rules[0].filters[0]',
      'filter.responseHeaderModifier must be nil if the filter.type is not ResponseHeaderModifier',
    ),
  ],
  'filter-twice.yaml': [broken('spec.rules[0].filters', 'RequestHeaderModifier filter cannot be repeated')],
  'header-twice.yaml': [
    'spec.rules[0].matches[0].headers[1] of HTTPRoute "web" repeats an earlier item with the same name; remove one of the two.',
  ],
  'hostname-of-all.yaml': [
    value(
      'spec.hostnames[0]',
      '*',
      'of the form ^(\\*\\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    ),
  ],
  'listeners.yaml': [
    broken(
      'spec.listeners',
      'Combination of port, protocol and hostname must be unique for each listener',
      'Gateway "edge"',
    ),
  ],
  'matches-left-empty.yaml': [],
  'method-of-nothing.yaml': [
    broken(
      'spec.rules[0].matches[0].method',
      "One or both of 'service' or 'method' must be specified",
      'GRPCRoute "web"',
    ),
  ],
  'name-with-capitals.yaml': [
    value(
      'spec.rules[0].name',
      'Main',
      'of the form ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    ),
  ],
  'no-rollout-uses-it.yaml': [],
  'one-name-for-two-rules.yaml': [broken('spec.rules', 'Rule name must be unique within the route')],
  'parent-twice.yaml': [
    broken(
      'spec.parentRefs',
      'sectionName or port must be unique when parentRefs includes 2 or more references to the same parent',
    ),
  ],
  'parent-with-and-without-a-section.yaml': [
    broken(
      'spec.parentRefs',
      'sectionName or port must be specified when parentRefs includes 2 or more references to the same parent',
    ),
  ],
  'port-missing.yaml': [broken('spec.rules[0].backendRefs[1]', 'Must have port for Service reference')],
  'port-to-fill-in.yaml': [],
  'prefix-replaced-in-two-matches.yaml': [
    broken(
      'spec.rules[0]',
      'When using URLRewrite filter with path.replacePrefixMatch, exactly one PathPrefix match must be specified',
    ),
  ],
  'redirect-and-rewrite.yaml': [
    broken(
      'spec.rules[1].filters',
      'May specify either httpRouteFilterRequestRedirect or httpRouteFilterRequestRewrite, but not both',
    ),
  ],
  'redirect-beside-backends.yaml': [
    broken('spec.rules[0]', 'RequestRedirect filter must not be used together with backendRefs'),
  ],
  'relative-path.yaml': [
    broken(
      'spec.rules[0].matches[0].path',
      "value must be an absolute path and start with '/' when type one of ['Exact', 'PathPrefix']",
    ),
  ],
  'permanent-session.yaml': [
    broken(
      'spec.rules[0].sessionPersistence',
      'AbsoluteTimeout must be specified when cookie lifetimeType is Permanent',
      'HTTPRoute "other"',
    ),
  ],
  'slash-twice.yaml': [
    broken('spec.rules[0].matches[0].path', "must not contain '//' when type one of ['Exact', 'PathPrefix']"),
  ],
  'timeouts.yaml': [
    broken(
      'spec.rules[0].timeouts',
      'backendRequest timeout cannot be longer than request timeout',
      'HTTPRoute "other"',
    ),
  ],
  'too-many-matches.yaml': [
    broken(
      'spec.rules',
      'While 16 rules and 64 matches per rule are allowed, the total number of matches across all rules in a route must be less than 128',
    ),
  ],
  'too-many-rules.yaml': [value('spec.rules', '17', 'a length of at most 16')],
  'two-sections.yaml': [],
  'backend-with-a-weight-below-zero.yaml': [value('spec.rules[0].backendRefs[1].weight', '-1', 'at least 0')],
  'wrong-types-are-not-asked.yaml': [],
});
