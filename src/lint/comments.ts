import { type Finding, maxOfOneRule } from '../model/finding.js';
import { presentText } from '../model/lines.js';
import { plainMessage } from '../model/message.js';
import { didYouMeanWithin } from '../model/nearest-name.js';
import type { Node } from '../model/node.js';
import type { Source } from '../model/source.js';
import { type Range, splitDocuments } from '../yaml/parse/documents.js';
import { type ProblemName, problemsByName } from '../yaml/parse/problems.js';
import { parseTree } from '../yaml/parse/tree.js';

/** A comment that suppresses a rule: `# rolloutkit-ignore istio/host-exists until 2027-01-31 -- reason`. */
export interface Comment {
  readonly rule: string;
  readonly source: Source;
  /** The suppressed range: a line, or a document if the comment is at its head. */
  readonly start: number;
  readonly end: number;
  readonly isHead: boolean;
  /** The finding to report if the comment suppresses nothing; undefined if that is unknown. */
  readonly unused: Finding | undefined;
}

/** The comments of sources, and their problems. */
export interface Comments {
  readonly comments: readonly Comment[];
  readonly problems: readonly Finding[];
}

export interface CommentReading {
  /** The names of all rules. */
  readonly names: ReadonlySet<string>;
  /** Today as `2027-01-31`. A comment until yesterday has expired. */
  readonly today: string;
  /** Whether all findings of a rule in a source are known. */
  readonly isWhole: (rule: string, source: Source) => boolean;
}

/** Today's date in the format of comments. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Reads the suppression comments in sources. Ignores text inside of YAML values that looks like one. */
export function commentsOf(sources: Iterable<Source>, reading: CommentReading): Comments {
  const all = [...sources].map((source) => commentsIn(source, reading));
  return {
    comments: all.flatMap(({ comments }) => comments),
    problems: all.flatMap(({ problems }) => boundedFindings(problems)),
  };
}

/** The findings that no comment suppresses, and a finding for each comment that suppresses nothing. */
export function silenced(findings: readonly Finding[], { comments, problems }: Comments): readonly Finding[] {
  if (comments.length + problems.length === 0) return findings;
  const used = new Set<Comment>();
  const find = finder(comments);
  const left = findings.flatMap((finding) => {
    const comment = find(finding);
    if (!comment) return [finding];
    used.add(comment);
    // A finding that counts others stands for findings elsewhere in its document or file.
    const { more = 0, moreIn } = finding;
    if ((comment.isHead && !moreIn) || more === 0) return [];
    return [{ ...finding, more: more === 1 ? undefined : more - 1 }];
  });
  const bySource = new Map<string, Finding[]>();
  for (const comment of comments) {
    const { unused, source } = comment;
    if (used.has(comment) || !unused) continue;
    const its = bySource.get(source.path);
    if (its) its.push(unused);
    else bySource.set(source.path, [unused]);
  }
  return [...left, ...problems, ...[...bySource.values()].flatMap(boundedFindings)];
}

/**
 * Returns a function that finds the comment for a finding. The ranges of line comments do not overlap, and neither do
 * those of documents.
 */
function finder(comments: readonly Comment[]): (finding: Finding) => Comment | undefined {
  const byKey = new Map<string, Comment[]>();
  for (const comment of comments) {
    const key = JSON.stringify([comment.rule, comment.source.path, comment.isHead]);
    const its = byKey.get(key);
    if (its) its.push(comment);
    else byKey.set(key, [comment]);
  }
  for (const its of byKey.values()) its.sort((left, right) => left.start - right.start);
  return ({ rule, place: { source, start } }) => {
    for (const isHead of [false, true]) {
      const its = byKey.get(JSON.stringify([rule, source.path, isHead])) ?? [];
      const last = lastAt(its, start);
      if (last && start < last.end) return last;
    }
    return undefined;
  };
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

const pattern = /(^|[ \t\ufeff])#[ \t]*rolloutkit-ignore(?![\w-])(.*)$/gm;

function commentsIn(source: Source, reading: CommentReading): Comments {
  const comments: Comment[] = [];
  const problems: Finding[] = [];
  const text = presentText(source);
  let texts: Documents | undefined;
  for (const { index, 0: all, 1: before = '', 2: rest = '' } of text.matchAll(pattern)) {
    texts ??= new Documents(text);
    const start = index + before.length;
    const range = texts.reaches(start);
    if (range === undefined) continue;
    const place = { source, start, end: index + all.trimEnd().length };
    const say = (rule: ProblemName, message: string): Finding => problem(rule, message, place);
    const { rules, wrong } = read(rest, reading);
    if (wrong !== undefined) problems.push(say('yaml/suppressions-valid', wrong));
    for (const rule of rules)
      comments.push({
        rule,
        source,
        ...range,
        unused: reading.isWhole(rule, source)
          ? say(
              'yaml/suppressions-used',
              `The comment suppresses "${rule}", which reports nothing ${range.isHead ? 'in this document' : 'there'}; remove it.`,
            )
          : undefined,
      });
  }
  return { comments, problems };
}

/**
 * Reads the rules that a comment suppresses, or its problems. A comment without a reason, or an expired one, suppresses
 * nothing.
 */
function read(
  rest: string,
  { names, today: now }: CommentReading,
): { readonly rules: readonly string[]; readonly wrong?: string } {
  const at = rest.indexOf('--');
  const head = at === -1 ? rest : rest.slice(0, at);
  const words = head.split(/[\s,:]+/).filter((word) => word !== '');
  const until = words.indexOf('until');
  const rules = [...new Set(until === -1 ? words : words.slice(0, until))];
  if (rules.length === 0)
    return {
      rules: [],
      wrong: 'The comment names no rule, such as "# rolloutkit-ignore istio/host-exists -- reason".',
    };
  if (at === -1 || rest.slice(at + 2).trim() === '')
    return { rules: [], wrong: 'The comment has no reason; put a short explanation after " -- ".' };
  if (until !== -1) {
    const [date = '', another] = words.slice(until + 1);
    if (!isDate(date) || another !== undefined)
      return {
        rules: [],
        wrong: `"${words.slice(until + 1).join(' ')}" is not a date; write it as 2027-01-31.`,
      };
    if (date < now)
      return { rules: [], wrong: `The comment ended on ${date}; remove it, or set a later date.` };
  }
  const unknown = rules.find((rule) => !names.has(rule));
  return {
    rules: rules.filter((rule) => names.has(rule)),
    ...(unknown !== undefined && {
      wrong: `The comment names the unknown rule "${unknown}".${didYouMeanWithin(unknown, [...names])}`,
    }),
  };
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

type Reached = Pick<Comment, 'start' | 'end' | 'isHead'>;

/** A document, with the offset of its content. */
interface KnownDocument extends Range {
  readonly content: number;
  /** The scalars of the document, sorted; empty if it cannot be parsed. */
  scalars?: readonly Range[];
}

/** The documents of a file. Comments must be looked up in ascending order. */
class Documents {
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

function problem(rule: ProblemName, message: string, place: Finding['place']): Finding {
  const { severity, consequence, why } = problemsByName[rule];
  return {
    rule,
    severity,
    message: plainMessage(message),
    consequence: { kind: consequence, why },
    place,
    labels: [],
  };
}

/** Keeps a limited number of findings for each source; the last one counts the rest. */
function boundedFindings(findings: readonly Finding[]): readonly Finding[] {
  const more = findings.length - maxOfOneRule;
  if (more <= 0) return findings;
  return [...findings.slice(0, maxOfOneRule - 1), { ...findings[maxOfOneRule - 1]!, more }];
}
