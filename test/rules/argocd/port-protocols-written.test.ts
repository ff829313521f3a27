import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseArgoCdVersion } from '../../../src/argocd/version.js';
import { lint } from '../../../src/lint/lint.js';
import { messageOf } from '../../../src/model/finding.js';
import rule from '../../../src/rules/argocd/port-protocols-written.js';
import { describeRule } from '../../support/describe-rule.js';
import { textSource } from '../../support/sources.js';

// What real Argo CD says of it: topic `rollouts` of its recordings, "a port without a protocol, applied by Argo CD".
describeRule(rule, {
  'client-side.yaml': [],
  'ignored-elsewhere.yaml': [
    'A port of Rollout "web" has no protocol, so Application "shop" is OutOfSync with ServerSideApply=true; write "protocol: TCP", or set the compare option ServerSideDiff=true (not needed if Argo CD enables it globally).',
  ],
  'ignored.yaml': [],
  'init-container.yaml': [
    'A port of Rollout "web" has no protocol, so Application "shop" is OutOfSync with ServerSideApply=true; write "protocol: TCP", or set the compare option ServerSideDiff=true (not needed if Argo CD enables it globally).',
  ],
  'left-out.yaml': [
    'A port of Rollout "web" has no protocol, so Application "shop" is OutOfSync with ServerSideApply=true; write "protocol: TCP", or set the compare option ServerSideDiff=true (not needed if Argo CD enables it globally).',
  ],
  'server-side-diff.yaml': [],
  'workload-of-another-kind.yaml': [],
  'written.yaml': [],
});

// From 3.6 on the API server is asked, which knows the protocol: the same case in the recordings of v3.6.1.
it('says nothing with Argo CD 3.6', () => {
  const text = readFileSync(join(__dirname, 'port-protocols-written/left-out.yaml'), 'utf8');
  const graph = { argoCdVersion: parseArgoCdVersion('3.6') };
  const { findings } = lint([textSource('/argocd/port-protocols-written/left-out.yaml', text)], [rule], {
    graph,
  });
  expect(findings).toEqual([]);
});

// The same case in the recordings of v3.0.23 and v3.2.11, "(structured merge)".
it.each([
  ['3.1', 'Unknown'],
  ['3.2', 'OutOfSync'],
])('with Argo CD %s the Application is %s', (version, status) => {
  const text = readFileSync(join(__dirname, 'port-protocols-written/left-out.yaml'), 'utf8');
  const graph = { argoCdVersion: parseArgoCdVersion(version) };
  const { findings } = lint([textSource('/argocd/port-protocols-written/left-out.yaml', text)], [rule], {
    graph,
  });
  expect(findings.map(messageOf)).toEqual([expect.stringContaining(`Application "shop" is ${status} with`)]);
});

// Argo CD compares nothing while there is one, which argocd/applied-fields-declared and schema/fields-known tell. It is mended by itself,
// and what is then permanently OutOfSync was so before.
describe('beside a field that the kind does not declare', () => {
  const text = readFileSync(join(__dirname, 'port-protocols-written/left-out.yaml'), 'utf8');
  const messages = (changed: string) =>
    lint([textSource('/argocd/port-protocols-written/left-out.yaml', changed)], [rule]).findings.map(
      messageOf,
    );

  it.each([
    [
      'in the strategy',
      '    canary:\n',
      '    canary:\n      trafficRouting: { ingress: { stableIngress: web } }\n',
    ],
    ['in the spec', 'spec:\n  selector:\n', 'spec:\n  experiments: []\n  selector:\n'],
    ['in an item of a list', '        - pause: {}\n', '        - pause: {}\n          weight: 5\n'],
    ['that is null', '    canary:\n', '    canary:\n      updates: null\n'],
  ])('it is told %s', (_, old, changed) => {
    expect(text.includes(old)).toBe(true);
    expect(messages(text.replace(old, changed))).toEqual([
      expect.stringContaining('Application "shop" is OutOfSync'),
    ]);
  });

  it('is not told where protocols are written', () => {
    const written = text
      .replace('containerPort: 8080\n', 'containerPort: 8080\n              protocol: TCP\n')
      .replace('containerPort: 9090 # related\n', 'containerPort: 9090\n              protocol: TCP\n');
    expect(messages(written)).toEqual([]);
    expect(messages(written.replace('    canary:\n', '    canary:\n      updates: null\n'))).toEqual([]);
  });
});
