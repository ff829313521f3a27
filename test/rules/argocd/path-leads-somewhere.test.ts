import rule from '../../../src/rules/argocd/path-leads-somewhere.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  absolute: [
    'Path "/apps/web" of Application "web" begins with "/", but Argo CD accepts no absolute path; write "apps/web".',
  ],
  'another-repository': [],
  'another-revision': [],
  file: [
    'Path "apps/web/config-map.yaml" of Application "web" is a file, but Argo CD needs a folder; use the folder that contains it.',
  ],
  'folder-gone': ['Path "apps/web/prod" of Application "web" is not a folder.'],
  'folder-misspelt': ['Path "apps/wbe" of Application "web" is not a folder; did you mean "apps/web"?'],
  'folder-moved': ['Path "kubernetes" of Application "web" is not a folder. Known folders: argocd, deploy.'],
  'folder-there': [],
  outside: ['Path "apps/../../web" of Application "web" leads out of its repository; use a folder in it.'],
  placeholder: [],
});
