import { kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { Arrival } from '../../play/impact/arrivals.js';
import type { CourseOfChange, Instant } from '../../play/impact/course.js';
import type { RolloutImpact } from '../../play/impact/rollout-impact.js';
import type { Flow } from '../../play/impact/traffic.js';
import { frameOf } from '../../play/simulate/frames.js';
import type { Frame, Trace } from '../../play/simulate/trace.js';
import type { ImpactResult } from '../impact-json.js';
import { carrierText, effectText, updateText } from '../impact-words.js';
import { laneText, objectText, valueText, valueTexts } from '../impact-terms.js';
import { inputConclusions } from '../input-conclusions.js';
import {
  type PageData,
  type PageFrame,
  pageFrame,
  type PageLane,
  type PageTrace,
  Texts,
  unique,
} from '../simulation-page/data.js';

/** The data of the page of a change: those of the page of an update, and the effects of the change. */
export interface ImpactPageData extends PageData {
  readonly traces: readonly PageImpact[];
  readonly untouched: number;
  /** Whether the given files do not show all effects of the change. */
  readonly isUnknown: boolean;
}

export interface PageImpact extends PageTrace {
  /** What applies the change to the cluster. */
  readonly carrier: string;
  /** The update that it starts at rest; empty if it starts none. */
  readonly starts: string;
  readonly fields: readonly PageField[];
  readonly arrivals: readonly PageArrival[];
  readonly notes: readonly string[];
}

export interface PageField {
  readonly object: string;
  readonly field: string;
  /** Absent for values that reports must not contain. */
  readonly values?: readonly [before: string, after: string];
}

/** A moment at which the change may arrive, and what happens then. */
export interface PageArrival {
  readonly when: string;
  readonly title: string;
  /** Deletions and applied objects, in order. */
  readonly order: readonly string[];
  readonly frames: readonly PageFrame[];
  /** The lane whose requests are drawn over time. */
  readonly lane?: string;
}

export function impactPageData(result: ImpactResult, version: string): ImpactPageData {
  const texts = new Texts();
  const keys = new Map<string, number>();
  const traces = result.impacts.map((impact) => pageImpact(impact, texts, keys));
  return {
    version,
    inputs: inputConclusions(result),
    untouched: result.untouched,
    isUnknown:
      result.unknown.length + result.unchecked.length + result.failures.length + result.faults.length > 0,
    traces,
    lines: [...texts.lines.keys()],
    texts: texts.all,
  };
}

function pageImpact(impact: RolloutImpact, texts: Texts, keys: Map<string, number>): PageImpact {
  const { rollout, namespace, effects, arrivals, fields, notes } = impact;
  const own = { namespace, name: rollout.name, file: rollout.source.name };
  return {
    ...own,
    key: unique([namespace, rollout.name].filter(Boolean).join('/'), keys),
    conclusions: effects.map((effect) => ({
      level: effect.severity,
      text: effectText(impact, effect),
      frames: effect.when,
    })),
    frames: [],
    drift: [],
    carrier: carrierText(impact),
    starts: updateText(impact) ?? '',
    fields: fields.map(({ object, field, before, after }) => ({
      object: objectText(object),
      field,
      // Reports never contain values of Secrets.
      ...(object.startsWith('/Secret/')
        ? {}
        : {
            values:
              field === '' ? [wholeObjectText(before), wholeObjectText(after)] : valueTexts(before, after),
          }),
    })),
    arrivals: arrivals.map((arrival) => pageArrival(impact, arrival, own, texts)),
    notes,
  };
}

/** What stands for the values of a whole object. */
function wholeObjectText(value: unknown): string {
  return value === undefined ? valueText(value) : 'the whole object';
}

function pageArrival(
  impact: RolloutImpact,
  { when, title, course }: Arrival,
  rollout: Trace['rollout'],
  texts: Texts,
): PageArrival {
  const names = lanesShown(course);
  const seen = framesOf(impact, title, course).map(({ frame, instant }): PageFrame => ({
    ...pageFrame(frame, rollout, texts),
    lanes: lanesOf(instant).flatMap(({ lane }) => (names.includes(lane.name) ? [lane] : [])),
  }));
  return {
    when,
    title,
    order: orderOf(course),
    frames: seen,
    ...(names[0] === undefined ? {} : { lane: names[0] }),
  };
}

function orderOf({ steps, left, held }: CourseOfChange): readonly string[] {
  const undone = new Set([...left, ...held]);
  return steps.flatMap(({ carrier, title, pruned, applied, unconfirmed }): readonly string[] => {
    const who = carrier.isKubectl ? 'kubectl apply' : `Application "${carrier.deployer.application.name}"`;
    const said = (verb: string, tasks: readonly { readonly key: string }[]): readonly string[] =>
      tasks.length === 0
        ? []
        : [
            `${who}${title === '' ? '' : `, ${title}`}: ${verb} ${tasks.map(({ key }) => objectText(key)).join(', ')}`,
          ];
    return [
      ...said('waits for a confirmation to delete', unconfirmed),
      ...(pruned.some((one) => undone.has(one)) ? said('does not delete', pruned) : said('deletes', pruned)),
      ...applied.flatMap((group) =>
        group.some((one) => undone.has(one)) ? said('does not apply', group) : said('applies', group),
      ),
    ];
  });
}

interface Seen {
  readonly frame: Frame;
  readonly instant: Instant;
}

/** Each instant as a frame: the actions of the sync and each pass, then the update to its end. */
function framesOf({ setup }: RolloutImpact, title: string, course: CourseOfChange): readonly Seen[] {
  const ids = new Map<string, number>();
  const counts = { before: 0, sync: 0, pass: 0 };
  const later = [...course.frames];
  return course.instants.flatMap((instant): readonly Seen[] => {
    const { kind, objects } = instant;
    if (kind === 'later') {
      const at = later.findIndex(({ id }) => id === instant.title);
      const [frame] = at === -1 ? [] : later.splice(at, 1);
      return frame ? [{ instant, frame: renamedFrame(frame, unique(frame.id, ids)) }] : [];
    }
    const rollout = [...objects.values()].find((object) => isItsRollout(object, setup));
    if (!rollout) return [];
    counts[kind] += 1;
    const heading = {
      id: unique(kind === 'before' ? 'before' : `${kind}-${counts[kind]}`, ids),
      kind: 'running' as const,
      title: kind === 'before' ? `before: ${title}` : instant.title,
    };
    const frame = frameOf(setup, heading, {
      objects,
      rollout,
      writes: () => [],
      error: undefined,
      isSettled: true,
      isAbortWrong: false,
      rewrites: [],
    });
    return [
      { instant, frame: { ...frame, objects: frame.objects, writes: [], rewrites: [], weight: undefined } },
    ];
  });
}

function isItsRollout(
  object: KubeObject,
  { namespace, name }: RolloutImpact['setup'],
): object is RolloutObject {
  return (
    object.kind === kinds.rollout.kind &&
    object.metadata.name === name &&
    (object.metadata.namespace ?? '') === (namespace ?? '')
  );
}

/** Leaves out weights, because shares of requests are shown. */
function renamedFrame(frame: Frame, id: string): Frame {
  const { objects, writes, rewrites } = frame;
  return { ...frame, id, objects, writes, rewrites, weight: undefined };
}

/** The maximum number of routes that are drawn. */
const maxLanes = 6;

/** The lanes to draw, those with the largest changes first: routes, and Services without routes or with failing requests. */
function lanesShown({ instants }: CourseOfChange): readonly string[] {
  const lanes = new Map<string, { isService: boolean; hasGaps: boolean; least: number; most: number }>();
  for (const instant of instants)
    for (const { flow, lane } of lanesOf(instant)) {
      const { name, shares } = lane;
      const known = lanes.get(name);
      lanes.set(name, {
        isService: flow.lane.object.startsWith('/Service/'),
        hasGaps: known?.hasGaps === true || shares.nobody > 0,
        least: Math.min(known?.least ?? 100, shares.stable),
        most: Math.max(known?.most ?? 0, shares.stable),
      });
    }
  const all = [...lanes];
  const routes = all.filter(([, { isService }]) => !isService);
  const services = all.filter(([, { isService, hasGaps }]) => isService && (routes.length === 0 || hasGaps));
  return [...routes, ...services]
    .sort(([, a], [, b]) => Number(b.hasGaps) - Number(a.hasGaps) || b.most - b.least - (a.most - a.least))
    .slice(0, maxLanes)
    .map(([name]) => name);
}

/** The lanes of an instant, each with a unique name. */
function lanesOf(instant: Instant): readonly { readonly flow: Flow; readonly lane: PageLane }[] {
  const names = new Map<string, number>();
  return instant.flows.map((flow) => {
    const lane = laneOf(flow, instant);
    return { flow, lane: { ...lane, name: unique(lane.name, names) } };
  });
}

/** The shares of requests that stable, canary and other pods of the Rollout respond to. */
function laneOf({ lane, shares, gaps }: Flow, { status }: Instant): PageLane {
  const { stableRS: stable, currentPodHash: canary } = status;
  const sum = { stable: 0, canary: 0, others: 0, nobody: 0 };
  for (const [of, share] of shares)
    sum[of === stable ? 'stable' : of === canary ? 'canary' : 'others'] += share;
  for (const { share } of gaps) sum.nobody += share;
  // Requests to a Service that the files do not contain.
  const rest = 100 - sum.stable - sum.canary - sum.others - sum.nobody;
  if (rest > 0.05) sum.others += rest;
  const round = (share: number): number => Math.round(share * 10) / 10;
  return {
    name: laneText(lane),
    shares: {
      stable: round(sum.stable),
      canary: round(sum.canary),
      others: round(sum.others),
      nobody: round(sum.nobody),
    },
  };
}
