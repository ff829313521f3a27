import type { KubeObject } from '../../cluster/object.js';
import type { Drift } from '../../drift/drift.js';
import type { Status } from '../../drift/verdict.js';
import type { Frame, Trace } from '../../simulate/trace.js';
import { objectCalled, pathText, syncText } from '../drift-words.js';
import { toYaml } from '../yaml.js';

/** What the page draws. An object that stays as it is through many frames is one text. */
export interface PageData {
  readonly version: string;
  readonly traces: readonly PageTrace[];
  /** Objects as YAML. */
  readonly texts: readonly string[];
}

export interface PageTrace {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly notes: readonly string[];
  readonly frames: readonly PageFrame[];
  /** What each Application says of it; empty where nobody asked. */
  readonly drift: readonly PageDrift[];
}

/** What Argo CD says of a Rollout and its objects. */
export interface PageDrift {
  /** The name of the Application. */
  readonly application: string;
  /** How it compares and syncs. */
  readonly settings: string;
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
}

export function pageData(traces: readonly Trace[], drifts: readonly Drift[] = []): PageData {
  const texts: string[] = [];
  const known = new Map<KubeObject, number>();
  const indexOf = (object: KubeObject): number => {
    let index = known.get(object);
    if (index === undefined) known.set(object, (index = texts.push(toYaml(object)) - 1));
    return index;
  };
  return {
    version: traces[0]?.version ?? '',
    traces: traces.map(({ rollout, notes, frames }, index) => ({
      ...rollout,
      notes,
      drift: drifts.filter(({ trace }) => trace === traces[index]).map(pageDrift),
      frames: frames.map(({ objects, writes: _, ...frame }) => ({
        ...frame,
        objects: [...objects.values()].map(
          (object) => [nameOf(object, rollout.namespace), indexOf(object)] as const,
        ),
      })),
    })),
    texts,
  };
}

function nameOf({ kind, metadata: { name, namespace } }: KubeObject, home: string | undefined): string {
  return `${kind} ${namespace === undefined || namespace === home ? '' : `${namespace}/`}${name}`;
}

function pageDrift(drift: Drift): PageDrift {
  const { deployer, argo, frames, objects, syncs } = drift;
  return {
    application: deployer.application.name,
    settings: argo.description,
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
