import { applicationSpec, writableTemplate } from '../kubernetes/kinds/application.js';
import type { Drift } from '../play/drift/drift.js';
import { isSameJson } from '../kubernetes/objects/json.js';
import type { Fault } from '../play/drift/mending.js';
import { joinedPatches, patchOf } from '../play/drift/patch.js';
import { type ApplicationChange, isPatched, patched } from '../lint/fix/patch-application.js';
import { append } from '../model/multimap.js';
import { readGraph } from '../repository/graph/read-graph.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { faultText } from '../report/drift-words.js';
import type { Note } from '../report/report.js';
import type { Boundary } from '../repository/files/boundary.js';
import { reason } from '../repository/files/read-text.js';
import { GivenApplications } from './given-application.js';
import { isUnwritten, replaceFile } from '../repository/files/write.js';

/** The written files, and those that could not be written with the reasons. */
export interface Writing {
  readonly written: readonly Note[];
  readonly failures: readonly Note[];
}

/** The edits of one drift to the file of its Application. */
export interface Wanted {
  readonly rollout: string;
  readonly application: Resource;
  readonly set: Resource | undefined;
  readonly change: ApplicationChange;
}

/** The edits of a drift, so that the drift itself can be dropped; undefined if no edit is needed. */
export function wantedOf(drift: Drift): Wanted | undefined {
  const { application, set } = drift.deployer;
  const change: ApplicationChange = { patch: patchOf(drift), faults: drift.faults };
  if (!change.patch && change.faults.length === 0) return undefined;
  return { rollout: drift.trace.rollout.name, application, set, change };
}

/** Adds missing entries to the files of Applications, and replaces wrong ones. */
export function writeEntries(
  all: Iterable<Wanted>,
  boundary: Boundary,
  /** The sources before rendering. */
  given: readonly Source[] = [],
): Writing {
  const files = new GivenApplications(given);
  const bySource = new Map<Source, Map<Resource, ApplicationChange[]>>();
  const nowhere: Note[] = [];
  for (const { rollout, application, set, change } of all) {
    if (application.source.path === '') {
      nowhere.push({ message: nowhereFor(rollout) });
      continue;
    }
    const deployer = set ?? application;
    const target = files.of(deployer);
    if (!target) {
      nowhere.push({ message: renderedFor(deployer) });
      continue;
    }
    const changes = bySource.get(target.source) ?? new Map<Resource, ApplicationChange[]>();
    append(changes, target, change);
    bySource.set(target.source, changes);
  }
  const writings = [...bySource].map(([source, changes]) => {
    const joint = [...changes].map(([target, several]) => [target, joinedChange(several)] as const);
    return writeTo(source, new Map(joint), boundary);
  });
  return {
    written: writings.flatMap(({ written }) => written),
    failures: [...distinctNotes(nowhere), ...writings.flatMap(({ failures }) => failures)],
  };
}

/** An assumed Application has no file. */
function nowhereFor(rollout: string): string {
  return `Rollout "${rollout}": nothing was written, because no given Application deploys it; also give the files of the Application.`;
}

/** Rendered or patched objects have no file with the same text. */
function renderedFor({ kind, name, source }: Resource): string {
  return `${source.name}: nothing was written for "${name}": this ${kind} is rendered from other files; add the printed entries there.`;
}

function distinctNotes(notes: readonly Note[]): readonly Note[] {
  return [...new Map(notes.map((note) => [note.message, note])).values()];
}

/** The combined changes of several Rollouts of one Application. */
function joinedChange(changes: readonly ApplicationChange[]): ApplicationChange {
  const [only, another] = changes;
  if (only && !another) return only;
  const faults = changes.flatMap((change) => change.faults);
  return {
    patch: joinedPatches(changes.flatMap(({ patch }) => patch ?? [])),
    faults: [...new Map(faults.map((fault) => [JSON.stringify(fault.place), fault])).values()],
  };
}

function writeTo(
  source: Source,
  changes: ReadonlyMap<Resource, ApplicationChange>,
  boundary: Boundary,
): Writing {
  const undone = (name: string, why: string): Note => ({
    message: `${source.name}: nothing was written for "${name}": ${why}`,
  });
  const none = (why: string): Writing => ({
    written: [],
    failures: [...changes.keys()].map(({ name }) => undone(name, why)),
  });
  if (source.name === '<stdin>') return none('it is not a file.');
  let before: string;
  try {
    before = source.read();
  } catch (error) {
    // The file was deleted after it was compared.
    return none(reason(error));
  }
  const failures: Note[] = [];
  let text = before;
  // From the end of the file, so that earlier offsets stay valid.
  for (const [application, change] of [...changes].sort(
    ([left], [right]) => right.root.start - left.root.start,
  )) {
    const { name } = application;
    if (!writableTemplate(application)) {
      const why = 'a generator template or a templatePatch may override the change.';
      failures.push(undone(name, `${why} Add the printed entries by hand.`));
      continue;
    }
    const next = patched(applicationSpec(application), change, text);
    if ('unfit' in next) failures.push(undone(name, `${next.unfit} Add the printed entries by hand.`));
    else if (!isRight(source, application, change, next.text, text))
      failures.push(
        undone(name, 'its YAML cannot be edited automatically. Add the printed entries by hand.'),
      );
    else {
      text = next.text;
      failures.push(...next.lost.map((fault) => undone(name, lostText(fault))));
    }
    failures.push(...change.faults.filter(isFaultKept).map((fault) => undone(name, faultText(fault))));
  }
  return text === before ? { written: [], failures } : writeSource(source, text, boundary, failures);
}

function writeSource(source: Source, text: string, boundary: Boundary, failures: readonly Note[]): Writing {
  try {
    replaceFile(boundary, source.path, text);
    return { written: [{ message: `${source.name}: written.` }], failures };
  } catch (error) {
    if (!isUnwritten(error)) throw error;
    const failure = { message: `${source.name}: cannot be written: ${error.message}` };
    return { written: [], failures: [failure, ...failures] };
  }
}

function lostText({ text }: Fault): string {
  return `"${text.trim()}" comes from a template; edit it by hand.`;
}

/** Whether an entry is wrong here but needed by another Rollout. */
function isFaultKept({ kind, neededFor }: Fault): boolean {
  return kind === 'one-sided' && neededFor !== undefined;
}

/**
 * Whether the new text contains exactly the intended change. Checked on the parsed values, independent of the old
 * text's form.
 */
function isRight(
  source: Source,
  application: Resource,
  change: ApplicationChange,
  text: string,
  textBefore: string,
): boolean {
  const [before, after] = [textBefore, text].map((read) => resourcesOfText(source, read));
  if (!before || before.length !== after?.length) return false;
  return before.every((resource, index) => {
    const other = after[index];
    if (!other) return false;
    const isTarget = resource.kind === application.kind && resource.root.start === application.root.start;
    if (!isTarget) return isSameJson(resource.at().value, other.at().value);
    return (
      isPatched(applicationSpec(application), applicationSpec(other), change) &&
      isSameJson(rest(resource), rest(other))
    );
  });
}

function resourcesOfText(source: Source, text: string): readonly Resource[] {
  return readGraph([{ path: source.path, name: source.name, read: () => text }]).graph.resources;
}

/** An object without the part that the edits change. */
function rest(resource: Resource): unknown {
  const value = structuredClone(resource.at().value) as { spec?: { template?: { spec?: unknown } } };
  if (resource.kind === 'ApplicationSet') delete value.spec?.template?.spec;
  else delete value.spec;
  return value;
}
