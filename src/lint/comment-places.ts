import { type Finding } from '../model/finding.js';
import type { Node } from '../model/node.js';
import type { Silencer } from '../model/silencer.js';
import type { Source } from '../model/source.js';
import { type Range, splitDocuments } from '../yaml/parse/documents.js';
import { parseTree } from '../yaml/parse/tree.js';

/** A comment that suppresses a rule: `# rolloutkit-ignore istio/host-exists until 2027-01-31 -- reason`. */
export interface Comment {
  readonly rule: string;
  readonly source: Source;
  /** The suppressed range: a line, or a document if the comment is at its head. */
  readonly start: number;
  readonly end: number;
  readonly isHead: boolean;
  /** What findings in the range get. */
  readonly silencer: Silencer;
  /** The finding to report if the comment suppresses nothing; undefined if that is unknown. */
  readonly unused: Finding | undefined;
}

/** The last element of a sorted list that begins at or before an offset. */
export function lastAt<T extends { readonly start: number }>(
  sorted: readonly T[],
  offset: number,
): T | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

type Reached = Pick<Comment, 'start' | 'end' | 'isHead'>;

/** A document, with the offset of its content. */
interface KnownDocument extends Range {
  readonly content: number;
  /** The scalars of the document, sorted; empty if it cannot be parsed. */
  scalars?: readonly Range[];
}

/** The documents of a file. Comments must be looked up in ascending order. */
export class Documents {
  private readonly all: readonly KnownDocument[];
  private at = 0;
  private belowLast = 0;

  constructor(private readonly text: string) {
    this.all = splitDocuments(text).map((range) => ({ ...range, content: contentOf(text, range) }));
  }

  /** The range to which a comment applies; undefined if it is not a comment. */
  reaches(comment: number): Reached | undefined {
    while ((this.all[this.at]?.end ?? Infinity) <= comment) this.at += 1;
    const document = this.all[this.at];
    if (!document) return { start: comment, end: comment, isHead: false };
    if (comment < document.content) return { start: document.content, end: document.end, isHead: true };
    document.scalars ??= scalarsOf(this.text, document);
    const around = lastAt(document.scalars, comment);
    if (around && comment < around.end) return undefined;
    const line = this.lineStart(comment);
    const isAlone = isBlank(this.text.slice(line, comment));
    const start = isAlone ? this.below(comment, document.end) : line;
    if (start >= document.end) return { start, end: start, isHead: false };
    const end = this.nextLine(start);
    // A value of several lines belongs to its first line.
    const last = lastAt(document.scalars, end - 1);
    return { start, end: last && last.start >= start ? Math.max(end, last.end) : end, isHead: false };
  }

  /** The line below a block of comments, which is the same for all comments of the block. */
  private below(comment: number, end: number): number {
    if (comment < this.belowLast) return this.belowLast;
    let at = this.nextLine(comment);
    while (at < end && /^[ \t]*#/.test(this.text.slice(at, this.nextLine(at)))) at = this.nextLine(at);
    return (this.belowLast = at);
  }

  private lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  private nextLine(offset: number): number {
    return lineAfter(this.text, offset);
  }
}

/** The offset of a document's content, after comments, directives and the document marker. */
export function contentOf(text: string, { start, end }: Range): number {
  let at = start;
  while (
    at < end &&
    /^(?:[ \t]*(?:#.*)?|%.*|---[ \t]*(?:#.*)?)\r?\n?$/.test(text.slice(at, lineAfter(text, at)))
  )
    at = lineAfter(text, at);
  return at;
}

function lineAfter(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

function isBlank(text: string): boolean {
  return text.replace('\ufeff', '').trim() === '';
}

/** Larger documents are not parsed, so they have no findings. */
const maxChars = 10_000_000;

/** The ranges of a document's scalars, which cannot contain comments. */
export function scalarsOf(text: string, { start, end }: Range): readonly Range[] {
  if (end - start > maxChars) return [];
  const { root } = parseTree(text, start, end);
  const found: Range[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    // Aliases share the nodes of their anchor.
    if (node.start < 0 || seen.has(node)) return;
    seen.add(node);
    if (node.kind === 'scalar') found.push({ start: node.start, end: node.end });
    else if (node.kind === 'list') for (const item of node.items) visit(item);
    else for (const entry of node.entries) visit(entry.value);
  };
  if (root) visit(root);
  return found.sort((left, right) => left.start - right.start);
}
