import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../../support/command.js';
import { compareOperations, compareTold, type DriftAnswer, type ToldRecording, type ToldVariant } from './argocd.js';
import { deviations } from './deviations.js';
import { playFigures, toldFigures } from './figures.js';
import type { Recording } from './recording.js';
import { unexplained, type Verdict, verdictOn } from './verdict.js';

const root = join(__dirname, '../../..');
const folder = join(root, 'conformance/live/recordings');

function recordingsIn<T>(path: string): readonly (readonly [name: string, recording: T])[] {
  const files = readdirSync(path).filter((file) => file.endsWith('.json'));
  return files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(path, file), 'utf8')) as T]);
}

const plays = recordingsIn<Recording>(folder);
const told = recordingsIn<ToldRecording>(join(folder, 'argocd'));

const verdicts = new Map<string, Verdict>();
function verdictOf(name: string, recording: Recording): Verdict {
  const verdict = verdicts.get(name) ?? verdictOn(name, recording);
  verdicts.set(name, verdict);
  return verdict;
}

describe('as a control plane did', () => {
  const found: string[] = [];

  it.each(plays)('%s', (name, recording) => {
    const verdict = verdictOf(name, recording);
    found.push(...verdict.deviations);
    expect(verdict.states).toBeGreaterThan(0);
    expect(unexplained(verdict)).toEqual([]);
  });

  it('has no deviation that is not met', () => {
    expect(deviations.filter(({ where }) => !found.some((text) => where.test(text)))).toEqual([]);
  });
});

/** What drift says of an Application and what it deploys. */
function driftOf({ manifests }: ToldRecording, { application }: ToldVariant): DriftAnswer {
  const files = manifests.map((manifest, index): [string, string] => [`app/${index}.yaml`, JSON.stringify(manifest)]);
  const path = folderOf(Object.fromEntries([...files, ['application.yaml', application]]));
  return JSON.parse(run(path, 'drift', '.', '--format', 'json').stdout) as DriftAnswer;
}

describe('as Argo CD said', () => {
  it.each(told)('%s', (_, recording) => {
    for (const variant of Object.values(recording.variants)) {
      const answer = driftOf(recording, variant);
      const compared = variant.states.map((state) => compareTold(state, answer));
      expect(compared.flatMap(({ differ }) => differ)).toEqual([]);
    }
    expect(compareOperations(recording).differ).toEqual([]);
  });
});

it('has the figures of docs/fidelity.md', { timeout: 900_000 }, () => {
  const rows = [
    ...playFigures(plays, verdictOf),
    ...toldFigures(
      told.map(([, recording]) => [
        recording,
        (variant: string) => {
          const one = recording.variants[variant];
          if (!one) throw new Error(`${variant} is not recorded`);
          return driftOf(recording, one);
        },
      ]),
    ),
  ];
  const page = readFileSync(join(root, 'docs/fidelity.md'), 'utf8').replaceAll(/ +/g, ' ');
  for (const [what, count] of rows) expect(page).toContain(`| ${what} | ${count} |`);
});
