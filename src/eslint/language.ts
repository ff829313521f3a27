import type { ESLint } from 'eslint';
import { lineAt, lineStarts } from '../model/lines.js';

type Language = NonNullable<ESLint.Plugin['languages']>[string];

/** A file as plain text, which rolloutkit parses itself together with all others. */
interface Document {
  readonly type: 'Document';
  readonly range: readonly [number, number];
  readonly loc: Location;
}

interface Location {
  readonly start: Position;
  readonly end: Position;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

class TextCode {
  readonly lines: readonly string[];
  private readonly starts: readonly number[];

  constructor(
    readonly text: string,
    readonly ast: Document,
    readonly hasBOM: boolean,
  ) {
    this.starts = lineStarts(text);
    this.lines = text.split(lineBreak);
  }

  getLoc({ loc }: Document): Location {
    return loc;
  }

  getRange({ range }: Document): readonly [number, number] {
    return range;
  }

  getText(): string {
    return this.text;
  }

  getParent(): undefined {
    return undefined;
  }

  getAncestors(): readonly [] {
    return [];
  }

  getLocFromIndex(index: number): Position {
    return locationIn(this.starts, index);
  }

  *traverse(): Generator<unknown> {
    for (const phase of [1, 2]) yield { kind: 1, type: 'visit', target: this.ast, phase, args: [this.ast] };
  }
}

const lineBreak = /\r\n|\n|\r/;

/**
 * YAML and JSON as plain text for ESLint, if no other plugin parses them. ESLint supports one language per file, so the rules do not
 * depend on this one; they also work with eslint-plugin-yml.
 */
export const language: Language = {
  fileType: 'text',
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: 'type',
  visitorKeys: { Document: [] },

  validateLanguageOptions(options: object): void {
    const [unknown] = Object.keys(options);
    if (unknown !== undefined) throw new TypeError(`rolloutkit/yaml has no language option "${unknown}".`);
  },

  matchesSelectorClass: () => false,

  parse({ body }: { readonly body: unknown }) {
    const text = bodyText(body);
    const end = locationIn(lineStarts(text), text.length);
    const ast: Document = {
      type: 'Document',
      range: [0, text.length],
      loc: { start: { line: 1, column: 0 }, end },
    };
    return { ok: true, ast };
  },

  createSourceCode(
    { body, bom }: { readonly body: unknown; readonly bom: boolean },
    { ast }: { ast: unknown },
  ) {
    return new TextCode(bodyText(body), ast as Document, bom);
  },
} as unknown as Language;

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
}

/** The location of an offset, with lines from 1 and columns from 0. */
export function locationIn(starts: readonly number[], index: number): Position {
  const line = lineAt(starts, index);
  return { line: line + 1, column: index - starts[line]! };
}
