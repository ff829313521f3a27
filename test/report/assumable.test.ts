import { expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: 'web:1.0.0' }]
  strategy:
    canary:
      steps: [{ setWeight: 20 }, { analysis: { templates: [{ templateName: errors }] } }]
`;

const advice =
  /\d+ of \d+ findings? .* none of these files; if the cluster has .*: --assume KIND\/\[NAMESPACE\/\]NAME$/gm;

it('says how to name an object that is not among the files, and does not once it is named', () => {
  const folder = folderOf({ 'rollout.yaml': rollout });
  const { stdout } = run(folder, 'lint', '--only', 'rollout');
  expect(stdout).toContain('AnalysisTemplate "errors" of Rollout "web" is not found.');
  expect(stdout.match(advice)).toEqual([
    '1 of 1 finding is about an object that is in none of these files; if the cluster has it: --assume KIND/[NAMESPACE/]NAME',
  ]);
  const named = run(folder, 'lint', '--only', 'rollout', '--assume', 'AnalysisTemplate/shop/errors');
  expect(named.stdout).toMatch(/^✓/);
});

it('says nothing of it where another object is probably meant', () => {
  const template = `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: { name: error, namespace: shop }
spec:
  metrics: [{ name: errors, count: 1, successCondition: 'result[0] < 1', provider: { prometheus: { query: up } } }]
`;
  const folder = folderOf({ 'rollout.yaml': rollout, 'template.yaml': template });
  const { stdout } = run(folder, 'lint', '--only', 'rollout');
  expect(stdout).toContain('did you mean "error"?');
  expect(stdout).not.toMatch(advice);
});

it('says so of an Ingress, for which a path is proposed', () => {
  const folder = folderOf({
    'rollout.yaml': rollout.replace(
      '    canary:\n',
      '    canary:\n      stableService: web-stable\n      canaryService: web-canary\n      trafficRouting: { nginx: { stableIngress: web } }\n',
    ),
  });
  const { stdout } = run(folder, 'lint', '--only', 'nginx/ingress-exists');
  expect(stdout).toContain('is not found; add an Ingress with this path:');
  expect(stdout.match(advice)).toHaveLength(1);
});
