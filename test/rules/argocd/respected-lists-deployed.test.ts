import rule from '../../../src/rules/argocd/respected-lists-deployed.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'custom-resource-without-rollout.yaml': [
    'With RespectIgnoreDifferences=true ".spec.template.spec.containers[]?.image" freezes spec.template.spec.containers of Rollout "api": each sync writes the whole list of the cluster, and changes of Git in it are not deployed; remove the option, or ignore the whole list knowingly.',
  ],
  'header-route.yaml': [
    'RespectIgnoreDifferences=true does not keep what Rollout "web" adds to spec.http of VirtualService "web" (since 3.3.13, 3.4.5 and 3.5.0): a sync writes the list of Git; add ApplyOutOfSyncOnly=true and do not rely on it.',
  ],
  'header-route-of-what-is-in-sync.yaml': [],
  'lists-with-keys.yaml': [],
  'service-without-api-version.yaml': [],
  'weights.yaml': [
    'With RespectIgnoreDifferences=true ".spec.http[]?.route[]?.weight" freezes spec.http of VirtualService "web": each sync writes the whole list of the cluster, and changes of Git in it are not deployed; remove the option, or ignore the whole list knowingly.',
  ],
  'without-the-option.yaml': [],
});
