import type { Snapshot as Objects } from '../../../src/kubernetes/objects/cluster.js';
import { withoutKey } from '../../../src/kubernetes/objects/keys.js';
import { mergePatch } from '../../../src/kubernetes/objects/merge-patch.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { isSameSnapshot } from '../../../src/rollouts/controllers/settle.js';
import { defaultArgoCdVersion } from '../../../src/argocd/version.js';
import { standing } from '../../../src/play/simulate/clock.js';
import { arrivalAt, planOf } from '../../../src/play/impact/arrivals.js';
import { statesOf } from '../../../src/play/impact/state.js';
import { allChanged } from '../../../src/play/impact/fields.js';
import { changedSources, touchedPairs } from '../../../src/play/impact/touched.js';
import type { Pass, Snapshot } from '../../conformance/compare.js';
import { isMap, normalise } from '../../conformance/normalise.js';
import { passOf } from '../../conformance/replay.js';
import type { Manifest, Scenario, ScenarioEvent } from '../../conformance/scenario.js';
import { type Files, graphsOf } from './stories.js';
import { joined, type Tape, type Taped, taped, until } from './tape.js';

/** What `impact` plays when a change arrives at one moment, as the real controller can be asked about it. */
export interface PlayedCase {
  /** `rest`, or the frame of the update under way. */
  readonly when: string;
  readonly scenario: Scenario;
  /** Every pass that was played, and all objects whenever something else happened. */
  readonly snapshots: readonly Snapshot[];
}

/** Plays a change of files as `impact` does; a Rollout that nothing happens to has no cases. */
export function casesOf(name: string, before: Files, after: Files): readonly PlayedCase[] {
  const { graphs, sources } = graphsOf(before, after);
  return touchedPairs(graphs.before, graphs.after, changedSources(sources.before, sources.after)).flatMap(
    (pair): readonly PlayedCase[] => {
      if (!pair.before || !pair.after) return [];
      const both = statesOf(graphs, { before: pair.before, after: pair.after });
      const states = [both.before, both.after] as const;
      if (allChanged(...states).length === 0) return [];
      const plan = taped(() =>
        planOf(...states, { version: '1.9', argocd: defaultArgoCdVersion, assumptions: standing }),
      );
      const { change, starts } = plan.result;
      return starts.map((start): PlayedCase => {
        const { result: arrival, tapes } = taped(() => arrivalAt(change, start));
        const { objects, now } = start.moment;
        const base = plan.tapes.find((tape) =>
          tape.some(({ after: at }) => at.objects === objects && at.now === now),
        );
        if (!base) throw new Error(`${name}, ${arrival.when}: nothing leads to where the change arrives.`);
        const tape = [...until(base, start.moment), ...joined(tapes)];
        return { when: arrival.when, ...asScenario(`${name}, ${arrival.when}`, tape) };
      });
    },
  );
}

/** A tape as a scenario: what is not the controller's are its events. */
function asScenario(name: string, tape: Tape): Pick<PlayedCase, 'scenario' | 'snapshots'> {
  const [first, ...rest] = tape.slice(tape.findIndex(({ did }) => did === 'pass'));
  if (!first) throw new Error(`${name}: no pass was made.`);
  const events: ScenarioEvent[] = [];
  const snapshots: Snapshot[] = [];
  let batch: Taped[] = [first];
  let happened: ScenarioEvent[] = [];
  const close = (): void => {
    const last = batch.at(-1);
    if (!last) return;
    if (snapshots.length > 0) events.push({ do: 'together', events: happened, passes: batch.length });
    snapshots.push({
      after: snapshots.length - 1,
      round: 0,
      isSettled: isAtRest(last),
      passes: batch.map(toPass),
      objects: normalised(last.after.objects),
    });
    [batch, happened] = [[], []];
  };
  let at = first.after;
  for (const taped of rest) {
    const between = differences(at, taped.before);
    const previous = batch.at(-1);
    // Who asks for more passes than it takes until one changes nothing begins anew.
    if (previous && (between.length > 0 || taped.did !== 'pass' || isAtRest(previous))) close();
    happened.push(...between);
    if (taped.did === 'promote') happened.push({ do: 'promote' });
    else batch.push(taped);
    at = taped.after;
  }
  close();
  const objects = [...first.before.objects.values()] as unknown as readonly Manifest[];
  return { scenario: { name, why: 'What impact plays.', objects, events }, snapshots };
}

function isAtRest({ before, after }: Taped): boolean {
  return isSameSnapshot(before.objects, after.objects);
}

function toPass({ writes, error }: Taped): Pass {
  return passOf({ writes, ...(error === undefined ? {} : { error: { message: error } as Error }) } as never);
}

function normalised(objects: Objects): Snapshot['objects'] {
  return new Map([...objects].map(([key, object]) => [key, normalise(object)]));
}

/** What others have done between two moments, as events. */
function differences(before: Taped['before'], after: Taped['before']): readonly ScenarioEvent[] {
  const seconds = after.now - before.now;
  const gone = [...before.objects]
    .filter(([key]) => !after.objects.has(key))
    .map(
      ([
        ,
        {
          kind,
          metadata: { name, namespace },
        },
      ]): ScenarioEvent => ({
        do: 'delete',
        kind,
        name,
        ...(namespace === undefined ? {} : { namespace }),
      }),
    );
  const changed = [...after.objects].flatMap(([key, object]): readonly ScenarioEvent[] => {
    const earlier = before.objects.get(key);
    if (earlier === object) return [];
    if (!earlier) return [{ do: 'apply', object: object as unknown as Manifest }];
    const patch = patchOf(earlier, object);
    return patch ? [{ do: 'apply', object: patch }] : [];
  });
  return [...(seconds === 0 ? [] : [{ do: 'elapse', seconds } as const]), ...gone, ...changed];
}

/** What makes an object of another one, without what the server counts itself; undefined where nothing is left. */
function patchOf(before: KubeObject, after: KubeObject): Manifest | undefined {
  const patch = mergePatch(before, after);
  if (!isMap(patch)) return undefined;
  const { metadata, ...rest } = patch;
  const own = isMap(metadata) ? withoutKey(metadata, 'generation') : {};
  if (Object.keys(own).length + Object.keys(rest).length === 0) return undefined;
  const { name, namespace } = after.metadata;
  const { apiVersion, kind } = after;
  return {
    apiVersion,
    kind,
    ...rest,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...own },
  };
}
