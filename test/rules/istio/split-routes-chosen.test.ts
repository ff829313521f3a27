import path from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { messageOf } from '../../../src/model/finding.js';
import rule from '../../../src/rules/istio/split-routes-chosen.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

const unlisted =
  'HTTP route "primary" of VirtualService "internal" leads to both versions of Rollout "checkout", but the Rollout does not name that VirtualService; add it to "virtualServices".';

describeRule(rule, {
  'all-chosen.yaml': [],
  // Beside istio/route-exists it says nothing.
  'a-name-of-no-route.yaml': [
    'HTTP route "primary" of VirtualService "checkout" leads to both versions of Rollout "checkout", but the Rollout does not shift it; add it to "routes".',
    'HTTP route "api" of VirtualService "checkout" leads to both versions of Rollout "checkout", but the Rollout does not shift it; add it to "routes".',
  ],
  'both-listed.yaml': [],
  'canary-alone-for-a-header.yaml': [],
  environments: [],
  'managed-route-in-git.yaml': [],
  'none-chosen.yaml': [],
  'of-another-rollout.yaml': [],
  'same-names-in-another-namespace.yaml': [],
  'second-route.yaml': [
    'HTTP route "api" of VirtualService "checkout" leads to both versions of Rollout "checkout", but the Rollout does not shift it; add it to "routes".',
  ],
  'second-virtual-service-of-another-namespace.yaml': [unlisted],
  'second-virtual-service-with-subsets.yaml': [unlisted],
  'second-virtual-service.yaml': [unlisted],
  'stable-alone-in-another-route.yaml': [],
  'the-only-one-has-a-name.yaml': [],
});

it('tells before 1.8 alone that an only route with a name is not chosen by itself', () => {
  const file = path.join(__dirname, 'split-routes-chosen/the-only-one-has-a-name.yaml');
  const messages = (rolloutsVersion: '1.7' | '1.8') =>
    lint([fileSource(file)], [rule], { graph: { rolloutsVersion } }).findings.map(messageOf);
  expect(messages('1.7')).toEqual([
    'HTTP route "primary" of VirtualService "checkout" leads to both versions of Rollout "checkout", but the Rollout does not shift it; add it to "routes".',
  ]);
  expect(messages('1.8')).toEqual([]);
});
