import type { KubeObject } from '../../kubernetes/objects/object.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { isStandIn } from '../../play/drift/applications.js';
import type { Drift } from '../../play/drift/drift.js';
import type { Status } from '../../play/drift/verdict.js';
import type { Frame, Trace } from '../../play/simulate/trace.js';
import { pausedSeconds } from '../../play/simulate/waiting.js';
import type { Conclusion } from '../conclusions.js';
import { applicationConclusions, refused } from '../drift-conclusions.js';
import { applicationCalled, patchToAdd } from '../drift-text.js';
import { objectCalled, pathText, syncText } from '../drift-words.js';
import { simulationConclusions } from '../simulation-conclusions.js';
import { shownWeight, written } from '../simulation-text.js';
import { toYaml } from '../yaml.js';

/** What the page draws. An object that stays as it is through many frames is one text. */
export interface PageData {
  readonly version: string;
  /** What is to be said of the inputs, whichever Rollout is looked at. */
  readonly inputs: readonly PageConclusion[];
  readonly traces: readonly PageTrace[];
  /** Every line of an object as YAML: most objects have most lines in common with others. */
  readonly lines: readonly string[];
  /** Objects as YAML, each line by its place in `lines`. */
  readonly texts: readonly (readonly number[])[];
}

export type PageConclusion = Conclusion;

export interface PageTrace {
  /** What no other trace is called. */
  readonly key: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly file?: string;
  /** What the simulation ends with. */
  readonly conclusions: readonly PageConclusion[];
  readonly frames: readonly PageFrame[];
  /** What each Application says of it; empty where nobody asked. */
  readonly drift: readonly PageDrift[];
}

/** What Argo CD says of a Rollout and its objects. */
export interface PageDrift {
  /** What people call the Application, and in full. */
  readonly application: string;
  readonly called: string;
  readonly file: string;
  /** How it compares and syncs. */
  readonly settings: string;
  readonly conclusions: readonly PageConclusion[];
  /** What is not compared, or in another way. */
  readonly notes: readonly string[];
  /** What to add to it so that it says nothing. */
  readonly patch?: { readonly where: string; readonly text: string };
  /** By the ids of the frames. */
  readonly frames: Readonly<Record<string, PageDriftFrame>>;
}

export interface PageDriftFrame {
  readonly status: Status;
  /** Those that are not Synced, as people call them. */
  readonly objects: readonly {
    readonly name: string;
    readonly status: Status;
    /** The fields that differ, or the reason why nothing is known. */
    readonly details: readonly string[];
  }[];
  /** What syncs would do at that moment, in a sentence or two each. */
  readonly syncs: readonly string[];
}

export interface PageFrame extends Omit<Frame, 'objects' | 'writes'> {
  /** What each object is called, and which of the texts it is. */
  readonly objects: readonly (readonly [name: string, text: number])[];
  /** What its passes wrote, by kind. */
  readonly written: string;
  /** The seconds that a pause takes, or that it has no end; absent where the manifests do not say it. */
  readonly lasts?: number | 'endless';
  /** Who answers the requests of each route; absent where nobody asked. */
  readonly lanes?: readonly PageLane[];
}

/** A route, and who answers its requests, in percent. */
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
        frames: frames.map((frame) => pageFrame(frame, rollout, texts)),
      };
    }),
    lines: [...texts.lines.keys()],
    texts: texts.all,
  };
}

/** A name that no other has: `known` counts them. */
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
  const lasts = lastsOf(frame, [...objects.values()].find(isRollout));
  return {
    ...frame,
    ...(lasts === undefined ? {} : { lasts }),
    weight: shownWeight(frame.weight),
    written: written(writes),
    objects: [...objects.values()].map(
      (object) => [nameOf(object, rollout.namespace), texts.indexOf(object)] as const,
    ),
  };
}

/** How long a rollout pauses that does. */
function lastsOf(
  { kind, step }: Pick<Frame, 'kind' | 'step'>,
  rollout: RolloutObject | undefined,
): PageFrame['lasts'] {
  if (!rollout?.status || (kind !== 'step' && kind !== 'preview')) return undefined;
  const { spec, status } = rollout;
  const pauses = spec.paused === true || (status.pauseConditions ?? []).length > 0;
  // A step that is done at once leaves a status that names the next one.
  if (!pauses || (kind === 'step' && status.currentStepIndex !== step)) return undefined;
  return pausedSeconds({ rollout, status }) ?? 'endless';
}

function isRollout(object: KubeObject): object is RolloutObject {
  return object.kind === kinds.rollout.kind;
}

/** Objects as YAML, each once, and the lines that they are made of. */
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

function nameOf({ kind, metadata: { name, namespace } }: KubeObject, home: string | undefined): string {
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
    conclusions: [...refused(drift), ...applicationConclusions(drift)],
    notes: drift.notes,
    ...(patch === undefined ? {} : { patch: { where: patch.where, text: patch.lines.join('\n') } }),
    frames: Object.fromEntries(
      frames.map(({ frame, status }): [string, PageDriftFrame] => [
        frame.id,
        {
          status,
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
