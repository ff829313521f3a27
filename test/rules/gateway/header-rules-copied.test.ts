import rule from '../../../src/rules/gateway/header-rules-copied.js';
import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { describeRule } from '../../support/describe-rule.js';
import { textSource } from '../../support/sources.js';

const refused = (name: string, refusal: string): string =>
  `The API server refuses HTTPRoute "web" with the rules that header route "${name}" adds to it: ${refusal}.`;

describeRule(rule, {
  'matches-left-empty.yaml': [],
  'copied.yaml': [],
  'header-in-other-capitals.yaml': [
    'This rule of HTTPRoute "web" already matches "X-Stage", so header "x-stage" of header route "beta" has no effect in the copy of the rule; match another header.',
  ],
  'header-of-the-rule.yaml': [
    refused('beta', 'spec.rules[1].matches[0].headers[1]: Duplicate value: {"name":"X-Stage"}'),
  ],
  'name-with-an-underscore.yaml': [
    refused(
      'Set_Header',
      `spec.rules[1].name: Invalid value: "Set_Header": spec.rules[1].name in body should match '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'`,
    ),
  ],
  'sixteen-rules-already.yaml': [
    refused(
      'beta',
      '[spec.rules: Too many: 17: must have at most 16 items, <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]',
    ),
  ],
  'sixteen-rules-without-header-routes.yaml': [],
  'timeouts.yaml': [
    'This rule of HTTPRoute "web" sets "timeouts", which the plugin does not copy into the header rules that it adds for Rollout "web".',
  ],
});

it('names only the first of several header routes for what none of them copies', () => {
  const step = (name: string): object => ({
    setHeaderRoute: { name, match: [{ headerName: 'X-Stage', headerValue: { exact: name } }] },
  });
  const web = { name: 'web', namespace: 'shop' };
  const objects = [
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      metadata: web,
      spec: {
        strategy: {
          canary: {
            stableService: 'web-stable',
            canaryService: 'web-canary',
            steps: [{ setCanaryScale: { replicas: 1 } }, step('beta'), step('gamma'), { pause: {} }],
            trafficRouting: {
              managedRoutes: [{ name: 'beta' }, { name: 'gamma' }],
              plugins: { 'argoproj-labs/gatewayAPI': { httpRoute: 'web' } },
            },
          },
        },
      },
    },
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: web,
      spec: {
        parentRefs: [{ name: 'edge' }],
        rules: [
          {
            timeouts: { request: '10s' },
            backendRefs: [
              { name: 'web-stable', port: 80, weight: 100 },
              { name: 'web-canary', port: 80, weight: 0 },
            ],
          },
        ],
      },
    },
  ];
  const { findings } = lint(
    [textSource('all.yaml', objects.map((one) => JSON.stringify(one)).join('\n---\n'))],
    [rule],
  );
  expect(findings.map(({ labels }) => labels.map(({ message }) => message))).toEqual([['adds a rule']]);
});
