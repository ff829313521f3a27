import rule from '../../../src/rules/k8s/immutable-fields-kept.js';
import { describeRule } from '../../support/describe-rule.js';

const refused = (path: string, object: string): string =>
  `${path} of ${object} changes, which the API server refuses; use another name, or add the annotation "argocd.argoproj.io/sync-options: Force=true,Replace=true".`;

describeRule(rule, {
  changed: [
    refused('spec.selector', 'Deployment "web"'),
    refused('spec.clusterIP', 'Service "web"'),
    refused('data', 'ConfigMap "web-1"'),
    refused('type', 'Secret "web"'),
    refused('spec.serviceName', 'StatefulSet "store"'),
    refused('spec.volumeClaimTemplates[0].spec.resources.requests.storage', 'StatefulSet "store"'),
    refused('spec.template.spec.containers[0].image', 'Job "migrate"'),
    refused('spec.accessModes', 'PersistentVolumeClaim "files"'),
  ],
  jobs: [
    refused('spec.completions', 'Job "load"'),
    refused('spec.backoffLimitPerIndex', 'Job "parts"'),
    refused('spec.volumeName', 'PersistentVolumeClaim "files"'),
  ],
  kept: [],
  'own-kind': [
    'spec.region of Bucket "files" changes as its definition does not allow: The region cannot be changed.',
    'spec.size of Bucket "files" changes as its definition does not allow: self >= oldSelf.',
    'spec.key of Bucket "files" changes as its definition does not allow: key is immutable.',
  ],
  alone: [refused('roleRef', 'RoleBinding "readers"')],
});
