import { realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import type { Drift } from '../drift/drift.js';
import { type ApplicationPatch, joinedPatches, patchOf } from '../drift/patch.js';
import { isPatched, patched } from '../fix/patch-application.js';
import { readGraph } from '../graph/read-graph.js';
import type { Field } from '../model/field.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import type { Note } from '../report/report.js';
import { reason } from '../files/read-text.js';

/** Puts what Applications lack into their files, and says which files those are and what was left undone. */
export function writeEntries(drifts: readonly Drift[]): readonly Note[] {
  const bySource = new Map<Source, Map<Resource, ApplicationPatch>>();
  for (const drift of drifts) {
    const patch = patchOf(drift);
    const { application, set } = drift.deployer;
    if (!patch || application.source.path === '') continue;
    const target = set ?? application;
    const patches = bySource.get(target.source) ?? new Map<Resource, ApplicationPatch>();
    patches.set(target, joinedPatches(patches.get(target), patch));
    bySource.set(target.source, patches);
  }
  return [...bySource].flatMap(([source, patches]) => writeTo(source, patches));
}

function writeTo(source: Source, patches: ReadonlyMap<Resource, ApplicationPatch>): readonly Note[] {
  const undone = (name: string, why: string): Note => ({
    message: `${source.name}: nothing was written for "${name}": ${why}`,
  });
  if (source.name === '<stdin>') return [...patches.keys()].map(({ name }) => undone(name, 'it is no file.'));

  // From the end of the file, so that the places of what comes before stay as they are.
  const inOrder = [...patches].sort(([left], [right]) => right.offset - left.offset);
  const notes: Note[] = [];
  const before = source.read();
  let text = before;
  for (const [application, patch] of inOrder) {
    const next = patched(specOf(application), patch, text);
    if (next === undefined || !isRight(source, application, patch, next))
      notes.push(
        undone(application.name, 'its YAML is written in another form; add by hand what is printed.'),
      );
    else text = next;
  }
  if (text === before) return notes;
  try {
    const file = realpathSync(source.path);
    const temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, text, { mode: statSync(file).mode });
    renameSync(temporary, file);
    return [{ message: `${source.name}: written.` }, ...notes];
  } catch (error) {
    return [{ message: `${source.name}: it could not be written: ${reason(error)}` }, ...notes];
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
