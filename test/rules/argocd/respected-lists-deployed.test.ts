import rule from '../../../src/rules/argocd/respected-lists-deployed.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'custom-resource-without-rollout.yaml': [
    'With RespectIgnoreDifferences=true ".spec.template.spec.containers[]?.image" freezes spec.template.spec.containers of Rollout "api": each sync applies the whole list of the cluster, and changes in Git to it are not deployed; remove the option, or deliberately ignore the whole list.',
  ],
  'header-route.yaml': [
    'RespectIgnoreDifferences=true does not keep what Rollout "web" adds to spec.http of VirtualService "web" (since Argo CD 3.3.13, 3.4.5 and 3.5.0): a sync applies the list of Git; add ApplyOutOfSyncOnly=true.',
  ],
  'header-route-of-what-is-in-sync.yaml': [],
  'lists-with-keys.yaml': [],
  'service-without-api-version.yaml': [],
  'weights.yaml': [
    'With RespectIgnoreDifferences=true ".spec.http[]?.route[]?.weight" freezes spec.http of VirtualService "web": each sync applies the whole list of the cluster, and changes in Git to it are not deployed; remove the option, or deliberately ignore the whole list.',
  ],
  'without-the-option.yaml': [],
});
