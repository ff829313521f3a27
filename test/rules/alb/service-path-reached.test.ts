import rule from '../../../src/rules/alb/service-path-reached.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-host.yaml': [],
  'before-the-path-of-all.yaml': [],
  'behind-a-path-of-all.yaml': [
    'Path "/*" to Service "pages" takes all requests of path "/api/*" to Service "web", which Rollout "web" splits; move it after that path, or narrow it.',
  ],
  'behind-a-prefix.yaml': [
    'Path "/" to Service "pages" takes all requests of path "/api/*" to Service "web", which Rollout "web" splits; move it after that path, or narrow it.',
  ],
  'behind-a-rule-of-all-hosts.yaml': [
    'Path "/*" to Service "pages" takes all requests of path "/*" to Service "web", which Rollout "web" splits; move it after that path, or narrow it.',
  ],
  'behind-the-stable-service.yaml': [
    'Path "/*" to Service "web-stable" takes all requests of path "/*" to Service "web", which Rollout "web" splits; move it after that path, or narrow it.',
  ],
  'expressions.yaml': [],
  'longer-prefix-first.yaml': [],
  'part-of-the-paths.yaml': [],
  'path-with-a-placeholder.yaml': [],
  'path-with-conditions.yaml': [],
  'redirect-to-https.yaml': [],
});
