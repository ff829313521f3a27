import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import rule from '../../../src/rules/istio/subset-exists.js';
import { describeRule } from '../../support/describe-rule.js';
import { fileSource } from '../../support/sources.js';

const named = (subset: string, known: string): string =>
  `Subset "${subset}" of Rollout "checkout" is not found in DestinationRule "checkout", which only has ${known}; add it there, or correct the name.`;

describeRule(rule, {
  'host-without-destination-rule.yaml': [
    'Subset "v1" of host "rates" is not found, because no DestinationRule is for that host; add one with the subset.',
  ],
  'additional-subset.yaml': [],
  'another-route-by-full-name.yaml': [
    'Subset "v2" of host "rates.bank.svc.cluster.local" is not found in DestinationRule "rates", which only has "v1"; add it there, or correct the name.',
  ],
  'another-route.yaml': [
    'Subset "v2" of host "rates" is not found in DestinationRule "rates", which only has "v1"; add it there, or correct the name.',
  ],
  'both.yaml': [],
  'canary-absent.yaml': [named('canary', '"stable"')],
  'destination-rule-not-given.yaml': [],
  'mirror.yaml': [
    'Subset "shadow" of host "checkout" is not found in DestinationRule "checkout", which only has "stable" and "canary"; add it there, or correct the name.',
  ],
  'mirrors.yaml': [
    'Subset "shadow" of host "checkout" is not found in DestinationRule "checkout", which only has "stable" and "canary"; add it there, or correct the name.',
  ],
  'misspelt-in-the-rollout-alone.yaml': [named('canry', '"canary" and "stable"')],
  // The route has the same name: a choice, and no fix.
  'misspelt-in-the-rollout.yaml': [named('canry', '"canary" and "stable"')],
  'misspelt-in-the-route.yaml': [],
  'neither.yaml': [named('stable', '"v1" and "v2"'), named('canary', '"v1" and "v2"')],
  'no-destination-rule-for-the-host.yaml': [],
  'no-subsets.yaml': [named('stable', 'none'), named('canary', 'none')],
  'placeholders.yaml': [],
  'same-subset-name-of-another-host.yaml': [
    'Subset "stable" of host "rates" is not found in DestinationRule "rates", which only has "v1"; add it there, or correct the name.',
  ],
  'subsets-patched': [],
  'two-destination-rules-for-one-host.yaml': [],
  'v1alpha3.yaml': [],
  'v1beta1.yaml': [],
});

describe('the repair of a subset name', () => {
  const folder = path.join(__dirname, 'subset-exists');
  const repairOf = (fixture: string) => {
    const { findings } = lint([fileSource(path.join(folder, fixture))], [rule]);
    const [finding] = findings;
    return { fix: finding?.fix?.title, choices: (finding?.choices ?? []).map(({ title }) => title) };
  };

  it('is that of the Rollout where it alone differs', () =>
    expect(repairOf('misspelt-in-the-rollout-alone.yaml').fix).toBe('Write "canary".'));

  it('is a choice where the DestinationRule differs from the Rollout and its route', () =>
    expect(repairOf('misspelt-in-the-rollout.yaml')).toEqual({
      fix: undefined,
      choices: ['Rename subset "canary" of DestinationRule "checkout" to "canry".', 'Write "canary".'],
    }));
});
