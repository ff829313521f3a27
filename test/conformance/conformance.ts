import { createHash } from 'node:crypto';
import { podHashLabel, workloadGenerationAnnotation } from '../../src/kubernetes/objects/keys.js';
import { applyMergePatch } from '../../src/kubernetes/objects/merge-patch.js';
import type { KubeObject } from '../../src/kubernetes/objects/object.js';
import type { RolloutsVersion } from '../../src/kubernetes/objects/version.js';
import { memoize } from '../../src/model/memo.js';
import { firstDisagreements, type Disagreement, type Snapshot } from './compare.js';
import type { Json } from './normalise.js';
import { baseOf, namesOfOwn, readRecording, recordedSnapshots, type RecordedScenario } from './recording.js';
import { replay } from './replay.js';
import type { Scenario } from './scenario.js';
import { scenarios } from './scenarios/index.js';

export { scenarios };
export { keptTexts } from './kept.js';
export { withoutCommon } from './recording.js';
export { minimise, randomVerdicts, Recorder, signature } from './random.js';

/** The releases that are recorded, and which of our versions plays each. */
export const recordedVersions: Readonly<Record<string, RolloutsVersion>> = {
  'v1.9.1': '1.9',
  'v1.8.4': '1.8',
  'v1.9.2': '1.9',
  'v1.10.1': '1.10',
  'v1.8.5': '1.8',
  'v1.9.3': '1.9',
  'v1.10.2': '1.10',
  'v1.7.2': '1.7',
};

/** What is recorded with v1.9.1 alone. */
const ofOneRelease: ReadonlySet<string> = new Set([
  'alb-verification',
  'generations',
  'informer-copies',
  'several-rollouts',
  'template-changes',
]);

/** The topics that a release is recorded for: the plugin for the Gateway API runs beside v1.9.1 alone. */
export function topicsOf(release: string): readonly (readonly [topic: string, scenarios: readonly Scenario[]])[] {
  return Object.entries(scenarios).filter(
    ([topic]) => release === 'v1.9.1' || !(topic.startsWith('gateway-api') || ofOneRelease.has(topic)),
  );
}

/**
 * The scenarios of a topic whose recordings nobody else judges: where a release does what its base does, and the same version of
 * ours plays both, it is the same question.
 */
export function toJudge(root: string, release: string, topic: string, list: readonly Scenario[]): readonly Scenario[] {
  const base = baseOf(release);
  if (base === undefined || recordedVersions[base] !== recordedVersions[release]) return list;
  const own = namesOfOwn(root, release, topic);
  return list.filter(({ name }) => own.has(name));
}

/** Tells the scenarios of a topic from all that they have been before; names and reasons do not count. */
export function digest(list: readonly Scenario[]): string {
  const text = JSON.stringify(
    list.map(({ objects, events, caches, verifyTargetGroup, whole, defaults }) => [
      objects,
      events,
      ...(caches || verifyTargetGroup || whole || defaults ? [{ caches, verifyTargetGroup, whole, defaults }] : []),
    ]),
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

export interface Verdict {
  readonly topic: string;
  readonly scenario: Scenario;
  /** Why nothing could be compared; undefined when it was. */
  readonly obstacle?: string;
  /** Empty when we do what upstream does. */
  readonly disagreements: readonly Disagreement[];
}

export interface Selection {
  readonly topic?: string | undefined;
  /** A part of the name. */
  readonly name?: string | undefined;
}

/** Replays recorded scenarios, one verdict after the other. */
export function* verdicts(root: string, release: string, selection: Selection = {}): Generator<Verdict> {
  for (const [topic, list] of topicsOf(release)) {
    if (selection.topic !== undefined && selection.topic !== topic) continue;
    const recording = readRecording(root, release, topic);
    for (const scenario of list) {
      if (selection.name !== undefined && !scenario.name.includes(selection.name)) continue;
      yield { topic, scenario, ...judge(scenario, release, recording?.scenarios[scenario.name]) };
    }
  }
}

/** Compares what we do in a scenario with what was recorded. */
export function judge(
  scenario: Scenario,
  release: string,
  recorded: RecordedScenario | undefined,
): Pick<Verdict, 'obstacle' | 'disagreements'> {
  const version = recordedVersions[release];
  if (version === undefined) throw new Error(`Nobody plays ${release}`);
  if (!recorded) return { obstacle: 'not recorded', disagreements: [] };
  if (recorded.error !== undefined) return { obstacle: `recorder: ${recorded.error}`, disagreements: [] };
  const read = (snapshots: readonly Snapshot[]) => {
    const known = version === '1.7' || version === '1.8' ? withoutInvalidValues(snapshots) : snapshots;
    const named = version === '1.7' ? withoutNamelessHashes(known) : known;
    return scenario.caches === 'fresh' ? withoutWorkloadGeneration(named) : named;
  };
  const theirs = read(recordedSnapshots(scenario, recorded));
  try {
    const ours = read(replay(scenario, version));
    const comparable = recorded.unstable ? ours.slice(0, theirs.length) : ours;
    return { disagreements: firstDisagreements(comparable, theirs) };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { obstacle: `we crash: ${text.split('\n').slice(0, 4).join(' | ')}`, disagreements: [] };
  }
}

/**
 * Up to 1.8 an invalid value is told in Go's own notation, with types and addresses of memory; what is wrong with it is
 * told as later.
 * https://github.com/kubernetes/kubernetes/blob/v1.29.3/staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go
 */
function withoutInvalidValues(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const withoutValue = (text: string) => text.replace(/(: Invalid value: ).*(: [^:]*)$/s, '$1…$2');
  const withoutValues = (object: Json): Json => {
    const text = JSON.stringify(object);
    if (!text.includes(': Invalid value: ')) return object;
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? withoutValue(value) : value,
    ) as Json;
  };
  return mapped(snapshots, withoutValues, withoutValue);
}

/**
 * Up to 1.7 the status has the hash of a template before its ReplicaSet is created. The recorder names hashes by their ReplicaSets,
 * so one whose ReplicaSet never comes has no name.
 */
function withoutNamelessHashes(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const hashes = new Set(
    snapshots
      .flatMap(({ objects }) => [...objects.values()])
      .flatMap(({ kind, metadata }) =>
        kind === 'ReplicaSet' ? (metadata as KubeObject['metadata']).labels?.[podHashLabel] : [],
      ),
  );
  return mapped(snapshots, (object) => {
    const { currentPodHash } = (object['status'] ?? {}) as { readonly currentPodHash?: string };
    return object['kind'] !== 'Rollout' || currentPodHash === undefined || hashes.has(currentPodHash)
      ? object
      : applyMergePatch(object, { status: { currentPodHash: 'without a ReplicaSet' } });
  });
}

/**
 * Where caches are fresh, the watch on workloads notes a new generation in the middle of a pass that scales the workload, at a
 * moment of its own.
 */
function withoutWorkloadGeneration(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const noted = { metadata: { annotations: { [workloadGenerationAnnotation]: null } } };
  return mapped(snapshots, (object) => (object['kind'] === 'Rollout' ? applyMergePatch(object, noted) : object));
}

/** Snapshots with all objects and errors changed. */
function mapped(
  snapshots: readonly Snapshot[],
  changeObject: (object: Json) => Json,
  changeError = (error: string) => error,
): readonly Snapshot[] {
  const change = memoize(changeObject);
  return snapshots.map((snapshot) => ({
    ...snapshot,
    passes: snapshot.passes.map(({ error, writes }) => ({
      error: error && changeError(error),
      writes: writes.map(({ key, object }) => ({ key, object: object && change(object) })),
    })),
    objects: new Map([...snapshot.objects].map(([key, object]) => [key, change(object)])),
  }));
}

/** A disagreement in words, for those who will mend it. */
export function describe(
  scenario: Scenario,
  { after, round, pass, object, path, ours, theirs }: Disagreement,
): string {
  const event = after === -1 ? 'at first' : `after event ${after}, ${JSON.stringify(scenario.events[after])}`;
  const turn = round > 0 ? `${event}, round ${round}` : event;
  const place = pass === undefined ? turn : `${turn}, pass ${pass}`;
  return `${place}\n  ${object}${path}\n    ours:   ${text(ours)}\n    theirs: ${text(theirs)}`;
}

function text(value: unknown): string {
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length > 2000 ? `${json.slice(0, 2000)}…` : json;
}
