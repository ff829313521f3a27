import { describe, expect, it } from 'vitest';
import * as versions from '../../src/argocd/version.js';

describe('parseArgoCdVersion', () => {
  it.each([
    ['v3.5.1', '3.5.1'],
    ['3.4.5', '3.4.5'],
    [' 3.5.0-rc2 ', '3.5.0-rc2'],
    ['v3.1.8+becb020', '3.1.8'],
    ['3.4', '3.4.13'],
    ['3.6', '3.6.1'],
    ['2.13', '2.13.9'],
    ['2.12.0', undefined],
    ['4.0', undefined],
    ['stable', undefined],
    ['3', undefined],
  ])('reads %j as %j', (text, expected) => {
    expect(versions.parseArgoCdVersion(text)?.text).toBe(expected);
  });
});

/** The last release without and the first with each, as the tags of Argo CD have it. */
describe.each<[keyof typeof versions, readonly string[], readonly string[]]>([
  [
    'restoresNonIgnored',
    ['2.14.21', '3.2.12', '3.3.12', '3.4.4', '3.5.0-rc1'],
    ['3.3.13', '3.4.5', '3.5.0-rc2', '3.5.0', '3.5.1'],
  ],
  ['leavesOutStatus', ['3.2.12', '3.3.11', '3.4.3'], ['3.3.12', '3.4.4', '3.5.0-rc1', '3.5.1']],
  ['mergesCustomResources', ['3.2.0', '3.5.1'], ['3.6.0-rc2', '3.6.0', '3.6.1']],
  ['mergedCustomResources', ['3.1.16', '3.2.1', '3.5.1', '3.6.1'], ['3.2.0']],
  ['asksServer', ['3.5.1'], ['3.6.0-rc2', '3.6.1']],
  ['readsAnnotatedRules', ['3.5.1'], ['3.6.0-rc2', '3.6.1']],
  ['leavesNulls', ['3.1.16', '3.2.0', '3.5.1'], ['3.6.0-rc2', '3.6.1']],
  ['closesPatterns', ['3.5.1'], ['3.6.0-rc2', '3.6.1']],
  ['leavesOutGeneration', ['3.5.1'], ['3.6.1']],
  ['removesOwnOnly', ['3.5.1'], ['3.6.1']],
  ['ignoresAfterDryRun', ['2.13.0', '3.1.16'], ['3.2.0', '3.5.1']],
  ['remarshalsAnswer', ['3.2.0'], ['3.2.1', '3.3.0']],
  ['keepsElementKeys', ['3.1.16'], ['3.2.0']],
  ['keepsAncestors', ['3.3.14', '3.4.5', '3.5.0-rc2'], ['3.4.6', '3.5.0-rc3', '3.5.0']],
  [
    'leavesOutLastApplied',
    ['3.1.16', '3.2.11', '3.3.9', '3.4.1'],
    ['3.2.12', '3.3.10', '3.4.2', '3.5.0-rc1', '3.5.1'],
  ],
  ['leavesOutResourceVersion', ['3.2.12', '3.3.9', '3.4.1'], ['3.3.10', '3.4.2', '3.5.0-rc1', '3.5.1']],
  ['revertsUnowned', ['2.14.13', '3.0.3', '3.1.0', '3.5.1'], ['2.13.9', '2.14.12', '3.0.2']],
  ['ignoresStatus', ['2.14.21'], ['3.0.0', '3.5.1']],
  ['tracksByAnnotation', ['2.14.21'], ['3.0.0', '3.5.1']],
  ['migratesOwnership', ['3.0.23'], ['3.1.0', '3.5.1']],
  ['knowsEnabled', ['3.0.23'], ['3.1.0', '3.5.1']],
])('%s', (name, without, having) => {
  const holds = versions[name] as (version: versions.ArgoCdVersion) => boolean;
  it.each(without)('not in %s', (text) => {
    expect(holds(versions.parseArgoCdVersion(text)!)).toBe(false);
  });
  it.each(having)('in %s', (text) => {
    expect(holds(versions.parseArgoCdVersion(text)!)).toBe(true);
  });
});
