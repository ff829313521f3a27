import {
  type CodeLens,
  type CompletionItem,
  CompletionItemKind,
  type DocumentSymbol,
  type Hover,
  type InlayHint,
  InsertTextFormat,
  InsertTextMode,
  type Location,
  LSPErrorCodes,
  MarkupKind,
  type Position,
  type Range,
  ResponseError,
  SymbolKind,
  type TextDocumentIdentifier,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { type Completion, completionsAt } from '../language/completion/complete.js';
import { definitionsAt, referencesAt } from '../language/definition.js';
import { hintsOf } from '../language/hints.js';
import { hoverAt } from '../language/hover.js';
import { type Lens, lensesOf, protectWordsAt } from '../language/lenses.js';
import { rename, renameableAt } from '../language/rename.js';
import { type DocumentSymbol as OwnSymbol, symbolsOf } from '../language/symbols.js';
import type { Finding } from '../../model/finding.js';
import type { Place, Source } from '../../model/source.js';
import type { Graph } from '../../repository/graph/graph.js';
import { type EditorTexts, textsAfter, workspaceEdit } from './edits.js';
import { offsetOf, positionOf, rangeOf } from './places.js';

/** A file as it was linted last. */
export interface OpenFile {
  readonly graph: Graph;
  readonly source: Source;
  readonly findings: readonly Finding[];
  /** The messages of what lint would find more often with other texts. */
  readonly foundOnlyWith: (texts: ReadonlyMap<Source, string>) => readonly string[];
}

/** A place in an open document. */
export interface At {
  readonly textDocument: TextDocumentIdentifier;
  readonly position: Position;
}

/** What an editor can do with answers. */
export interface EditorAbilities {
  /** Whether completions may have places to fill in. */
  readonly takesSnippets: boolean;
  /** The command of the editor that shows the update of a Rollout, if it has one. */
  readonly simulateCommand: string | undefined;
}

/** Answers questions about places in files. */
export class Language {
  constructor(
    /** The file at an address; undefined if it does not belong to an open folder. */
    private readonly fileAt: (uri: string) => OpenFile | undefined,
    private readonly texts: EditorTexts,
    private readonly abilities: EditorAbilities,
  ) {}

  definition(at: At): Location[] {
    return this.on(at, [], ({ graph, source }, offset) =>
      definitionsAt(graph, source.path, offset).map(({ place }) => this.location(place)),
    );
  }

  references(at: At, withDeclaration: boolean): Location[] {
    return this.on(at, [], ({ graph, source }, offset) => {
      const { definitions, links } = referencesAt(graph, source.path, offset);
      if (links.length === 0) return [];
      return [...(withDeclaration ? definitions : []), ...links].map(({ place }) => this.location(place));
    });
  }

  /** The name that can be changed at a place. A place without one is an error with the reason, which editors show. */
  prepareRename(at: At): { range: Range; placeholder: string } | null {
    return this.on(at, null, ({ graph, source }, offset) => {
      const found = renameableAt(graph, source.path, offset);
      if ('refusal' in found) throw requestFailed(found.refusal);
      return { range: rangeOf(found.place), placeholder: found.name };
    });
  }

  rename(at: At, newName: string): WorkspaceEdit | null {
    return this.on(at, null, ({ graph, source, foundOnlyWith }, offset) => {
      const found = rename(graph, source.path, offset, newName);
      if ('refusal' in found) throw requestFailed(found.refusal);
      const edits = found.edits.map(({ place, text }) => ({ ...place, text }));
      const [message] = foundOnlyWith(textsAfter(edits));
      if (message !== undefined) throw requestFailed(`With "${newName}", lint would find more: ${message}`);
      return workspaceEdit(edits, this.texts);
    });
  }

  completion(at: At): CompletionItem[] {
    return this.on(at, [], ({ graph, source }, offset) =>
      completionsAt(graph, source, offset).map((one, index) => this.item(source, one, index)),
    );
  }

  private item(
    source: Source,
    { kind, label, insert, start, end, detail, words }: Completion,
    index: number,
  ): CompletionItem {
    const isSnippet = kind === 'snippet' && this.abilities.takesSnippets;
    return {
      label,
      kind: completionKinds[kind],
      detail,
      // In the order in which they were found: what is near and what is required comes first.
      sortText: String(index).padStart(4, '0'),
      textEdit: {
        range: rangeOf({ source, start, end }),
        newText: kind === 'snippet' && !isSnippet ? withoutPlaces(insert) : insert,
      },
      insertTextMode: InsertTextMode.asIs,
      ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
      ...(words !== undefined && { documentation: words }),
    };
  }

  hover(at: At): Hover | null {
    return this.on(at, null, ({ graph, source, findings }, offset) => {
      const hover = hoverAt(graph, source.path, offset, findings);
      return (
        hover && {
          // Plain text, because names of users could be markup.
          contents: { kind: MarkupKind.PlainText, value: hover.paragraphs.join('\n\n') },
          range: rangeOf(hover.place),
        }
      );
    });
  }

  lenses({ uri }: TextDocumentIdentifier): CodeLens[] {
    const file = this.fileAt(uri);
    if (!file) return [];
    return lensesOf(file.graph, file.source.path).flatMap((lens) => this.lens(uri, lens));
  }

  private lens(uri: string, { kind, place, title, rollout }: Lens): CodeLens[] {
    const range = rangeOf(place);
    const { simulateCommand } = this.abilities;
    if (kind === 'protect') return [{ range, data: { uri, position: range.start } }];
    if (kind === 'steps') return [{ range, command: { title: title ?? '', command: '' } }];
    if (simulateCommand === undefined) return [];
    const { name, namespace } = rollout;
    return [
      {
        range,
        command: { title: 'simulate', command: simulateCommand, arguments: [{ uri, name, namespace }] },
      },
    ];
  }

  /** What takes time is only told of Rollouts on the screen. */
  resolveLens(lens: CodeLens): CodeLens {
    const { uri, position } = (lens.data ?? {}) as { readonly uri?: unknown; readonly position?: Position };
    const file = typeof uri === 'string' ? this.fileAt(uri) : undefined;
    const title =
      file && position
        ? protectWordsAt(file.graph, file.source.path, offsetOf(file.source, position))
        : undefined;
    return { ...lens, command: { title: title ?? '', command: '' } };
  }

  symbols({ uri }: TextDocumentIdentifier): DocumentSymbol[] {
    const file = this.fileAt(uri);
    return file ? symbolsOf(file.graph, file.source.path).map(symbol) : [];
  }

  hints({ uri }: TextDocumentIdentifier, range: Range): InlayHint[] {
    const file = this.fileAt(uri);
    if (!file) return [];
    return hintsOf(file.graph, file.source.path)
      .map(({ place, text }) => ({
        position: positionOf(place.source, place.end),
        label: text,
        paddingLeft: true,
      }))
      .filter(({ position: { line } }) => range.start.line <= line && line <= range.end.line);
  }

  private location(place: Place): Location {
    return { uri: this.texts.uriOf(place.source.path), range: rangeOf(place) };
  }

  private on<T>(
    { textDocument, position }: At,
    other: T,
    run: (file: OpenFile, offset: number) => T | undefined,
  ): T {
    const file = this.fileAt(textDocument.uri);
    return (file && run(file, offsetOf(file.source, position))) ?? other;
  }
}

const completionKinds: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  name: CompletionItemKind.Reference,
  field: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  snippet: CompletionItemKind.Snippet,
};

const symbolKinds: Readonly<Record<OwnSymbol['kind'], SymbolKind>> = {
  object: SymbolKind.Object,
  step: SymbolKind.Event,
  route: SymbolKind.Interface,
  container: SymbolKind.Module,
  port: SymbolKind.Number,
  argument: SymbolKind.Variable,
  metric: SymbolKind.Function,
  subset: SymbolKind.EnumMember,
};

function symbol({ kind, name, place, nameAt, children }: OwnSymbol): DocumentSymbol {
  return {
    // An editor refuses an empty name.
    name: name.trim() === '' ? '?' : name,
    kind: symbolKinds[kind],
    range: rangeOf(place),
    selectionRange: rangeOf(nameAt),
    children: children.map(symbol),
  };
}

/** A snippet with its first values, for an editor without places to fill in. */
function withoutPlaces(snippet: string): string {
  return snippet.replaceAll(/\$\{\d+[:|]([^},|]*)(?:[,|][^}]*)?\}/g, '$1');
}

function requestFailed(reason: string): ResponseError<undefined> {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}
