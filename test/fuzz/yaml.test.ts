import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { differs, type Kept, outcome, reasonOf } from './yaml.js';

const file = path.join(__dirname, '../../conformance/yaml/fuzzed.json');
const kept = JSON.parse(readFileSync(file, 'utf8')) as readonly Kept[];

describe('odd texts that Kubernetes was asked about', () => {
  it('are read as it reads them, or otherwise for a reason', () => {
    const found = kept.map((one) => [one.yaml, outcome(one), one.reason && reasonOf(one)]);
    expect(found).toEqual(kept.map((one) => [one.yaml, one.outcome, one.reason]));
  });

  it('are some of each kind', () => {
    expect(kept.filter((one) => one.outcome === 'same value').length).toBeGreaterThan(50);
    expect(kept.filter((one) => one.outcome === 'both refuse').length).toBeGreaterThan(50);
    expect(kept.filter((one) => differs(one) !== undefined).length).toBeGreaterThan(7);
  });
});
