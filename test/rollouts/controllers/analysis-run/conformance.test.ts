import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RolloutsVersion } from '../../../../src/kubernetes/objects/version.js';
import { wholeOr } from '../../../support/whole.js';
import { randomRuns } from './cases.js';
import { difference, type Instant, read } from './conformance.js';

const folder = join(__dirname, '../../../../conformance/recordings/analysis-runs');

interface Recorded {
  readonly seed: number;
  readonly runs: readonly (readonly Instant[])[];
}

describe.each(readdirSync(folder))('AnalysisRuns recorded with %s', (file) => {
  const { seed, runs } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded;
  const version = file.replace(/^v(\d+\.\d+)\..*/, '$1') as RolloutsVersion;

  it('have the same statuses in each pass, and the controller comes back at the same times', () => {
    const cases = randomRuns(runs.length, seed);
    const every = wholeOr(1, 4);
    const differences = cases.flatMap((one, index) => {
      if (index % every !== 0) return [];
      const found = difference(one, read(runs[index] ?? []), version, { isShort: true });
      return found ? [{ index, ...found }] : [];
    });
    expect(differences).toEqual([]);
    expect(runs.flat().length).toBeGreaterThan(runs.length);
  });
});
