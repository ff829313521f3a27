import { withItem } from '../../yaml/edit/with-item.js';
import { spliced } from '../../yaml/edit/splice.js';
import { kustomizeTransformers } from '../../rules/facts/kustomize-transformers.js';
import { editsOf, Texts } from '../../lint/fix/edits.js';
import type { Graph } from '../../repository/graph/graph.js';
import {
  isKustomization,
  readKustomization,
  transformersFile,
} from '../../repository/graph/kustomization.js';
import type { TextEdit, Write } from '../../model/fix.js';
import { folderOf, type Source } from '../../model/source.js';
import { toDocument } from '../../yaml/write/document.js';
import { Refusal } from './refusal.js';
import { listingWrites, withoutObjects } from './removed.js';
import type { NewObject, StepDraft } from './step.js';

/** A file before and after a step; `before` is undefined for a new file, `after` for a deleted one. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The path as the user wrote it. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The files that a step changes: edited in place, or new ones beside the object that they belong to. */
export function changesOf(
  graph: Graph,
  {
    writes,
    objects,
    texts: done = [],
    removed = [],
  }: Pick<StepDraft, 'writes' | 'objects' | 'texts' | 'removed'>,
): readonly FileChange[] {
  const texts = new Texts();
  const all: Write[] = [...writes, ...listingWrites(graph, removed)];
  const added = new Map<Source, FileChange[]>();
  for (const object of objects) {
    const { source } = object.beside;
    if (texts.rangesOf(source).length > 1) {
      all.push({ resource: object.beside, path: [], value: object.value });
      added.set(source, added.get(source) ?? []);
    } else
      added.set(source, [
        ...(added.get(source) ?? []),
        newFile(graph, object, [...added.values()].flat(), texts),
      ]);
  }
  const changes = [
    ...done,
    ...(all.length > 0 ? edited(all, texts) : []),
    ...[...added.values()].flat(),
    ...listingChanges(graph, added),
  ];
  return withoutObjects(changes, removed);
}

/** A new file for an object, beside that of another one and with the same line breaks. */
function newFile(
  graph: Graph,
  { beside: { source, name }, file, value }: NewObject,
  added: readonly FileChange[],
  texts: Texts,
): FileChange {
  const isFree = (called: string): boolean => {
    const path = `${folderOf(source)}/${called}`;
    return !graph.fileAt(path) && !added.some((other) => other.path === path);
  };
  const called = [file, `${name}-${file}`].find(isFree);
  if (called === undefined)
    throw new Refusal(`${folderOf(source)} has a ${file} and a ${name}-${file} already; rename one of them.`);
  return beside(source, called, inLines(toDocument(value), texts.mannerOf(source).newline));
}

function beside(source: Source, called: string, text: string): FileChange {
  return {
    path: `${folderOf(source)}/${called}`,
    name: source.name.slice(0, source.name.lastIndexOf('/') + 1) + called,
    before: undefined,
    after: text,
  };
}

function inLines(text: string, newline: string): string {
  return newline === '\n' ? text : text.replaceAll('\n', newline);
}

/**
 * Adds new files to the kustomizations that list the file beside them, with the transformer configuration for Rollouts, which
 * objects in the file itself need, too.
 */
function listingChanges(
  graph: Graph,
  added: ReadonlyMap<Source, readonly FileChange[]>,
): readonly FileChange[] {
  return graph.given.filter(isKustomization).flatMap((resource): readonly FileChange[] => {
    const { source } = resource;
    const members = new Set(readKustomization(resource).members);
    const listed = [...added].filter(([beside]) => members.has(beside.path));
    if (listed.length === 0) return [];
    const files = listed.flatMap(([, its]) => its);
    const folder = `${folderOf(source)}/`;
    const outside = files.find(({ path }) => !path.startsWith(folder));
    if (outside)
      throw new Refusal(`${source.name} lists files outside its folder; add ${outside.name} to it by hand.`);
    const before = source.read();
    const listing = files.reduce(
      (text, { path }) => item(source, text, 'resources', path.slice(folder.length)),
      before,
    );
    const knows = resource.at('configurations').items.some(({ text }) => text?.endsWith(transformersFile));
    const after = knows ? listing : item(source, listing, 'configurations', transformersFile);
    if (after === before) return [];
    const isThere = knows || graph.fileAt(folder + transformersFile) !== undefined;
    return [
      { path: source.path, name: source.name, before, after },
      ...(isThere ? [] : [beside(source, transformersFile, kustomizeTransformers())]),
    ];
  });
}

function item({ name }: Source, text: string, key: string, value: string): string {
  const after = withItem(text, key, value);
  if (after === undefined)
    throw new Refusal(`${name} cannot be edited in place; add "${value}" to its ${key} by hand.`);
  return after;
}

/** The files with all writes applied to their objects. */
function edited(writes: readonly Write[], texts: Texts): readonly FileChange[] {
  const result = editsOf({ writes }, texts);
  if ('unfit' in result) {
    const [first] = writes;
    throw new Refusal(
      `${first?.resource.source.name ?? 'A file'} cannot be edited in place: ${result.unfit} Write this by hand:`,
      writesAsLines(writes),
    );
  }
  const bySource = new Map<Source, TextEdit[]>();
  for (const edit of result.edits) bySource.set(edit.source, [...(bySource.get(edit.source) ?? []), edit]);
  return [...bySource].map(([source, edits]) => {
    const before = texts.textOf(source);
    // Insertions after a document are computed after the changes in it.
    const sorted = edits.toSorted((left, right) => left.start - right.start || left.end - right.end);
    return { path: source.path, name: source.name, before, after: spliced(before, sorted) };
  });
}

/** The writes as lines for the user to copy. */
function writesAsLines(writes: readonly Write[]): readonly string[] {
  return writes.flatMap(({ resource, path, value }) => [
    `${resource.source.name}: ${resource.kind} "${resource.name}"${path.length === 0 ? ', and behind it' : `, ${path.join('.')}`}:`,
    ...toDocument(value)
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
  ]);
}
