import type { RolloutHealth } from '../../argocd/rollout-health.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { isStandIn } from '../../play/drift/applications.js';
import type { Drift } from '../../play/drift/drift.js';
import type { Status } from '../../play/drift/verdict.js';
import type { Frame, Trace } from '../../play/simulate/trace.js';
import { pausedSeconds } from '../../play/simulate/pause-end.js';
import type { Conclusion } from '../conclusions.js';
import { applicationConclusions, refusalConclusions } from '../drift-conclusions.js';
import { applicationCalled, patchToAdd } from '../drift-text.js';
import { objectCalled, pathText, statusLine, syncText } from '../drift-words.js';
import { simulationConclusions } from '../simulation-conclusions.js';
import { isNowStable, shownWeight, writesText } from '../simulation-text.js';
import { toYaml } from '../yaml.js';

/** The data of the page. An object that stays the same in many frames is stored once. */
export interface PageData {
  readonly version: string;
  /** Conclusions on the inputs, shown for every Rollout. */
  readonly inputs: readonly PageConclusion[];
  readonly traces: readonly PageTrace[];
  /** All distinct lines of objects as YAML, because objects share most lines. */
  readonly lines: readonly string[];
  /** Objects as YAML, each line by its index in `lines`. */
  readonly texts: readonly (readonly number[])[];
}

export type PageConclusion = Conclusion;

export interface PageTrace {
  /** A unique name. */
  readonly key: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly file?: string;
  /** The conclusions of the simulation. */
  readonly conclusions: readonly PageConclusion[];
  readonly frames: readonly PageFrame[];
  /** The comparison with each Application; empty if it was not requested. */
  readonly drift: readonly PageDrift[];
}

/** What Argo CD reports for a Rollout and its objects. */
export interface PageDrift {
  /** The short and the full name of the Application. */
  readonly application: string;
  readonly called: string;
  readonly file: string;
  /** How it compares and syncs. */
  readonly settings: string;
  /** In how many frames which objects are OutOfSync; empty if none is. */
  readonly outside: string;
  readonly conclusions: readonly PageConclusion[];
  /** Notes on what is not compared, or compared differently. */
  readonly notes: readonly string[];
  /** The entries to add so that it stays Synced. */
  readonly patch?: { readonly where: string; readonly text: string };
  /** By the ids of the frames. */
  readonly frames: Readonly<Record<string, PageDriftFrame>>;
}

export interface PageDriftFrame {
  readonly status: Status;
  /** What Argo CD shows of the health of the Rollout; undefined if that is unknown. */
  readonly health: RolloutHealth | undefined;
  /** The objects that are not Synced, by kind and name. */
  readonly objects: readonly {
    readonly name: string;
    readonly status: Status;
    /** The fields that differ, or why the status is unknown. */
    readonly details: readonly string[];
  }[];
  /** What syncs would do at that moment, in one or two sentences each. */
  readonly syncs: readonly string[];
}

export interface PageFrame extends Omit<Frame, 'objects' | 'writes'> {
  /** The name of each object, and the index of its text. */
  readonly objects: readonly (readonly [name: string, text: number])[];
  /** The writes of its passes, by kind. */
  readonly written: string;
  /** The seconds until the next frame of the main line, or that a person ends it; absent if it takes no time or is unknown. */
  readonly lasts?: number | 'endless';
  /** The new version's part of the requests in percent, on the main line: a weight, or by the Service that blue-green switches. */
  readonly share?: number;
  /** Whether the new version is the stable one by then. */
  readonly isPromoted?: boolean;
  /** The shares of requests of each route; absent if not requested. */
  readonly lanes?: readonly PageLane[];
}

/** A route and the shares of its requests, in percent. */
export interface PageLane {
  readonly name: string;
  readonly shares: Readonly<Record<'stable' | 'canary' | 'others' | 'nobody', number>>;
}

export function pageData(
  traces: readonly Trace[],
  drifts: readonly Drift[] = [],
  inputs: readonly Conclusion[] = [],
): PageData {
  const texts = new Texts();
  const keys = new Map<string, number>();
  return {
    version: traces[0]?.version ?? '',
    inputs,
    traces: traces.map((trace) => {
      const { rollout, frames } = trace;
      return {
        ...rollout,
        key: unique([rollout.namespace, rollout.name].filter(Boolean).join('/'), keys),
        conclusions: simulationConclusions(trace),
        drift: drifts.filter((drift) => drift.trace === trace).map(pageDrift),
        frames: frames.map((frame) => ({
          ...pageFrame(frame, rollout, texts),
          ...timeOf(frame, frames),
          ...newVersionIn(frame, frames),
        })),
      };
    }),
    lines: [...texts.lines.keys()],
    texts: texts.all,
  };
}

/** A unique name; `known` counts names. */
export function unique(name: string, known: Map<string, number>): string {
  const count = (known.get(name) ?? 0) + 1;
  known.set(name, count);
  return count === 1 ? name : unique(`${name}~${count}`, known);
}

export function pageFrame(
  { objects, writes, ...frame }: Frame,
  rollout: Trace['rollout'],
  texts: Texts,
): PageFrame {
  const lasts = lastsOf(frame, [...objects.values()].find(isRolloutObject));
  return {
    ...frame,
    ...(lasts === undefined ? {} : { lasts }),
    weight: shownWeight(frame.weight),
    written: writesText(writes),
    objects: [...objects.values()].map(
      (object) => [titleIn(object, rollout.namespace), texts.indexOf(object)] as const,
    ),
  };
}

/** How long a frame of the main line lasts, if it has a time. */
function timeOf(frame: Frame, frames: readonly Frame[]): Pick<PageFrame, 'lasts'> {
  const { at, from, waitsForPerson } = frame;
  if (at === undefined || from !== undefined) return {};
  if (waitsForPerson) return { lasts: 'endless' };
  const main = frames.filter((one) => one.from === undefined);
  const next = main[main.indexOf(frame) + 1]?.at;
  return next === undefined || next <= at ? {} : { lasts: next - at };
}

/** What the new version has of the requests at a frame of the main line, once the update has begun. */
function newVersionIn(frame: Frame, frames: readonly Frame[]): Pick<PageFrame, 'share' | 'isPromoted'> {
  const { kind, from, weight, objects } = frame;
  if (from !== undefined) return {};
  const main = frames.filter((one) => one.from === undefined);
  const promoted = isNowStable(frame, main) ? { isPromoted: true } : {};
  if (weight !== undefined)
    return { share: promoted.isPromoted ? 100 : (shownWeight(weight) ?? 0), ...promoted };
  const rollout = [...objects.values()].find(isRolloutObject);
  const { blueGreen, currentPodHash } = rollout?.status ?? {};
  if (!rollout?.spec.strategy?.blueGreen) return promoted;
  const isActive = kind !== 'installed' && blueGreen?.activeSelector === currentPodHash;
  return { share: isActive ? 100 : 0, ...promoted };
}

/** The duration of the pause of a paused rollout. */
function lastsOf(
  { kind, step }: Pick<Frame, 'kind' | 'step'>,
  rollout: RolloutObject | undefined,
): PageFrame['lasts'] {
  if (!rollout?.status || (kind !== 'step' && kind !== 'preview')) return undefined;
  const { spec, status } = rollout;
  const pauses = spec.paused === true || (status.pauseConditions ?? []).length > 0;
  // After a step that completes at once the status names the next step.
  if (!pauses || (kind === 'step' && status.currentStepIndex !== step)) return undefined;
  return pausedSeconds({ rollout, status }) ?? 'endless';
}

function isRolloutObject(object: KubeObject): object is RolloutObject {
  return object.kind === kinds.rollout.kind;
}

/** Stores objects as YAML, each once, and their distinct lines. */
export class Texts {
  readonly all: number[][] = [];
  readonly lines = new Map<string, number>();
  private readonly known = new Map<KubeObject, number>();

  indexOf(object: KubeObject): number {
    let index = this.known.get(object);
    if (index === undefined) {
      index = this.all.push(toYaml(object).split('\n').map(this.lineOf)) - 1;
      this.known.set(object, index);
    }
    return index;
  }

  private readonly lineOf = (line: string): number => {
    const known = this.lines.get(line) ?? this.lines.size;
    this.lines.set(line, known);
    return known;
  };
}

function titleIn({ kind, metadata: { name, namespace } }: KubeObject, home: string | undefined): string {
  return `${kind} ${namespace === undefined || namespace === home ? '' : `${namespace}/`}${name}`;
}

function pageDrift(drift: Drift): PageDrift {
  const { deployer, argo, frames, objects, syncs } = drift;
  const patch = patchToAdd(drift);
  return {
    application: isStandIn(deployer) ? 'No Application' : `Application ${deployer.application.name}`,
    called: applicationCalled(deployer),
    file: isStandIn(deployer) ? '' : deployer.application.source.name,
    settings: argo.description,
    outside: statusLine(drift),
    conclusions: [...refusalConclusions(drift), ...applicationConclusions(drift)],
    notes: drift.notes,
    ...(patch === undefined ? {} : { patch: { where: patch.where, text: patch.lines.join('\n') } }),
    frames: Object.fromEntries(
      frames.map(({ frame, status, health }): [string, PageDriftFrame] => [
        frame.id,
        {
          status,
          health,
          objects: objects.flatMap(({ subject, verdicts }) => {
            const verdict = verdicts.get(frame.id);
            if (!verdict || verdict.status === 'synced') return [];
            const details = verdict.status === 'out-of-sync' ? verdict.paths.map(pathText) : [verdict.reason];
            return [{ name: objectCalled(drift, subject.key), status: verdict.status, details }];
          }),
          syncs: syncs
            .filter((sync) => sync.frames.includes(frame) && sync.outcome !== 'kept')
            .map((sync) => syncText(drift, sync)),
        },
      ]),
    ),
  };
}
