import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import { Opening } from '../../src/lint/opening.js';
import { messageOf, type Finding } from '../../src/model/finding.js';
import type { Source } from '../../src/model/source.js';
import { discover } from '../../src/repository/files/discover.js';
import { rules } from '../../src/rules/index.js';
import { fixtures, randomFrom, renamed } from '../support/random-repository.js';
import { textSource } from '../support/sources.js';
import { itWhole, wholeOr } from '../support/whole.js';
import { toSource } from './reach-law.js';

/** All that an editor shows of a finding. */
function shown(finding: Finding): unknown {
  const { rule, severity, place, labels, more, moreIn, fix, choices = [] } = finding;
  return {
    rule,
    severity,
    at: [place.source.path, place.start, place.end],
    message: messageOf(finding),
    labels: labels.map((label) => [label.place.source.path, label.place.start, label.message]),
    more: [more, moreIn],
    fixes: [fix, ...choices].map((one) => one && [one.title, one.safety, one.writes.length]),
  };
}

/** What is told first of each file, and what a lint of everything finds in it; returns how many findings were told. */
function compare(sources: readonly Source[], paths = sources.map((source) => source.path)): number {
  const { findings } = lint(sources, rules);
  const { findingsIn } = new Opening(sources, rules, {}).momentOf(sources, {});
  let told = 0;
  for (const file of paths) {
    const first = findingsIn([file]);
    if (!first) continue;
    told += first.length;
    const wanted = findings.filter(({ place }) => place.source.path === file);
    expect(first.map(shown)).toEqual(wanted.map(shown));
  }
  return told;
}

const folder = path.join(__dirname, '../rules');
const examples = path.join(__dirname, '../../examples');

describe('what is told of a file before all is checked is what a lint of everything finds in it', () => {
  it('in fixtures of several files', () => {
    const several = fixtures(folder).filter((files) => files.length > 1);
    let told = 0;
    for (const files of several.filter((_, index) => index % wholeOr(1, 30) === 0))
      told += compare(files.map(toSource));
    expect(told).toBeGreaterThan(wholeOr(200, 5));
  });

  it.each(readdirSync(examples).filter((name) => !['cdk8s', 'plugin'].includes(name)))(
    'in the example %s',
    (name) => {
      const { sources } = discover(['.'], path.join(examples, name, 'as-published'));
      expect(compare(sources)).toBeGreaterThan(0);
    },
  );

  itWhole(
    'in many systems that have names in common',
    () => {
      const random = randomFrom(5);
      const systems = fixtures(folder);
      let told = 0;
      for (let left = 20; left > 0; left--) {
        const files = Array.from({ length: 30 }, (_, index) => renamed(random.pick(systems), index)).flat();
        told += compare(
          files.map(toSource),
          Array.from({ length: 10 }, () => random.pick(files).path),
        );
      }
      expect(told).toBeGreaterThan(0);
    },
    300_000,
  );

  // Nothing leads from one to the other: the Service that both name is in no file.
  it('where two files name a Service that is missing', () => {
    const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  strategy:
    canary: {stableService: web-stable, canaryService: web-canary}
`;
    const virtualService = `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: routes, namespace: shop}
spec:
  hosts: [web.example.com]
  http:
    - name: primary
      route:
        - {destination: {host: web-stable}, weight: 100}
        - {destination: {host: web-canary}, weight: 0}
`;
    const sources = [textSource('rollout.yaml', rollout), textSource('routes.yaml', virtualService)];
    const first = new Opening(sources, rules, {}).momentOf(sources, {}).findingsIn([sources[1]!.path]);
    expect(first?.map(({ rule }) => rule)).toContain('istio/weights-of-rollout');
    compare(sources);
  });
});

/** So many files, each with a ConfigMap, and one with a Rollout whose field is misspelled. */
function many(count: number, data: (index: number) => string): readonly Source[] {
  const maps = Array.from({ length: count }, (_, index) =>
    textSource(
      `map-${index}.yaml`,
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map-${index}, namespace: shop}\ndata: {${data(index)}}\n`,
    ),
  );
  return [...maps, textSource('rollout.yaml', misspelled)];
}

const misspelled =
  'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: web, namespace: shop}\nspec: {replicaz: 2}\n';

describe('a first lint', () => {
  it('tells of a file that reaches few others, and not before the others of one that reaches most', () => {
    const alone = many(300, () => '');
    const file = [alone.at(-1)!.path];
    const findings = new Opening(alone, rules, {}).momentOf(alone, {}).findingsIn(file);
    expect(findings?.map(({ rule }) => rule)).toContain('schema/fields-known');
    // Each of the others has a word that is the name of the Rollout, so a rule may follow it.
    const joined = many(300, () => 'of: web');
    expect(new Opening(joined, rules, {}).momentOf(joined, {}).findingsIn(file)).toBeUndefined();
  });

  it('goes on from where it stopped, and finds what a lint at once finds', () => {
    const sources = many(300, () => '');
    const opening = new Opening(sources, rules, {});
    let parts = 1;
    let linted = opening.goOn(() => true);
    for (; !linted; linted = opening.goOn(() => true)) parts += 1;
    expect(parts).toBeGreaterThan(100);
    expect(linted.result.findings.map(shown)).toEqual(lint(sources, rules).findings.map(shown));
  });

  it('tells of texts as they are now, while it goes on with those that it has begun with', () => {
    const sources = many(300, () => '');
    const opening = new Opening(sources, rules, {});
    opening.goOn(() => true);
    const corrected = textSource('rollout.yaml', misspelled.replace('replicaz', 'replicas'));
    const now = [...sources.slice(0, -1), corrected];
    const file = [corrected.path];
    const wanted = lint(now, rules).findings.filter(({ place }) => place.source.path === file[0]);
    expect(opening.momentOf(now, {}).findingsIn(file)?.map(shown)).toEqual(wanted.map(shown));
    const linted = opening.goOn(() => false);
    expect(linted?.result.findings.map(shown)).toEqual(lint(sources, rules).findings.map(shown));
  });
});
