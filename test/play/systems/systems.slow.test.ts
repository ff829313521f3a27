import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { randomSystems } from './cases.js';
import { playedOutcome, type RecordedSystems } from './conformance.js';

const folder = join(__dirname, '../../../conformance/recordings/systems');

describe.each(readdirSync(folder))('updates in time, recorded with %s', (file) => {
  const { seed, outcomes, others } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedSystems;
  const version = file.replace(/^v(\d+\.\d+)\..*/, '$1') as RolloutsVersion;

  it('have the same shares, stops and ends to the second', { timeout: 300_000 }, () => {
    const systems = randomSystems(outcomes.length, seed);
    const played = systems.map((system, index) => playedOutcome(system, version, outcomes[index]!.until));
    expect(played).toEqual(outcomes);
  });

  it.each(others.map((other) => [other.index, other.seed, other.outcome] as const))(
    'are the same for system %d of seed %d, which once differed',
    (index, seed, outcome) => {
      const system = randomSystems(index + 1, seed)[index]!;
      expect(playedOutcome(system, version, outcome.until)).toEqual(outcome);
    },
  );

  it('end in different ways, and are stopped at different times', () => {
    // Of the other releases few systems are kept, the first of the same ones.
    if (outcomes.length < 100) return;
    const ends = new Set(outcomes.map(({ end }) => end));
    expect([...ends]).toEqual(expect.arrayContaining(['promoted', 'aborted', 'inconclusive', 'stuck']));
    expect(new Set(outcomes.map(({ stopped }) => stopped?.at)).size).toBeGreaterThan(10);
    expect(outcomes.filter(({ exposure, end }) => end === 'aborted' && exposure > 0).length).toBeGreaterThan(
      10,
    );
  });
});
