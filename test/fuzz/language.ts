import { completionsAt } from '../../src/editor/language/completion/complete.js';
import { definitionsAt, referencesAt } from '../../src/editor/language/definition.js';
import { hintsOf } from '../../src/editor/language/hints.js';
import { hoverAt } from '../../src/editor/language/hover.js';
import { lensesOf, protectWordsAt } from '../../src/editor/language/lenses.js';
import { rename } from '../../src/editor/language/rename.js';
import { type DocumentSymbol, symbolsOf } from '../../src/editor/language/symbols.js';
import type { Place, Source } from '../../src/model/source.js';
import type { Graph } from '../../src/repository/graph/graph.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import type { Played } from './play.js';

/** Asks in places of each text what an editor asks there, and in the text up to there, as it is while it is typed. */
export function languageAll(sources: readonly Source[], places = 9): Played {
  const { graph } = readGraph(sources);
  const said = new Set<string>();
  for (const source of sources) {
    const text = source.read();
    for (const part of symbolsOf(graph, source.path)) holdsSymbol(part);
    for (const { place } of hintsOf(graph, source.path)) holdsPlace(place);
    lensesOf(graph, source.path);
    for (let index = 0; index <= places; index += 1) {
      const offset = Math.floor((text.length * index) / places);
      for (const kind of askAt(graph, source, offset)) said.add(kind);
      const typed = { ...source, read: () => text.slice(0, offset) };
      if (completionsAt(graph, typed, offset).length > 0) said.add('completion of a half text');
    }
  }
  return { rules: [...said] };
}

function* askAt(graph: Graph, source: Source, offset: number): Iterable<string> {
  const { path } = source;
  const found = definitionsAt(graph, path, offset);
  for (const { place } of found) holdsPlace(place);
  if (found.length > 0) yield 'definition';
  const { links } = referencesAt(graph, path, offset);
  for (const { place } of links) holdsPlace(place);
  if (links.length > 0) yield 'references';
  const renamed = rename(graph, path, offset, 'other');
  if ('edits' in renamed) {
    const written = new Set(
      renamed.edits.map(({ place: { source: its, start, end } }) => its.read().slice(start, end)),
    );
    if (written.size > 1) throw new Error(`A rename replaces several names: ${[...written].join(', ')}`);
    yield 'rename';
  }
  for (const { start, end } of completionsAt(graph, source, offset)) holdsPlace({ source, start, end });
  if (hoverAt(graph, path, offset)) yield 'hover';
  if (protectWordsAt(graph, path, offset) !== undefined) yield 'protect';
}

function holdsSymbol({ place, nameAt, children }: DocumentSymbol): void {
  holdsPlace(place);
  if (nameAt.start < place.start || nameAt.end > place.end)
    throw new Error('A name is outside of its symbol.');
  children.forEach(holdsSymbol);
}

function holdsPlace({ source, start, end }: Place): void {
  if (start < 0 || start > end || end > source.read().length)
    throw new Error(`Not a place: ${start} to ${end}`);
}
