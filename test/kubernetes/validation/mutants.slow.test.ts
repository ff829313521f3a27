import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutantsOfOurs } from '../../../scripts/validation/mutants.mjs';
import { lint } from '../../../src/lint/lint.js';
import { messageOf } from '../../../src/model/finding.js';
import { rules } from '../../../src/rules/index.js';
import { textSource } from '../../support/sources.js';

interface Recorded {
  readonly seed: number;
  readonly count: number;
  /** A mistake, and what upstream refuses it with first; null where it does not. */
  readonly refused: readonly (readonly [what: string, refusal: string | null])[];
}

const file = path.join(__dirname, '../../../conformance/validation/recorded.json');
const { seed, count, refused } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
const mutants = mutantsOfOurs(seed, count);

/** Errors where upstream refuses nothing, with the reason. */
const extra: readonly (readonly [pattern: RegExp, why: string])[] = [
  [
    /renamed to "[a-z]+": schema\/fields-known/,
    'Go reads names in any case; the API server drops the field.',
  ],
  [/: pods\/probe-port-exists: /, 'The kubelet looks for the port, and the API server does not.'],
  [/: pods\/image-named: /, 'The kubelet parses the name of an image, and the API server does not.'],
];

function errorsOf(rollout: unknown): readonly string[] {
  const { findings } = lint([textSource('rollout.yaml', JSON.stringify(rollout))], rules);
  return findings.flatMap((finding) =>
    finding.severity === 'error' ? [`${finding.rule}: ${messageOf(finding)}`] : [],
  );
}

describe('mutants of a Rollout', () => {
  it('are those that upstream was asked about', () => {
    expect(mutants.map(({ what }) => what)).toEqual(refused.map(([what]) => what));
    expect(refused.filter(([, refusal]) => refusal !== null).length).toBeGreaterThan(300);
  });

  it('have an error where upstream refuses them', () => {
    const silent = mutants.flatMap(({ after, what }, index) => {
      const [, refusal] = refused[index]!;
      return refusal !== null && errorsOf(after).length === 0 ? [`${what}: ${refusal}`] : [];
    });
    expect(silent).toEqual([]);
  });

  it('have no error where upstream takes them, but for what is listed', () => {
    const wrong = mutants.flatMap(({ after, what }, index) => {
      if (refused[index]![1] !== null) return [];
      const errors = errorsOf(after).map((error) => `${what}: ${error}`);
      return errors.filter((error) => !extra.some(([pattern]) => pattern.test(error)));
    });
    expect(wrong).toEqual([]);
  });
});
