import { objectKey } from '../../src/kubernetes/objects/cluster.js';
import { applyMergePatch } from '../../src/kubernetes/objects/merge-patch.js';
import { type KubeObject } from '../../src/kubernetes/objects/object.js';
import { withoutRepeats, type Pass, type Snapshot, type WrittenObject } from './compare.js';
import { keptNames, readKept } from './kept.js';
import { isBeside, normalise, type Json } from './normalise.js';
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
    readonly passes: readonly RecordedPass[];
  }[];
}

/** Objects as merge patches to what they were before; null when they are gone. */
export interface RecordedPass {
  readonly error?: string;
  /** What others wrote before it. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** One each, in their order. */
  readonly writes?: readonly Readonly<Record<string, unknown>>[];
}

export interface Recording {
  readonly version: string;
  /** The digest of the scenarios that were recorded. */
  readonly of?: string;
  readonly scenarios: Readonly<Record<string, RecordedScenario>>;
}

/** The release whose recordings are whole. */
const wholeRelease = 'v1.9.1';

/** Of any other release only that is kept which it does otherwise than the one named here, or than the whole one. */
const kinOf: Readonly<Record<string, string>> = { 'v1.7.2': 'v1.8.4', 'v1.8.5': 'v1.8.4', 'v1.10.2': 'v1.10.1' };

/** The release that another one is kept in terms of; undefined of the whole one. */
export function baseOf(release: string): string | undefined {
  return release === wholeRelease ? undefined : (kinOf[release] ?? wholeRelease);
}

/** The recording of a topic, or of those of its scenarios that are wanted; undefined when there is none. */
export function readRecording(
  root: string,
  release: string,
  topic: string,
  isWanted?: (name: string) => boolean,
): Recording | undefined {
  const own = readKept(root, release, topic, isWanted);
  const base = baseOf(release);
  if (base === undefined || !own) return own;
  const others = readRecording(root, base, topic, isWanted);
  return others && { ...own, scenarios: { ...others.scenarios, ...own.scenarios } };
}

/** The names of the scenarios of a topic in which a release does not do what its base does. */
export function namesOfOwn(root: string, release: string, topic: string): ReadonlySet<string> {
  return new Set(keptNames(root, release, topic));
}

/** A recording without the scenarios in which the release does what its base does. */
export function withoutCommon(root: string, topic: string, recording: Recording): Recording {
  const base = baseOf(recording.version);
  if (base === undefined) return recording;
  const others = readRecording(root, base, topic);
  const own = Object.entries(recording.scenarios).filter(
    ([name, scenario]) => JSON.stringify(scenario) !== JSON.stringify(others?.scenarios[name]),
  );
  return { ...recording, scenarios: Object.fromEntries(own) };
}

export function recordedSnapshots(scenario: Scenario, recorded: RecordedScenario): readonly Snapshot[] {
  const objects = new Map<string, Json>(
    scenario.objects.map((object) => [objectKey(object as KubeObject), normalise(object as KubeObject, scenario)]),
  );
  const change = ([key, patch]: readonly [string, unknown]): WrittenObject => {
    if (patch === null) {
      objects.delete(key);
      return { key, object: undefined };
    }
    const object = normalise(applyMergePatch(objects.get(key), patch) as KubeObject, scenario);
    objects.set(key, object);
    return { key, object };
  };
  const snapshots = (recorded.snapshots ?? []).map(({ after, round = 0, settled, passes }) => ({
    after,
    round,
    isSettled: settled,
    passes: passes.map(({ error, before = {}, writes = [] }): Pass => {
      for (const field of Object.entries(before)) change(field);
      const made = writes.flatMap((write) => Object.entries(write)).flatMap((field) => {
        const before = objects.get(field[0]);
        const written = change(field);
        return isBeside(before, written.object) ? [] : [written];
      });
      return { error, writes: made };
    }),
    objects: new Map(objects),
  }));
  return withoutRepeats(snapshots);
}
