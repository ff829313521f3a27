import { type Finding, maxOfOneRule } from '../model/finding.js';
import { presentText } from '../model/lines.js';
import { plainMessage } from '../model/message.js';
import { didYouMeanWithin } from '../model/nearest-name.js';
import type { Source } from '../model/source.js';
import { type ProblemName, problemsByName } from '../yaml/parse/problems.js';
import { type Comment, lastAt, Documents } from './comment-places.js';

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

/** The findings, of which those have a silencer that a comment suppresses, and a finding for each comment that suppresses nothing. */
export function silenced(findings: readonly Finding[], { comments, problems }: Comments): readonly Finding[] {
  if (comments.length + problems.length === 0) return findings;
  const used = new Set<Comment>();
  const find = finder(comments);
  const left = findings.flatMap((finding) => {
    const comment = finding.silencer ? undefined : find(finding);
    if (!comment) return [finding];
    used.add(comment);
    const { silencer } = comment;
    // A finding that counts others stands for findings elsewhere in its document or file.
    const { more = 0, moreIn } = finding;
    if ((comment.isHead && !moreIn) || more === 0) return [{ ...finding, silencer }];
    return [
      { ...finding, more: undefined, silencer },
      { ...finding, more: more === 1 ? undefined : more - 1 },
    ];
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
    const { rules, wrong, reason = '', until } = read(rest, reading);
    if (wrong !== undefined) problems.push(say('yaml/suppressions-valid', wrong));
    for (const rule of rules)
      comments.push({
        rule,
        source,
        ...range,
        silencer: { by: 'comment', place, reason, until },
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
): {
  readonly rules: readonly string[];
  readonly wrong?: string;
  readonly reason?: string;
  readonly until?: string | undefined;
} {
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
  const reason = at === -1 ? '' : rest.slice(at + 2).trim();
  if (reason === '')
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
    reason,
    ...(until !== -1 && { until: words[until + 1] }),
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
