import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { isMap } from '../../kubernetes/objects/json.js';
import { kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import { isLimitError } from '../../model/limit-error.js';
import { memoize } from '../../model/memo.js';
import type { Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { type FieldChange, changes } from '../../play/drift/changes.js';
import { simulate } from '../../play/simulate/simulate.js';
import type { Trace } from '../../play/simulate/trace.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isSamePlace, objectDefinition } from './links/link.js';
import { linksOfRollout } from './links/of-rollout.js';

/** The value of a field from one frame of an update on. */
interface Phase {
  readonly value: string;
  readonly when: string;
}

/** How many Rollouts and values are shown. */
const [mostRollouts, mostPhases] = [2, 8];

/** What the controller writes into a field of an object, and when, a sentence for each Rollout that it does this for. */
export function controllerWrites(graph: Graph, resource: Resource, path: Path): readonly string[] {
  return writersOf(graph, resource).flatMap((rollout) => {
    const trace = mainLine(graph, rollout);
    const phases = trace ? phasesOf(trace, resource, path) : [];
    if (phases.length < 2) return [];
    const told = phases.slice(0, mostPhases).map(({ value, when }) => `${value} from "${when}" on`);
    const rest = phases.length > mostPhases ? ', and further values' : '';
    return [
      `In an update of Rollout "${rollout.name}", the controller sets it to ${told.join(', ')}${rest}.`,
    ];
  });
}

/** How many Rollouts are asked whether they name an object, nearest first: all of a large repository would take seconds. */
const nearRollouts = { objects: 50, folders: 8 };

/** The Rollouts near an object that name it. */
function writersOf(graph: Graph, resource: Resource): readonly Resource[] {
  if (isRollout(resource)) return [];
  const { place } = objectDefinition(resource);
  const all = [...graph.deployedNear(resource, [kinds.rollout], nearRollouts)];
  return all
    .filter((rollout) =>
      linksOfRollout(graph, rollout).some(
        ({ kind, to }) => kind === 'object' && to().some((one) => isSamePlace(one.place, place)),
      ),
    )
    .slice(0, mostRollouts);
}

/** The frames of an update that succeeds; undefined if it is too large. Kept with the graph, because places are hovered one by one. */
export function mainLine(graph: Graph, rollout: Resource): Trace | undefined {
  const known = traces(graph);
  if (!known.has(rollout)) known.set(rollout, played(graph, rollout));
  return known.get(rollout);
}

const traces = memoize((_graph: Graph) => new Map<Resource, Trace | undefined>());

function played(graph: Graph, rollout: Resource): Trace | undefined {
  try {
    return simulate(graph, rollout, { version: graph.rolloutsVersion, branches: false });
  } catch (error) {
    if (isLimitError(error)) return undefined;
    throw error;
  }
}

/** The values of a field, each from the frame on in which it changes; none if the controller never writes there. */
function phasesOf({ frames }: Trace, resource: Resource, path: Path): readonly Phase[] {
  const git = resource.at().value;
  const phases: Phase[] = [];
  let isWritten = false;
  for (const { objects, title } of frames) {
    const live = [...objects.values()].find((object) => isLiveOf(object, resource));
    if (!live) continue;
    const change = changes(git, live).find((one) => isChangeAt(one, path));
    isWritten ||= change !== undefined;
    const value = change ? liveValue(change, path) : shortValue(resource.at(...path).value);
    if (phases.at(-1)?.value !== value) phases.push({ value, when: title });
  }
  return isWritten ? phases : [];
}

function isLiveOf({ kind, apiVersion, metadata }: KubeObject, resource: Resource): boolean {
  return kind === resource.kind && metadata.name === resource.name && apiVersion === resource.apiVersion;
}

/** Whether a change is at a path, or directly below it. */
function isChangeAt({ path: at, kind }: FieldChange, path: Path): boolean {
  const isBelow = path.length > 1 && at.length === path.length + 1;
  return (
    (at.length === path.length || isBelow) &&
    kind !== 'reordered' &&
    path.every((key, index) => at[index] === key)
  );
}

function liveValue({ path: at, kind, live }: FieldChange, path: Path): string {
  if (at.length === path.length) return kind === 'removed' ? 'nothing' : shortValue(live);
  return kind === 'removed' ? `one without "${at.at(-1)}"` : `one with ${at.at(-1)}: ${shortValue(live)}`;
}

function shortValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(isMap(value) ? { ...value } : value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
