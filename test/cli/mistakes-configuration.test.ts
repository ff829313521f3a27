import { good, rolloutText } from '../support/command.js';
import { describeMistakes, type Mistake } from '../support/mistakes.js';

/** A configuration beside a Rollout on which nothing is wrong. */
function configured(did: string, text: string, expected: Pick<Mistake, 'what' | 'where' | 'next'>): Mistake {
  return { did, args: ['lint'], files: { 'rolloutkit.yaml': text, 'a.yaml': good }, code: 2, ...expected };
}

describeMistakes('rolloutkit.yaml', [
  configured('misspells a key', 'rendr: true\n', {
    what: 'Unknown key "rendr".',
    where: 'rolloutkit.yaml:1:1:',
    next: 'Did you mean "render"?',
  }),
  configured('invents a key', 'severity: warning\n', {
    what: 'Unknown key "severity".',
    where: 'rolloutkit.yaml:1:1:',
    next: 'The keys are extends, failOn, rules, overrides, rollouts, awsVerifyTargetGroup, argocd, kubernetes, protect, render, helmValues, ignore, assume, baseline.',
  }),
  configured('gives a text for a choice', 'render: sometimes\n', {
    what: '"render" is "sometimes"',
    where: 'rolloutkit.yaml:1:9:',
    next: 'it must be true or false',
  }),
  configured('gives a text for a list', 'ignore: vendor/\n', {
    what: '"ignore" is "vendor/"',
    where: 'rolloutkit.yaml:1:9:',
    next: 'it must be a list',
  }),
  configured('gives a list of rules', 'rules:\n  - istio\n', {
    what: '"rules"',
    where: 'rolloutkit.yaml:1:1:',
    next: 'a map from rules or areas to severities',
  }),
  configured('gives a version that is not known', 'rollouts: "2.0"\n', {
    what: '"rollouts" is "2.0"',
    where: 'rolloutkit.yaml:1:11:',
    next: 'it must be a release of 1.7, 1.8, 1.9, 1.10, 1.11',
  }),
  configured('gives a release of Kubernetes that there is not', 'kubernetes: latest\n', {
    what: '"kubernetes" is "latest"',
    where: 'rolloutkit.yaml:1:13:',
    next: 'it must be a release, such as 1.36',
  }),
  configured('misspells a rule', 'rules:\n  istio/route-exist: off\n', {
    what: 'Unknown rule or area "istio/route-exist".',
    where: 'rolloutkit.yaml:2:3:',
    next: 'Did you mean "istio/route-exists"?',
  }),
  configured('leaves out the area of a rule', 'rules:\n  virtual-service-exists: off\n', {
    what: 'Unknown rule or area "virtual-service-exists".',
    where: 'rolloutkit.yaml:2:3:',
    next: 'Did you mean "istio/virtual-service-exists"?',
  }),
  configured('shortens a severity', 'rules:\n  istio: warn\n', {
    what: 'The severity of "istio" is "warn"',
    where: 'rolloutkit.yaml:2:10:',
    next: 'Did you mean "warning"?',
  }),
  configured('misspells the kind of what is assumed', 'assume:\n  - Servise/shop/web\n', {
    what: '"Servise/shop/web"',
    where: 'rolloutkit.yaml:2:5:',
    next: 'Did you mean "Service/shop/web"?',
  }),
  configured('writes no YAML', 'rules: [\n', {
    what: 'This "[" is never closed.',
    where: 'rolloutkit.yaml:1:8:',
    next: '"["',
  }),
  {
    did: 'names the file with another ending',
    args: ['lint'],
    files: { 'rolloutkit.yml': 'rules:\n  schema: off\n', 'a.yaml': rolloutText('web', 'maxsurge: 1') },
    code: 1,
    what: 'rolloutkit.yml is not the name of a configuration file',
    where: 'rolloutkit.yml',
    next: 'rename it to rolloutkit.yaml',
  },
  {
    did: 'names the file with a dot before it',
    args: ['lint'],
    files: { '.rolloutkit.yaml': 'rules:\n  schema: off\n', 'a.yaml': rolloutText('web', 'maxsurge: 1') },
    code: 1,
    what: '.rolloutkit.yaml is not the name of a configuration file',
    where: '.rolloutkit.yaml',
    next: 'rename it to rolloutkit.yaml',
  },
]);

const annotated = (annotation: string): string =>
  rolloutText('web', 'maxsurge: 1').replace(
    '  name: web\n',
    `  name: web\n  annotations:\n    ${annotation}\n`,
  );

describeMistakes('what an annotation suppresses', [
  {
    did: 'misspells the rule',
    args: ['lint'],
    files: { 'a.yaml': annotated('suppress.rolloutkit/schema.fields-knwon: known') },
    code: 1,
    what: 'schema.fields-knwon',
    where: 'a.yaml:6:5',
    next: 'schema.fields-known',
  },
  {
    did: 'gives no reason',
    args: ['lint'],
    files: { 'a.yaml': annotated('suppress.rolloutkit/schema.fields-known: ""') },
    code: 1,
    what: 'has no reason',
    where: 'a.yaml:6:46 warning',
    next: 'rolloutkit explain ',
  },
]);
