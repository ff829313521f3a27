import { objectKey, type Write } from '../kubernetes/objects/cluster.js';
import { mergePatch } from '../kubernetes/objects/merge-patch.js';
import type { KubeObject } from '../kubernetes/objects/object.js';
import type { Fault } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Frame, Trace } from '../play/simulate/trace.js';
import { faultsJson } from './faults.js';
import { JsonText } from './json-text.js';
import { findingsJson } from './json.js';
import { Positions } from './positions.js';
import { outcomeConclusions } from './outcome-conclusions.js';
import type { Note } from './report.js';

/** The result of a run of the simulator. */
export interface SimulationReport {
  readonly traces: readonly Trace[];
  /** Findings in the YAML of the manifests. */
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  /** Inputs that could not be read. */
  readonly failures: readonly Note[];
  /** Inputs that were not checked, each in a few words. */
  readonly unchecked: readonly string[];
  /** Internal errors of the tool. */
  readonly faults: readonly Fault[];
}

/** The result without the traces. */
export type BesidesTraces = Omit<SimulationReport, 'traces'>;

/**
 * One JSON object, as docs/simulate.md describes it, in parts: `version` changes when a field changes meaning. Traces are
 * requested one by one, because many would not fit into one string; the other fields follow them.
 */
export default function* simulationJson(
  traces: Iterable<Trace>,
  besides: () => BesidesTraces,
): Generator<string> {
  let isFirst = true;
  for (const trace of traces) {
    const text = new JsonText(kept, lines).of(traceJson(trace), 2) ?? '';
    yield isFirst ? `{\n  "version": 1,\n  "traces": [\n    ${text}` : `,\n    ${text}`;
    isFirst = false;
  }
  const { findings, notes, failures, unchecked, faults } = besides();
  const rest = {
    findings: findingsJson(findings),
    notes: notes.map(({ message }) => message),
    failures: failures.map(({ message }) => message),
    unchecked,
    faults: faultsJson(faults, new Positions()),
  };
  const text = new JsonText(kept);
  if (isFirst) yield `${text.of({ version: 1, traces: [], ...rest }) ?? ''}\n`;
  else yield `\n  ],${text.of(rest)?.slice(1) ?? ''}\n`;
}

/** The depths of objects and their parts, most of which are the same in many frames. */
const kept: ReadonlySet<number> = new Set([5, 6]);

/** Frames and objects take a line each. */
const lines = 4;

/** Frames refer to objects by their index in one list, because most objects stay the same from frame to frame. */
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
    outcomes: outcomesJson(frames),
    notes,
  };
}

/** What is wrong with the frames although the controller has no error: the same sentences as in the text. */
function outcomesJson(frames: readonly Frame[]) {
  return outcomeConclusions(frames).map(({ kind, level, frames: ids, text }) => ({
    kind,
    level,
    frames: ids,
    message: text,
  }));
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
    object: object && objectKey(object),
    /** RFC 7386: what turns the object of before into that of after. */
    patch: verb === 'update' ? mergePatch(before, after) : undefined,
  };
}
