import { type Finding, maxOfOneRule } from '../model/finding.js';
import { plainMessage } from '../model/message.js';
import { didYouMeanWithin } from '../model/nearest-name.js';
import type { Node } from '../model/node.js';
import type { Source } from '../model/source.js';
import { type Range, splitDocuments } from '../yaml/parse/documents.js';
import { type ProblemName, problemsByName } from '../yaml/parse/problems.js';
import { parseTree } from '../yaml/parse/tree.js';

/** A rule that a comment suppresses somewhere: `# rolloutkit-ignore istio/host-exists until 2027-01-31 -- reason`. */
export interface Comment {
  readonly rule: string;
  readonly source: Source;
  /** Where it does: in a line, or in a document at whose head it stands. */
  readonly start: number;
  readonly end: number;
  readonly isHead: boolean;
  /** What there is to say where it suppresses nothing; undefined where that is not known. */
  readonly unused: Finding | undefined;
}

/** The comments of sources, and what is wrong with them. */
export interface Comments {
  readonly comments: readonly Comment[];
  readonly problems: readonly Finding[];
}

export interface Reading {
  /** All rules that there are. */
  readonly names: ReadonlySet<string>;
  /** `2027-01-31`; what is until yesterday has ended. */
  readonly today: string;
  /** Whether it is known of a rule that it reports nothing more in a source. */
  readonly isWhole: (rule: string, source: Source) => boolean;
}

/** The date, as comments have it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Reads the comments that suppress rules in texts that have any; what is no comment but a part of a value is none. */
export function commentsOf(sources: Iterable<Source>, reading: Reading): Comments {
  const all = [...sources].map((source) => commentsIn(source, reading));
  return {
    comments: all.flatMap(({ comments }) => comments),
    problems: all.flatMap(({ problems }) => bounded(problems)),
  };
}

/** What is left of findings when comments have silenced theirs; with it what is said of comments that silenced nothing. */
export function silenced(findings: readonly Finding[], { comments, problems }: Comments): readonly Finding[] {
  if (comments.length + problems.length === 0) return findings;
  const used = new Set<Comment>();
  const find = finder(comments);
  const left = findings.flatMap((finding) => {
    const comment = find(finding);
    if (!comment) return [finding];
    used.add(comment);
    // What is counted in it stands elsewhere in its document, or in its file.
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
  return [...left, ...problems, ...[...bySource.values()].flatMap(bounded)];
}

/** Finds the comment that silences a finding. Those of lines do not overlap, nor do those of documents. */
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

/** The last of what is sorted that begins at an offset or before. */
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

function commentsIn(source: Source, reading: Reading): Comments {
  const comments: Comment[] = [];
  const problems: Finding[] = [];
  const text = textOf(source);
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

/** A file that has gone since it was read has no comments. */
function textOf(source: Source): string {
  try {
    return source.read();
  } catch {
    return '';
  }
}

/** The rules that a comment suppresses, and what is wrong with it: without a reason it suppresses nothing, nor when its time is over. */
function read(
  rest: string,
  { names, today: now }: Reading,
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

/** A document, and where what is no comment begins in it. */
interface Known extends Range {
  readonly content: number;
  /** The scalars of its tree, sorted; empty where it cannot be parsed. */
  scalars?: readonly Range[];
}

/** The documents of a text; comments are asked for in their order. */
class Documents {
  private readonly all: readonly Known[];
  private at = 0;
  private belowLast = 0;

  constructor(private readonly text: string) {
    this.all = splitDocuments(text).map((range) => ({ ...range, content: contentOf(text, range) }));
  }

  /** What a comment reaches; undefined for what is no comment. */
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
    // A value of several lines belongs to the line in which it begins.
    const last = lastAt(document.scalars, end - 1);
    return { start, end: last && last.start >= start ? Math.max(end, last.end) : end, isHead: false };
  }

  /** The line below a comment and those that follow it, which all have the same. */
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

/** Where a document begins to say something: behind comments, directives and its marker. */
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

/** Larger documents are not read, so nothing is found in them. */
const maxChars = 10_000_000;

/** Where the values of a document are that a comment cannot be in. */
export function scalarsOf(text: string, { start, end }: Range): readonly Range[] {
  if (end - start > maxChars) return [];
  const { root } = parseTree(text, start, end);
  const found: Range[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    // Aliases share what they stand for.
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

/** So many of a source are kept, and the last counts the others. */
function bounded(findings: readonly Finding[]): readonly Finding[] {
  const more = findings.length - maxOfOneRule;
  if (more <= 0) return findings;
  return [...findings.slice(0, maxOfOneRule - 1), { ...findings[maxOfOneRule - 1]!, more }];
}
