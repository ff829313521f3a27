import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import type { ConsequenceKind } from '../../src/model/consequence.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import { rules } from '../../src/rules/index.js';
import { objectsOf, type RecordedCase, recordedCases } from '../support/recorded-validation.js';
import { textSource } from '../support/sources.js';

/**
 * The law of InvalidSpec: where upstream's controller rejects a Rollout, the linter has an error that says so, and
 * where it accepts one, no finding says that it is rejected. One recorded case in so many is taken.
 */
export function rejections(every: number): void {
  const cases = recordedCases.filter((_, index) => index % every === 0);

  describe('what the controller rejects is an error', () => {
    const rejected = cases.filter(({ expected }) => Object.keys(expected).length > 0);

    it.each(rejected.filter(({ name, base }) => !isUnknown(name, base)))('$name', (recorded) => {
      const errors = findingsOf(recorded).filter(({ severity }) => severity === 'error');
      expect(errors.filter(isRejected)).not.toEqual([]);
      const ours = errors.filter(({ rule }) => rule === 'rollout/accepted-by-controller');
      const voices = errors.filter((finding) => isInvalidSpec(finding) && !ours.includes(finding));
      // One cause, one finding.
      const mistakes = several.find(([start]) => recorded.name.startsWith(start))?.[1] ?? 1;
      if (ours.length > 0) expect(ours.length + Math.min(voices.length, 1)).toBe(mistakes);
      // Who speaks in upstream's words speaks in upstream's words.
      const { message, error } = recorded.expected;
      const first = message?.replace(/^The Rollout ".*?" is invalid: /s, '') ?? error ?? 'panics';
      const words = otherwise.get(recorded.name) ?? first;
      if (voices.length === 0 && ours.length > 0)
        expect(ours.map(messageOf)).toContainEqual(expect.stringContaining(words.replace(/\.$/, '')));
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
    const accepted = cases.filter(({ expected }) => Object.keys(expected).length === 0);

    it.each(accepted)('$name', (recorded) => {
      const wrong = findingsOf(recorded).filter(isInvalidSpec);
      expect(wrong.map((finding) => `${finding.rule}: ${messageOf(finding)}`)).toEqual([]);
    });
  });
}

/** Cases with several mistakes: upstream tells of the first alone, and all are findings. */
const several: readonly (readonly [start: string, mistakes: number])[] = [
  // A label that is none, and another one than the selector asks for.
  ['template labels sorted', 2],
  ['antiAffinity both and 0', 2],
  ...['active', 'preview', 'canary', 'stable', 'ping', 'pong'].map(
    (role) => [`${role} of another and selects other`, 2] as const,
  ),
  // An image is missing, and two names are repeated.
  ['pod: three containers of one name', 3],
  // The key, the path and the mode.
  ['pod: volumes config item absolute', 3],
  // The server and the path.
  ['pod: volumes nfs relative', 1],
  ['pod: volumes nfs', 2],
  // The delay and the period.
  ...['liveness', 'readiness', 'startup'].flatMap(
    (kind) =>
      [
        [`pod: ${kind}Probe negative success`, 1],
        [`pod: ${kind}Probe negative`, 2],
      ] as const,
  ),
  // Its Services are not there.
  ['pingPong with empty routing', 2],
  // Neither has an image.
  ['pod: init before container', 2],
];

/** Where upstream's first words follow from its second. */
const otherwise = new Map([
  // No number of seconds is right there.
  [
    'activeDeadlineSeconds 0',
    'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
  ],
]);

/** Whether a Rollout is not taken, by the controller or by the API server before. */
function isRejected({ rule, consequence }: Finding): boolean {
  // The Services that were recorded have no ports.
  return rejected.has(consequence?.kind) && rule !== 'k8s/accepted-by-api-server';
}

const rejected: ReadonlySet<ConsequenceKind | undefined> = new Set([
  'invalid-spec',
  'pass-error',
  'panic',
  'refused-by-api-server',
] as const);

export function isInvalidSpec({ consequence }: Finding): boolean {
  return consequence?.kind === 'invalid-spec';
}

/** What upstream rejects and a linter of manifests has to leave open, with the reason. */
const unknown: readonly (readonly [name: string, bases: readonly string[], why: string])[] = [
  ['quote in value', ['C0'], 'A text with <…> in it may be filled in before it is deployed.'],
  ['workloadRef selector with labels', [], 'The same.'],
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
