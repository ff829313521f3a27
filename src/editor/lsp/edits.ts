import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import type { TextChange } from '../../lint/fix/settle.js';
import type { TextEdit as Edit } from '../../model/fix.js';
import { groupBy } from '../../model/multimap.js';
import type { Source } from '../../model/source.js';
import { rangeOf } from './places.js';

/** What an edit needs to know of the editor. */
export interface EditorTexts {
  /** The address of a file as the editor writes it. */
  readonly uriOf: (file: string) => string;
  /** The version of an open text; null for a file that is not open. */
  readonly versionOf: (uri: string) => number | null;
  /** Whether the editor takes edits of a certain version. */
  readonly takesVersions: boolean;
}

/** Edits as the editor applies them; it refuses them for a document that has changed since. */
export function workspaceEdit(edits: readonly Edit[], texts: EditorTexts): WorkspaceEdit {
  const bySource = [...groupBy(edits, ({ source }) => source)].map(
    ([source, its]): readonly [string, TextEdit[]] => [
      texts.uriOf(source.path),
      its.map(({ start, end, text }) => ({ range: rangeOf({ source, start, end }), newText: text })),
    ],
  );
  if (!texts.takesVersions) return { changes: Object.fromEntries(bySource) };
  return {
    documentChanges: bySource.map(([uri, its]): TextDocumentEdit => ({
      textDocument: { uri, version: texts.versionOf(uri) },
      edits: its,
    })),
  };
}

/** The texts of files after edits that do not overlap. */
export function textsAfter(edits: readonly Edit[]): ReadonlyMap<Source, string> {
  return new Map(
    [...groupBy(edits, ({ source }) => source)].map(([source, its]): readonly [Source, string] => {
      const parts: string[] = [];
      const before = source.read();
      let from = 0;
      for (const { start, end, text } of its.toSorted((left, right) => left.start - right.start)) {
        parts.push(before.slice(from, start), text);
        from = end;
      }
      return [source, [...parts, before.slice(from)].join('')];
    }),
  );
}

/** The part of a document that changes, so that the cursor and marks elsewhere stay. */
export function editOf(source: Source, { before, after }: TextChange): Edit {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start += 1;
  let behind = 0;
  while (behind < shorter - start && before.at(-1 - behind) === after.at(-1 - behind)) behind += 1;
  return {
    source,
    start,
    end: before.length - behind,
    text: after.slice(start, after.length - behind),
  };
}
