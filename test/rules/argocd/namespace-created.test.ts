import path from 'node:path';
import rule from '../../../src/rules/argocd/namespace-created.js';
import { describeRule } from '../../support/describe-rule.js';

const folders = [
  'missing',
  'option',
  'misspelled',
  'manifest',
  'script',
  'own-namespaces',
  'for-a-demo',
  'named-demo',
  'off',
  'tools',
  'objects-without-namespace',
  'in-another-one',
  'in-another-one-of-git',
  'in-the-same-one',
];
const workTrees = folders.map((name) => ({
  folder: path.join(__dirname, 'namespace-created', name),
  remotes: [],
}));

describeRule(
  rule,
  {
    missing: [
      'Namespace "shop" of Application "web" is created by no manifest or script of the repository, and a sync fails while it does not exist; add "CreateNamespace=true" to syncOptions.',
    ],
    // A file of an Application may be named after the demo that it deploys.
    'named-demo': [
      'Namespace "shop" of Application "demo-web" is created by no manifest or script of the repository, and a sync fails while it does not exist; add "CreateNamespace=true" to syncOptions.',
    ],
    off: [
      'Namespace "shop" of Application "web" is created by no manifest or script of the repository, and a sync fails while it does not exist; change "CreateNamespace=false" to "CreateNamespace=true" in syncOptions, or add the namespace.',
    ],
    // Files that configure tools do not show that the whole clone is given, as init writes them.
    tools: [],
    // A folder to try things with.
    'for-a-demo': [],
    // A NodePool has no namespace, and a kind that is not known may have none.
    'objects-without-namespace': [],
    'in-another-one': [
      'Namespace "store", where Git puts Deployment "web" of Application "web", is created by no manifest or script of the repository, and a sync fails while it does not exist; add a manifest of it, because "CreateNamespace=true" creates only "shop-apps".',
    ],
    'in-another-one-of-git': [],
    'in-the-same-one': [],
    option: [],
    misspelled: ['Application "web" creates namespace "defualt" and deploys there; did you mean "default"?'],
    manifest: [],
    script: [],
    // No object goes to the namespace of the destination.
    'own-namespaces': [],
    // The rest of the repository is not known.
    'no-clone': [],
  },
  { graph: { workTrees } },
);
