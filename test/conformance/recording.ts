import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '../../src/cluster/cluster.js';
import { applyMergePatch } from '../../src/cluster/merge-patch.js';
import { type KubeObject } from '../../src/cluster/object.js';
import { withoutRepeats, type Snapshot } from './compare.js';
import { normalise, type Json } from './normalise.js';
import type { Scenario } from './scenario.js';

/** What a release of Argo Rollouts did in one scenario, as the recorder writes it. */
export interface RecordedScenario {
  /** Upstream itself does not always do the same; what is recorded is what it always does before. */
  readonly unstable?: boolean;
  /** Why there is no recording. */
  readonly error?: string;
  readonly snapshots?: readonly {
    readonly after: number;
    readonly round?: number;
    readonly settled: boolean;
    readonly passes: number;
    readonly error?: string;
    /** Merge patches to the objects of the snapshot before, the first to those of the scenario. */
    readonly objects: Readonly<Record<string, unknown>>;
  }[];
}

export interface Recording {
  readonly version: string;
  /** The digest of the scenarios that were recorded. */
  readonly of?: string;
  readonly scenarios: Readonly<Record<string, RecordedScenario>>;
}

/** The release whose recordings are whole; of another one only what it does differently is kept. */
const wholeRelease = 'v1.9.1';

/** The recording of a topic; undefined when there is none. */
export function readRecording(root: string, release: string, topic: string): Recording | undefined {
  const own = readFileOf(root, release, topic);
  if (release === wholeRelease || !own) return own;
  const whole = readFileOf(root, wholeRelease, topic);
  return whole && { ...own, scenarios: { ...whole.scenarios, ...own.scenarios } };
}

function readFileOf(root: string, release: string, topic: string): Recording | undefined {
  try {
    const path = join(root, 'conformance/recordings', release, `${topic}.json`);
    return JSON.parse(readFileSync(path, 'utf8')) as Recording;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A recording without the scenarios in which the release does what the whole one does. */
export function withoutCommon(root: string, topic: string, recording: Recording): Recording {
  if (recording.version === wholeRelease) return recording;
  const whole = readFileOf(root, wholeRelease, topic);
  const own = Object.entries(recording.scenarios).filter(
    ([name, scenario]) => JSON.stringify(scenario) !== JSON.stringify(whole?.scenarios[name]),
  );
  return { ...recording, scenarios: Object.fromEntries(own) };
}

/** A recording as text, as the recorder writes it: an object a line. */
export function textOf({ version, of, scenarios }: Recording): string {
  const texts = Object.entries(scenarios).map(([name, { snapshots, ...rest }]) => {
    const list = snapshots?.map(({ objects, ...header }) => {
      const patches = Object.entries(objects).map(([key, patch]) => fieldOf(key, patch));
      return openMap(header, `"objects": ${block('{', patches, '}')}`);
    });
    const recorded = list ? openMap(rest, `"snapshots": ${block('[', list, ']')}`) : openMap(rest);
    return `${JSON.stringify(name)}: ${recorded}`;
  });
  return `${openMap({ version, of }, `"scenarios": ${block('{', texts, '}')}`)}\n`;
}

function fieldOf(key: string, value: unknown): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}

function openMap(fields: object, ...more: readonly string[]): string {
  return `{${[...Object.entries(fields).map(([key, value]) => fieldOf(key, value)), ...more].join(', ')}}`;
}

function block(open: string, items: readonly string[], close: string): string {
  return items.length > 0 ? `${open}\n${items.join(',\n')}\n${close}` : `${open}${close}`;
}

export function recordedSnapshots(scenario: Scenario, recorded: RecordedScenario): readonly Snapshot[] {
  const objects = new Map<string, Json>(
    scenario.objects.map((object) => [keyOf(object as KubeObject), normalise(object as KubeObject)]),
  );
  const snapshots = (recorded.snapshots ?? []).map(({ after, round = 0, settled, error, objects: patches }) => {
    for (const [key, patch] of Object.entries(patches)) {
      if (patch === null) objects.delete(key);
      else objects.set(key, applyMergePatch(objects.get(key), patch) as Json);
    }
    const normalised = [...objects].map(
      ([key, object]) => [key, normalise(object as unknown as KubeObject)] as const,
    );
    return { after, round, isSettled: settled, error, objects: new Map(normalised) };
  });
  return withoutRepeats(snapshots);
}
