import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../src/facts/rollout/violations.js';
import { readGraph } from '../../src/graph/read-graph.js';
import { lint } from '../../src/lint/lint.js';
import type { ConsequenceKind } from '../../src/model/consequence.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import { rules } from '../../src/rules/index.js';
import { objectsOf, type RecordedCase, recordedCases } from '../support/recorded-validation.js';
import { fileSource, filesBelow, textSource } from '../support/sources.js';

/**
 * The law of InvalidSpec: where upstream's controller rejects a Rollout, the linter has an error that says so, and
 * where it accepts one, no finding says that it is rejected.
 */
describe('what the controller rejects is an error', () => {
  const rejected = recordedCases.filter(({ expected }) => Object.keys(expected).length > 0);

  it.each(rejected.filter(({ name, base }) => !isUnknown(name, base)))('$name', (recorded) => {
    const errors = findingsOf(recorded).filter(({ severity }) => severity === 'error');
    expect(errors.filter(isRejected)).not.toEqual([]);
    // One cause, one finding: whoever speaks in upstream's words is alone, and the words are upstream's.
    const [ours, ...more] = errors.filter(({ rule }) => rule === 'rollout/accepted-by-controller');
    expect(more).toEqual([]);
    if (!ours) return;
    expect(errors.filter(isInvalidSpec).length).toBeLessThanOrEqual(1);
    const { message, error } = recorded.expected;
    const words = message?.replace(/^The Rollout ".*?" is invalid: /s, '') ?? error ?? 'panics';
    expect(messageOf(ours)).toContain(words.replace(/\.$/, ''));
  });

  it.each(rejected.filter(({ name, base }) => isUnknown(name, base)))(
    'but it cannot be known of $name',
    (recorded) => {
      const errors = findingsOf(recorded).filter(({ severity }) => severity === 'error');
      expect(errors.filter(isRejected)).toEqual([]);
    },
  );
});

describe('what the controller accepts is called rejected by no finding', () => {
  const accepted = recordedCases.filter(({ expected }) => Object.keys(expected).length === 0);

  it.each(accepted)('$name', (recorded) => {
    const wrong = findingsOf(recorded).filter(isInvalidSpec);
    expect(wrong.map((finding) => `${finding.rule}: ${messageOf(finding)}`)).toEqual([]);
  });
});

/** Whether a Rollout is not taken, by the controller or by the API server before. */
function isRejected({ consequence }: Finding): boolean {
  return rejections.has(consequence?.kind);
}

const rejections: ReadonlySet<ConsequenceKind | undefined> = new Set([
  'invalid-spec',
  'pass-error',
  'panic',
  'refused-by-api-server',
] as const);

function isInvalidSpec({ consequence }: Finding): boolean {
  return consequence?.kind === 'invalid-spec';
}

/** What upstream rejects and a linter of manifests has to leave open, with the reason. */
const unknown: readonly (readonly [name: string, bases: readonly string[], why: string])[] = [
  ['quote in value', ['C0'], 'A text with <…> in it may be filled in before it is deployed.'],
  ['vs named "vs.other"', ['I0', 'D0'], 'Nothing is known of namespace "other".'],
  ['vs named "a.b.shop"', ['I0', 'D0'], 'Nothing is known of namespace "b.shop".'],
  ['inline: nested cluster missing', [], 'No manifest is of that kind: it comes with the cluster.'],
  ['background: nested cluster missing', [], 'No manifest is of that kind: it comes with the cluster.'],
];

function isUnknown(name: string, base: string): boolean {
  return unknown.some(
    ([start, bases]) => name.startsWith(start) && (bases.length === 0 || bases.includes(base)),
  );
}

function findingsOf(recorded: RecordedCase): ReturnType<typeof lint>['findings'] {
  const text = objectsOf(recorded)
    .map((object) => JSON.stringify(object, null, 1))
    .join('\n---\n');
  return lint([textSource('app.yaml', text)], rules).findings;
}

describe('what a rule with voices calls rejected is what the controller’s validation finds', () => {
  const folder = path.join(__dirname, '../rules');
  /** Told by the names that kustomize gives to objects, which validation meets in the cluster only. */
  const renamed = ['alb/ingress-routes-service/name-prefix-not-in-the-rollout'];
  const claims = rules.flatMap((rule) => {
    const name = rule.meta.name;
    const fixtures = rule.voices ? readdirSync(path.join(folder, name)) : [];
    return fixtures.map((fixture) => [`${name}/${fixture}`, rule] as const);
  });

  it.each(claims.filter(([name]) => !renamed.includes(name)))('%s', (name, rule) => {
    const target = path.join(folder, name);
    const files = statSync(target).isDirectory() ? filesBelow(target) : [target];
    const { findings } = lint(files.map(fileSource), [rule]);
    const { graph } = readGraph(files.map(fileSource));
    const codes = graph.rollouts.flatMap((rollout) => violationsOf(graph, rollout).map(({ code }) => code));
    const voiced = codes.filter((code) => rule.voices?.[code]);
    if (findings.some(isInvalidSpec)) expect(voiced).not.toEqual([]);
  });
});
