import rule from '../../../src/rules/gateway/route-accepted.js';
import { describeRule } from '../../support/describe-rule.js';

const refused = (refusal: string, kind = 'HTTPRoute'): string =>
  `The API server refuses ${kind} "web": ${refusal}.`;

describeRule(rule, {
  'matches-left-empty.yaml': [],
  'accepted.yaml': [],
  'hostname-of-all.yaml': [
    refused(
      `spec.hostnames[0]: Invalid value: "*": spec.hostnames[0] in body should match '^(\\*\\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'`,
    ),
  ],
  'name-with-capitals.yaml': [
    refused(
      `spec.rules[0].name: Invalid value: "Main": spec.rules[0].name in body should match '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'`,
    ),
  ],
  'expression-is-free.yaml': [],
  'filter-of-another-type.yaml': [
    refused(
      'spec.rules[0].filters[0]: Invalid value: "object": filter.requestHeaderModifier must be specified for RequestHeaderModifier filter.type',
    ),
    refused(
      'spec.rules[0].filters[0]: Invalid value: "object": filter.responseHeaderModifier must be nil if the filter.type is not ResponseHeaderModifier',
    ),
  ],
  'filter-twice.yaml': [
    refused('spec.rules[0].filters: Invalid value: "array": RequestHeaderModifier filter cannot be repeated'),
  ],
  'header-twice.yaml': [refused('spec.rules[0].matches[0].headers[1]: Duplicate value: {"name":"x-team"}')],
  'method-of-nothing.yaml': [
    refused(
      `spec.rules[0].matches[0].method: Invalid value: "object": One or both of 'service' or 'method' must be specified`,
      'GRPCRoute',
    ),
  ],
  'one-name-for-two-rules.yaml': [
    'Two rules of HTTPRoute "web" have the name "main", which must be unique within the route; rename one of them.',
  ],
  'parent-twice.yaml': [
    refused(
      'spec.parentRefs: Invalid value: "array": sectionName must be unique when parentRefs includes 2 or more references to the same parent',
    ),
  ],
  'parent-with-and-without-a-section.yaml': [
    refused(
      'spec.parentRefs: Invalid value: "array": sectionName must be specified when parentRefs includes 2 or more references to the same parent',
    ),
  ],
  'port-missing.yaml': [
    refused('spec.rules[0].backendRefs[1]: Invalid value: "object": Must have port for Service reference'),
  ],
  'port-to-fill-in.yaml': [],
  'prefix-replaced-in-two-matches.yaml': [
    refused(
      'spec.rules[0]: Invalid value: "object": When using URLRewrite filter with path.replacePrefixMatch, exactly one PathPrefix match must be specified',
    ),
  ],
  'redirect-and-rewrite.yaml': [
    refused(
      'spec.rules[1].filters: Invalid value: "array": May specify either httpRouteFilterRequestRedirect or httpRouteFilterRequestRewrite, but not both',
    ),
  ],
  'redirect-beside-backends.yaml': [
    refused(
      'spec.rules[0]: Invalid value: "object": RequestRedirect filter must not be used together with backendRefs',
    ),
  ],
  'relative-path.yaml': [
    refused(
      `spec.rules[0].matches[0].path: Invalid value: "object": value must be an absolute path and start with '/' when type one of ['Exact', 'PathPrefix']`,
    ),
  ],
  'slash-twice.yaml': [
    refused(
      `spec.rules[0].matches[0].path: Invalid value: "object": must not contain '//' when type one of ['Exact', 'PathPrefix']`,
    ),
  ],
  'too-many-matches.yaml': [
    refused(
      'spec.rules: Invalid value: "array": While 16 rules and 64 matches per rule are allowed, the total number of matches across all rules in a route must be less than 128',
    ),
  ],
  'too-many-rules.yaml': [refused('spec.rules: Too many: 17: must have at most 16 items')],
  'two-sections.yaml': [],
  'weight-below-zero.yaml': [
    refused(
      'spec.rules[0].backendRefs[1].weight: Invalid value: -1: spec.rules[0].backendRefs[1].weight in body should be greater than or equal to 0',
    ),
  ],
});
