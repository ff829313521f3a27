import type { Drift } from '../drift/drift.js';
import { type ApplicationPatch, joinedPatches, patchOf } from '../drift/patch.js';
import { isPatched, patched } from '../fix/patch-application.js';
import { readGraph } from '../graph/read-graph.js';
import type { Field } from '../model/field.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import type { Note } from '../report/report.js';
import type { Boundary } from '../files/boundary.js';
import { reason } from '../files/read-text.js';
import { isUnwritten, replaceFile } from '../files/write.js';

/** Which files were written, and what was not, and why. */
export interface Writing {
  readonly written: readonly Note[];
  readonly failures: readonly Note[];
}

/** Puts what Applications lack into their files. */
export function writeEntries(drifts: readonly Drift[], boundary: Boundary): Writing {
  const bySource = new Map<Source, Map<Resource, ApplicationPatch>>();
  const nowhere: Note[] = [];
  for (const drift of drifts) {
    const patch = patchOf(drift);
    const { application, set } = drift.deployer;
    if (!patch) continue;
    if (application.source.path === '') {
      nowhere.push({ message: nowhereFor(drift) });
      continue;
    }
    const target = set ?? application;
    const patches = bySource.get(target.source) ?? new Map<Resource, ApplicationPatch>();
    patches.set(target, joinedPatches(patches.get(target), patch));
    bySource.set(target.source, patches);
  }
  const all = [...bySource].map(([source, patches]) => writeTo(source, patches, boundary));
  return {
    written: all.flatMap(({ written }) => written),
    failures: [...nowhere, ...all.flatMap(({ failures }) => failures)],
  };
}

/** What is asked for an Application that is only imagined has no file to go to. */
function nowhereFor({ trace }: Drift): string {
  return `Rollout "${trace.rollout.name}": nothing was written, for no Application that deploys it is given. --write writes into the files of Applications: give them, too.`;
}

function writeTo(
  source: Source,
  patches: ReadonlyMap<Resource, ApplicationPatch>,
  boundary: Boundary,
): Writing {
  const undone = (name: string, why: string): Note => ({
    message: `${source.name}: nothing was written for "${name}": ${why}`,
  });
  if (source.name === '<stdin>')
    return { written: [], failures: [...patches.keys()].map(({ name }) => undone(name, 'it is no file.')) };

  // From the end of the file, so that the places of what comes before stay as they are.
  const inOrder = [...patches].sort(([left], [right]) => right.offset - left.offset);
  const failures: Note[] = [];
  let before: string;
  try {
    before = source.read();
  } catch (error) {
    // It was there when it was compared.
    return { written: [], failures: [...patches.keys()].map(({ name }) => undone(name, reason(error))) };
  }
  let text = before;
  for (const [application, patch] of inOrder) {
    const next = patched(specOf(application), patch, text);
    if (next === undefined || !isRight(source, application, patch, next))
      failures.push(
        undone(application.name, 'its YAML is written in another form; add by hand what is printed.'),
      );
    else text = next;
  }
  if (text === before) return { written: [], failures };
  try {
    replaceFile(boundary, source.path, text);
    return { written: [{ message: `${source.name}: written.` }], failures };
  } catch (error) {
    if (!isUnwritten(error)) throw error;
    const failure = { message: `${source.name}: it could not be written: ${error.message}` };
    return { written: [], failures: [failure, ...failures] };
  }
}

/** Whether the new text says what is meant, whatever the form of the old one was. */
function isRight(source: Source, application: Resource, patch: ApplicationPatch, text: string): boolean {
  const { graph } = readGraph([{ path: source.path, name: source.name, read: () => text }]);
  const after = [
    ...graph.ofKind('Application', 'argoproj.io'),
    ...graph.ofKind('ApplicationSet', 'argoproj.io'),
  ].find(({ kind, offset }) => kind === application.kind && offset === application.offset);
  return after !== undefined && isPatched(specOf(application), specOf(after), patch);
}

/** What an Application wants, or what an ApplicationSet wants of those that it makes. */
function specOf(resource: Resource): Field {
  return resource.kind === 'ApplicationSet' ? resource.at('spec', 'template', 'spec') : resource.at('spec');
}
