import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '../../src/kubernetes/objects/json.js';
import type { KubeObject } from '../../src/kubernetes/objects/object.js';
import type { RolloutStatus } from '../../src/kubernetes/objects/rollout-status.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { clusterOf } from '../../src/play/simulate/cluster-of.js';
import { cachesNotes } from '../../src/play/simulate/rewrites.js';
import { Timeline } from '../../src/play/simulate/timeline.js';
import type { Frame } from '../../src/play/simulate/trace.js';
import { anyScenario } from '../conformance/arbitraries.js';
import type { Scenario } from '../conformance/scenario.js';
import { textSource } from '../support/sources.js';

/** The frames of a scenario's manifests, with caches that lag or not; its events are left out. */
function timelineOf({ objects }: Scenario, cachesLag: boolean): Timeline {
  const text = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  const { graph } = readGraph([textSource('/manifests/all.yaml', text)]);
  const [rollout] = graph.rollouts;
  if (!rollout) throw new Error('A scenario has a Rollout.');
  const setup = clusterOf(graph, rollout);
  const timeline = new Timeline(setup, '1.9', { cachesLag });
  if (setup.rejections.length > 0) timeline.reject(setup.rejections);
  else {
    timeline.playMainLine(undefined);
    timeline.playBranches();
  }
  return timeline;
}

/** The objects of a frame without the order of conditions, which is that of the passes, and without times. */
function isSame(one: Frame, other: Frame): boolean {
  const of = ({ objects, isSettled }: Frame): unknown => [
    isSettled,
    ...[...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, object]) => [key, plain(object)]),
  ];
  return isSameJson(of(one), of(other));
}

const times = new Set([
  'lastTransitionTime',
  'lastUpdateTime',
  'startTime',
  'startedAt',
  'abortedAt',
  'generation',
]);

function plain(object: KubeObject): unknown {
  return JSON.parse(JSON.stringify(object), (key, value: unknown) => {
    if (times.has(key) || key === 'observedGeneration' || key === 'scale-down-deadline') return undefined;
    if (key !== 'conditions') return value;
    return [...(value as NonNullable<RolloutStatus['conditions']>)].sort((a, b) =>
      a.type < b.type ? -1 : 1,
    );
  });
}

describe('what depends on when the controller sees its own writes', () => {
  it('is said, frame by frame', { timeout: 120_000 }, () => {
    let named = 0;
    for (const scenario of fc.sample(anyScenario, { numRuns: 120, seed: 771002 })) {
      const lagging = timelineOf(scenario, true);
      const fresh = new Map(timelineOf(scenario, false).frames.map((frame) => [frame.id, frame]));
      const unlike = lagging.frames.filter((frame) => {
        const other = fresh.get(frame.id);
        return !other || !isSame(frame, other);
      });
      const notes = lagging.caches.mattered ? cachesNotes(lagging.frames, [...fresh.values()]) : [];
      const words = new Set(notes.join(' ').split(/[ ,.:]+/));
      expect(
        unlike.map(({ id }) => id).filter((id) => !words.has(id)),
        JSON.stringify(scenario.objects),
      ).toEqual([]);
      named += unlike.length;
    }
    expect(named).toBeGreaterThan(20);
  });

  it('is played again in the branches where it matters alone', { timeout: 120_000 }, () => {
    const byId = (frames: readonly Frame[]): readonly Frame[] =>
      [...frames].sort((one, other) => (one.id < other.id ? -1 : 1));
    let played = 0;
    for (const scenario of fc.sample(anyScenario, { numRuns: 120, seed: 771003 })) {
      const lagging = timelineOf(scenario, true);
      const frames = lagging.caches.mattered ? lagging.freshFrames : undefined;
      if (!frames) continue;
      const whole = timelineOf(scenario, false);
      const isEqual = isDeepStrictEqual(byId(frames), byId(whole.frames));
      expect(isEqual, JSON.stringify(scenario.objects)).toBe(true);
      played += 1;
    }
    expect(played).toBeGreaterThan(10);
  });
});
