import { parsePipeline } from './parse-pipeline.js';
import type { ParsedTemplate, TemplatePart } from './syntax.js';
import { NotEvaluated, notEvaluated } from './unknown.js';

/** Text, or the content of an action without its braces. */
interface Piece {
  readonly isAction: boolean;
  readonly text: string;
}

/**
 * Text and actions of a template, trimmed as `{{-` and `-}}` demand, without comments:
 * https://pkg.go.dev/text/template#hdr-Text_and_spaces
 */
function piecesOf(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trims = false;
  for (let open = template.indexOf('{{'); open !== -1; open = template.indexOf('{{', at)) {
    const trimsBefore = /^-\s/.test(template.slice(open + 2, open + 4));
    const before = template.slice(at, open);
    const text = trims ? before.trimStart() : before;
    pieces.push({ isAction: false, text: trimsBefore ? text.trimEnd() : text });
    const start = open + (trimsBefore ? 3 : 2);
    const close = endOfAction(template, start);
    const content = template.slice(start, close);
    trims = /\s-$/.test(content);
    if (!/^\s*\/\*/.test(content))
      pieces.push({ isAction: true, text: trims ? content.slice(0, -1) : content });
    at = close + 2;
  }
  const rest = template.slice(at);
  pieces.push({ isAction: false, text: trims ? rest.trimStart() : rest });
  return pieces;
}

/** A string in single quotes within an action, with its offset, for which Helm fails to parse a template; undefined if there is none. */
export function singleQuoted(
  template: string,
): { readonly text: string; readonly offset: number } | undefined {
  const found: string[] = [];
  try {
    for (let open = template.indexOf('{{'); open !== -1;) {
      const close = endOfAction(template, open + 2, found);
      const [text] = found;
      if (text !== undefined) return { text, offset: template.indexOf(text, open) };
      open = template.indexOf('{{', close);
    }
  } catch (error) {
    if (!(error instanceof NotEvaluated)) throw error;
  }
  return undefined;
}

/** The end of what single quotes hold: for Go that is one character, and Helm fails where it is more. */
function endOfCharacters(template: string, start: number): number {
  const [whole = ''] = /^'[^'\\\n{}]{2,}'/.exec(template.slice(start, start + mostCharacters)) ?? [];
  return whole === '' ? notEvaluated('it has a character constant') : start + whole.length - 1;
}

/** The longest string in single quotes that is taken for one. */
const mostCharacters = 200;

/** Where the braces close that end an action: those within strings and comments do not. */
function endOfAction(template: string, start: number, inSingleQuotes?: string[]): number {
  const comment = /^\s*\/\*/.exec(template.slice(start, start + 20));
  if (comment) {
    const end = template.indexOf('*/', start + comment[0].length);
    const close = end === -1 ? -1 : template.indexOf('}}', end);
    return close === -1 ? notEvaluated('a comment is not closed') : close;
  }
  let quote = '';
  for (let at = start; at < template.length; at++) {
    const one = template[at];
    if (quote !== '') {
      if (one === '\\' && quote === '"') at++;
      else if (one === quote) quote = '';
    } else if (one === '"' || one === '`') quote = one;
    else if (one === "'") {
      const end = endOfCharacters(template, at);
      inSingleQuotes?.push(template.slice(at, end + 1));
      at = end;
    } else if (one === '}' && template[at + 1] === '}') return at;
  }
  return notEvaluated('an action is not closed');
}

/** More blocks within each other than charts have. */
const deepest = 200;

/** Parses a template of Go, as Helm uses them. Throws NotEvaluated for what Go rejects or this parser does not know. */
export function parseTemplate(text: string): ParsedTemplate {
  const parser = new TemplateParser(piecesOf(text));
  return { parts: parser.list(['']), defined: parser.defined };
}

class TemplateParser {
  readonly defined = new Map<string, readonly TemplatePart[]>();
  private at = 0;
  private depth = 0;
  /** The word that ended the last list, and what follows it. */
  private ending: readonly [word: string, rest: string] = ['', ''];

  constructor(private readonly pieces: readonly Piece[]) {}

  /** Parts up to one of some words; the empty one is the end of the text. */
  list(ends: readonly string[]): readonly TemplatePart[] {
    if (++this.depth > deepest) notEvaluated('it is nested too deeply');
    const parts: TemplatePart[] = [];
    for (;;) {
      const piece = this.pieces[this.at++];
      if (!piece) {
        if (!ends.includes('')) notEvaluated('a block has no end');
        break;
      }
      if (!piece.isAction) {
        if (piece.text !== '') parts.push({ kind: 'text', text: piece.text });
        continue;
      }
      const [, word = '', rest = ''] = /^(?:([a-z]+)(?![\w.]))?([^]*)$/.exec(piece.text.trimStart()) ?? [];
      if (word === 'end' || word === 'else') {
        if (!ends.includes(word)) notEvaluated(`it has ${word} outside of a block`);
        this.ending = [word, rest.trim()];
        break;
      }
      parts.push(...this.part(word, rest, piece.text));
    }
    this.depth--;
    return parts;
  }

  private part(word: string, rest: string, whole: string): readonly TemplatePart[] {
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        return [this.block(word, rest)];
      case 'break':
      case 'continue':
        return [{ kind: word }];
      case 'define':
        this.defined.set(nameIn(rest)[0], this.list(['end']));
        return [];
      case 'block':
      case 'template': {
        const [name, argument] = nameIn(rest);
        if (word === 'block') this.defined.set(name, this.list(['end']));
        return [{ kind: 'template', name, pipeline: argument ? parsePipeline(argument) : undefined }];
      }
      default:
        return [{ kind: 'output', pipeline: parsePipeline(whole) }];
    }
  }

  private block(kind: 'if' | 'with' | 'range', condition: string): TemplatePart {
    if (this.depth > deepest) notEvaluated('it is nested too deeply');
    const pipeline = parsePipeline(condition);
    const body = this.list(['else', 'end']);
    const [word, rest] = this.ending;
    if (word === 'end') return { kind, pipeline, body, otherwise: [] };
    const [, again, next] = /^(if|with)\b([^]*)$/.exec(rest) ?? [];
    // Both end at the same word.
    if (again !== undefined && kind !== 'range') {
      this.depth++;
      const inner = this.block(again === 'if' ? 'if' : 'with', next ?? '');
      this.depth--;
      return { kind, pipeline, body, otherwise: [inner] };
    }
    if (rest !== '') notEvaluated(`it has else ${rest}`);
    return { kind, pipeline, body, otherwise: this.list(['end']) };
  }
}

/** The quoted name of a template, and what follows it. */
function nameIn(text: string): readonly [name: string, rest: string] {
  const [, name, rest] = /^["`]([^"`\\]+)["`]([^]*)$/.exec(text.trimStart()) ?? [];
  return name === undefined ? notEvaluated('a template has no plain name') : [name, rest?.trim() ?? ''];
}
