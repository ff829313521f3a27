import rule from '../../../src/rules/argocd/folders-read.js';
import { describeRule } from '../../support/describe-rule.js';

// https://github.com/argoproj/argo-cd/blob/v3.5.1/reposerver/repository/repository.go (getPotentiallyValidManifests): a folder below is
// skipped unless recurse is true.
describeRule(rule, {
  below: [
    'Application "web" reads only the files of "deploy" itself, so Service "mesh" in mesh is not deployed by any Application; set directory.recurse to true, or add an Application for the folder.',
  ],
  'nothing-in-the-path': [
    'Application "web" deploys nothing: "deploy" itself has no manifest, and Argo CD does not read the folders below it, such as web; set directory.recurse to true.',
  ],
  recursive: [],
  'kustomization-below': [],
  // What is left of one of them is not meant to be deployed by the Application above.
  'applications-below': [],
});
