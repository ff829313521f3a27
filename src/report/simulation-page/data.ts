import type { KubeObject } from '../../cluster/object.js';
import type { Frame, Trace } from '../../simulate/trace.js';
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
}

export interface PageFrame extends Omit<Frame, 'objects' | 'writes'> {
  /** What each object is called, and which of the texts it is. */
  readonly objects: readonly (readonly [name: string, text: number])[];
}

export function pageData(traces: readonly Trace[]): PageData {
  const texts: string[] = [];
  const known = new Map<KubeObject, number>();
  const indexOf = (object: KubeObject): number => {
    let index = known.get(object);
    if (index === undefined) known.set(object, (index = texts.push(toYaml(object)) - 1));
    return index;
  };
  return {
    version: traces[0]?.version ?? '',
    traces: traces.map(({ rollout, notes, frames }) => ({
      ...rollout,
      notes,
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
