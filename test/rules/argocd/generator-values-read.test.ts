import rule from '../../../src/rules/argocd/generator-values-read.js';
import { describeRule } from '../../support/describe-rule.js';

// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Template/: parameters only fill in placeholders.
describeRule(rule, {
  'bad.yaml': [
    'Elements of ApplicationSet "services" set "auto_sync", which its template does not read, so it has no effect; use it in the template, or remove it.',
    'Elements of ApplicationSet "regions" set "replicas" and "tier", which its template does not read, so they have no effect; use them in the template, or remove them.',
  ],
  'good.yaml': [],
});
