import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as conformance from './conformance.js';
import { readRecording } from './recording.js';

const root = join(__dirname, '../..');

for (const release of Object.keys(conformance.recordedVersions))
  describe(`as ${release} does`, () => {
    for (const [topic, scenarios] of conformance.topicsOf(release))
      describe(topic, () => {
        const recording = readRecording(root, release, topic);

        it('is recorded as it is', () => {
          expect(recording?.of).toBe(conformance.digest(scenarios));
          expect(scenarios.map(({ name }) => name)).toEqual(Object.keys(recording?.scenarios ?? {}));
        });

        const judged = conformance.toJudge(root, release, topic, scenarios);
        it.each(judged.map((scenario) => [scenario.name, scenario] as const))('%s', (name, scenario) => {
          const { obstacle, disagreements } = conformance.judge(scenario, release, recording?.scenarios[name]);
          expect(obstacle).toBeUndefined();
          expect(disagreements.map((one) => conformance.describe(scenario, one))).toEqual([]);
        });
      });
  });
