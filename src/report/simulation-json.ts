import { keyOf, type Write } from '../cluster/cluster.js';
import { mergePatch } from '../cluster/merge-patch.js';
import type { KubeObject } from '../cluster/object.js';
import type { Fault } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Frame, Trace } from '../simulate/trace.js';
import { faultsJson } from './faults.js';
import { findingsJson } from './json.js';
import { Positions } from './positions.js';
import type { Note } from './report.js';

/** What a run of the simulator has to say. */
export interface SimulationReport {
  readonly traces: readonly Trace[];
  /** What is wrong with the YAML of the manifests. */
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  /** Inputs that could not be read. */
  readonly failures: readonly Note[];
  /** What was given and not checked, each in a few words. */
  readonly unchecked: readonly string[];
  /** Where the tool itself failed. */
  readonly faults: readonly Fault[];
}

/** One JSON object, as docs/simulate.md describes it; `version` changes when a field changes meaning. */
export default function simulationJson({
  traces,
  findings,
  notes,
  failures,
  unchecked,
  faults,
}: SimulationReport): string {
  return `${JSON.stringify(
    {
      version: 1,
      traces: traces.map(traceJson),
      findings: findingsJson(findings),
      notes: notes.map(({ message }) => message),
      failures: failures.map(({ message }) => message),
      unchecked,
      faults: faultsJson(faults, new Positions()),
    },
    undefined,
    2,
  )}\n`;
}

/** Frames name objects by their place in one list: most objects stay as they are from frame to frame. */
function traceJson({ rollout, version, frames, files, notes }: Trace) {
  const objects: KubeObject[] = [];
  const places = new Map<KubeObject, number>();
  const place = (object: KubeObject): number => {
    let known = places.get(object);
    if (known === undefined) places.set(object, (known = objects.push(object) - 1));
    return known;
  };
  const list = frames.map((frame) => frameJson(frame, place));
  return {
    rollout,
    rollouts: version,
    frames: list,
    objects,
    files: Object.fromEntries(files),
    notes,
  };
}

function frameJson({ objects, writes, ...frame }: Frame, place: (object: KubeObject) => number) {
  return {
    ...frame,
    writes: writes.map(writeJson),
    objects: Object.fromEntries([...objects].map(([key, object]) => [key, place(object)])),
  };
}

function writeJson({ verb, before, after }: Write) {
  const object = after ?? before;
  return {
    verb,
    object: object && keyOf(object),
    /** RFC 7386: what turns the object of before into that of after. */
    patch: verb === 'update' ? mergePatch(before, after) : undefined,
  };
}
