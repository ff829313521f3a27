import rule from '../../../src/rules/nginx/rewrites-keep-paths.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'a-file.yaml': [],
  'all-plain.yaml': [
    'The rewrite-target "/v1/$1" of Ingress "checkout" uses $1, which path "/checkout" does not have, so all requests below it become "/v1/"; write the path as "/checkout(/|$)(.*)", and the target with $2.',
  ],
  'all-to-one-page.yaml': [
    'The rewrite-target "/health" of Ingress "checkout" has no group, so all requests below path "/" become "/health"; write the path as "/()(.*)", and the target with $2 in it.',
  ],
  'another-controller.yaml': [],
  'captured.yaml': [],
  'expression-of-a-prefix.yaml': [
    'Path "/checkout(/|$)(.*)" of Ingress "checkout" has characters of an expression, which ingress-nginx refuses for pathType "Prefix"; set pathType to "ImplementationSpecific".',
  ],
  'expression-without-a-rewrite.yaml': [
    'Path "/checkout/.*" of Ingress "checkout" has characters of an expression, which ingress-nginx refuses for pathType "Exact"; set pathType to "ImplementationSpecific".',
  ],
  'no-group.yaml': [
    'The rewrite-target "/$1" of Ingress "checkout" uses $1, which path "/checkout" does not have, so all requests below it become "/"; write the path as "/checkout(/|$)(.*)", and the target with $2.',
  ],
  'one-page.yaml': [],
  'path-is-the-target.yaml': [],
  'several-paths.yaml': [
    'The rewrite-target "/$2" of Ingress "checkout" uses $2, which path "/docs" does not have, so all requests below it become "/"; write the path as "/docs(/|$)(.*)", and the target with $2.',
  ],
  'types-free.yaml': [],
  'variable.yaml': [],
  'without-groups.yaml': [
    'The rewrite-target "/" of Ingress "checkout" has no group, so all requests below path "/checkout" become "/"; write the path as "/checkout(/|$)(.*)", and the target with $2 in it.',
  ],
});
