import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as conformance from './conformance.js';
import { readRecording, type RecordedScenario } from './recording.js';

const root = join(__dirname, '../..');

/** One scenario in twenty of each release, always the same ones; conformance.slow.test.ts has all. */
const samples = Object.keys(conformance.recordedVersions).flatMap((release) =>
  conformance.topicsOf(release).flatMap(([topic, scenarios]) => {
    const isInSample = (name: string): boolean =>
      createHash('sha256').update(`${release}/${topic}/${name}`).digest().readUInt16BE() % 20 === 0;
    const sample = scenarios.filter(({ name }) => isInSample(name));
    const judged = sample.length > 0 ? conformance.toJudge(root, release, topic, sample) : [];
    if (judged.length === 0) return [];
    const recording = readRecording(root, release, topic, isInSample);
    return judged
      .map((scenario) => ({
        title: `${release}, ${topic}: ${scenario.name}`,
        release,
        scenario,
        recorded: recording?.scenarios[scenario.name],
      }))
      .filter(({ recorded }) => !isLong(recorded));
  }),
);

/** Where the controller never settles, it was recorded for hundreds of passes. */
function isLong(recorded: RecordedScenario | undefined): boolean {
  return (recorded?.snapshots ?? []).flatMap(({ passes }) => passes).length > 100;
}

describe('as Argo Rollouts does', () => {
  it.each(samples)('$title', ({ release, scenario, recorded }) => {
    const { obstacle, disagreements } = conformance.judge(scenario, release, recorded);
    expect(obstacle).toBeUndefined();
    expect(disagreements.map((one) => conformance.describe(scenario, one))).toEqual([]);
  });
});
