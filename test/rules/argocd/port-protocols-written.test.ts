import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
