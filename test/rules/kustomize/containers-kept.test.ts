import rule from '../../../src/rules/kustomize/containers-kept.js';
import { describeRule } from '../../support/describe-rule.js';

const start =
  'This patch replaces the whole list of containers, because kustomize has no schema for Rollouts, so';
const end = 'add the schema of Argo Rollouts to openapi of the kustomization, or write a JSON patch.';

describeRule(rule, {
  replaced: [
    `${start} container "web" of Rollout "web" loses ports and readinessProbe; ${end}`,
    `${start} Rollout "web" loses container "web"; ${end}`,
  ],
  exchanged: [],
  misnamed: [`${start} Rollout "web" loses container "web"; ${end}`],
  taught: [],
  repeated: [],
});
