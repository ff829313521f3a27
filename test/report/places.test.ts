import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import json from '../../src/report/json.js';
import { toldOnce } from '../../src/report/places.js';
import { plain } from '../../src/report/style.js';
import text from '../../src/report/text.js';
import { type Changes, finding, placeOf, reportOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';

const patch = 'kind: Rollout\nspec:\n  strategy:\n    canary:\n      maxsurge: 1\n';

function inFile(name: string, changes: Changes = {}, words = 'maxsurge'): Finding {
  return finding(placeOf(textSource(name, patch), words), {
    path: ['spec', 'strategy', 'canary', 'maxsurge'],
    message: 'Rollout "web" has no field "maxsurge".',
    ...changes,
  });
}

const environments = (count: number): readonly Finding[] =>
  Array.from({ length: count }, (_, index) => inFile(`overlays/e${index + 1}/patch.yaml`));

/** How many places each fault has that is told. */
const places = (...findings: readonly Finding[]): readonly number[] =>
  toldOnce(findings).map(({ others }) => 1 + others.length);

const of = (namespace: string, message: string): Changes => ({
  message,
  resource: { group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout', name: 'web', namespace },
});

describe('a fault in several environments', () => {
  it('is told once, with the other places, and counts once', () => {
    const lines = text(reportOf(environments(8)), plain);
    expect(lines.filter((line) => line.startsWith('  ×'))).toHaveLength(1);
    expect(lines.slice(-5)).toEqual([
      '… and 7 more places: overlays/e2/patch.yaml:5:7, overlays/e3/patch.yaml:5:7,',
      '  overlays/e4/patch.yaml:5:7, overlays/e5/patch.yaml:5:7, overlays/e6/patch.yaml:5:7,',
      '  overlays/e7/patch.yaml:5:7, overlays/e8/patch.yaml:5:7',
      '',
      '× 1 error at 8 places in 4 resources, 1 Rollout, 9 rules, 0.12 s',
    ]);
  });

  it('is told with no more places than one reads', () => {
    const all = text(reportOf(environments(100)), plain).join(' ');
    expect(all).toContain('… and 99 more places: overlays/e2/patch.yaml:5:7, ');
    expect(all).toContain('overlays/e11/patch.yaml:5:7 … and 89 more');
    expect(all).not.toContain('overlays/e12/');
  });

  it('stands in JSON at each place', () => {
    const { findings } = JSON.parse(json(reportOf(environments(8)))) as { findings: unknown[] };
    expect(findings).toHaveLength(8);
  });

  it('may name the namespace of each', () => {
    const said = (namespace: string): Finding =>
      inFile(
        `${namespace}/patch.yaml`,
        of(namespace, `Service "${namespace}/web" is not in "${namespace}".`),
      );
    expect(places(said('dev'), said('prod'))).toEqual([2]);
  });

  it('may be rendered from one line', () => {
    const rendered = (name: string): Finding =>
      inFile('base/rollout.yaml', {
        rendered: { cause: 'Rollout "web" has no field "maxsurge".', from: [name], unknown: undefined },
      });
    const all = text(reportOf([rendered('overlays/dev'), rendered('overlays/prod')]), plain).join('\n');
    expect(all).toContain('… and 1 more place: overlays/prod\n');
    expect(all).toContain('× 1 error at 2 places in');
  });
});

describe('what is a fault of its own', () => {
  const one = inFile('dev/patch.yaml');

  it.each<[string, Finding]>([
    ['another rule', inFile('prod/patch.yaml', { rule: 'schema/values-valid' })],
    ['another severity', inFile('prod/patch.yaml', { severity: 'warning' })],
    ['another message', inFile('prod/patch.yaml', { message: 'Rollout "shop" has no field "maxsurge".' })],
    ['another field', inFile('prod/patch.yaml', { path: ['spec'] })],
    ['another file', inFile('prod/rollout.yaml')],
    ['another line of the file', inFile('dev/patch.yaml', {}, 'canary')],
    ['one that counts others', inFile('prod/patch.yaml', { more: 3 })],
  ])('is %s', (_, other) => {
    expect(places(one, other)).toEqual([1, 1]);
  });

  it('is the second one of each file', () => {
    const twice = (name: string): readonly Finding[] => [inFile(name, {}, 'canary'), inFile(name)];
    expect(places(...twice('dev/patch.yaml'), ...twice('prod/patch.yaml'))).toEqual([2, 2]);
  });
});
