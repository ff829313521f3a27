import type { Comment } from '../lint/comments.js';
import type { Statement } from '../lint/statement.js';
import { consequenceKinds } from '../model/consequence.js';
import type { Fault } from '../model/fault.js';
import { type Finding, severities, type Severity } from '../model/finding.js';
import { safeties } from '../model/fix.js';
import type { Path } from '../model/field.js';
import { plainMessage } from '../model/message.js';
import type { Identity } from '../model/resource.js';
import type { Excerpt, Place, Position, Source } from '../model/source.js';
import type { ViolationCode } from '../controllers/validation/violation.js';
import type { Utterance } from '../lint/said.js';
import type { Rejected } from '../lint/statement.js';
import type { Given } from '../model/given.js';

/** What a part has to say of one state of the sources. */
export interface State {
  readonly problems: readonly Finding[];
  readonly comments: readonly Comment[];
  readonly turns: readonly { readonly at: number; readonly statements: readonly Statement[] }[];
  readonly faults: readonly { readonly at: number; readonly fault: Fault }[];
}

interface Others {
  /** They decide with others what is found, and are out of reach of the change. */
  readonly out: Set<Finding>;
  /** The severities that were chosen for their rules. */
  readonly told: Map<Finding, 'off' | Severity>;
}

/** The sources and objects that all parts speak of: each is one, whichever part names it. */
export class World {
  readonly changed = new Set<Source>();
  /** Findings that are told in another way than they were found. */
  readonly other: Others = { out: new Set(), told: new Map() };
  private readonly sources = new Map<string, Kept>();
  private readonly resources = new Map<string, Identity>();

  /** `pathOf` puts a path where it would be here. */
  constructor(private readonly pathOf: (file: string) => string) {}

  read(given: Given): State {
    const sources = given.at('sources').items.map((one) => this.source(one));
    const resources = given.at('resources').items.map((one) => this.resource(one, sources));
    const decoder = new Decoder(sources, resources, this.other);
    return {
      problems: given.at('problems').items.map((one) => decoder.finding(one)),
      comments: given.at('comments').items.map((one) => decoder.comment(one)),
      turns: given.at('turns').items.map((turn) => ({
        at: turn.at('at').number,
        statements: turn.at('statements').items.map((one) => decoder.statement(one)),
      })),
      faults: given.at('faults').items.map((one) => ({ at: one.at('at').number, fault: decoder.fault(one) })),
    };
  }

  private source(given: Given): Kept {
    const path = this.pathOf(given.at('path').text);
    let source = this.sources.get(path);
    if (!source) this.sources.set(path, (source = new Kept(path, given.at('name').text)));
    if (given.at('changed').flag) this.changed.add(source);
    for (const line of given.at('lines').items) source.add(line);
    return source;
  }

  private resource(given: Given, sources: readonly Kept[]): Identity {
    const namespace = given.item(4);
    const identity: Identity = {
      group: given.item(0).text,
      version: given.item(1).text,
      kind: given.item(2).text,
      name: given.item(3).text,
      namespace: namespace.isNull ? undefined : namespace.text,
    };
    const at = given.item(5).optional((source) => ({
      source: source.of(sources),
      offset: given.item(6).number,
    }));
    const key = JSON.stringify([at?.source.path, at?.offset, identity]);
    let known = this.resources.get(key);
    if (!known) this.resources.set(key, (known = at ? new Placed(identity, at.source) : identity));
    return known;
  }
}

/** An object that is read from a source. */
class Placed implements Identity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;

  constructor(
    { group, version, kind, name, namespace }: Identity,
    readonly source: Source,
  ) {
    this.group = group;
    this.version = version;
    this.kind = kind;
    this.name = name;
    this.namespace = namespace;
  }
}

/** Longer lines are none of a manifest. */
const maxLine = 64 * 2 ** 20;

/** What parts have kept of a source. */
class Kept implements Excerpt {
  readonly isExcerpt = true;
  private readonly positions = new Map<string, Position>();
  private readonly lines = new Map<
    number,
    { readonly length: number; readonly parts: Map<number, string> }
  >();
  private readonly masked = new Set<number>();

  constructor(
    readonly path: string,
    readonly name: string,
  ) {}

  read(): string {
    return '';
  }

  add(given: Given): void {
    const line = given.at('line').number;
    if (given.at('masked').flag) this.masked.add(line);
    const whole = given.at('text').optional(({ text }) => text);
    const length = whole?.length ?? given.at('length').number;
    if (length > maxLine) given.at('length').fail('the length of a line');
    const parts = new Map<number, string>(this.lines.get(line)?.parts);
    if (whole !== undefined) parts.set(0, whole);
    else
      for (const part of given.at('parts').items) {
        const start = part.item(0).number;
        if (start < 0 || start > length) part.item(0).fail('a place in the line');
        parts.set(start, part.item(1).text);
      }
    this.lines.set(line, { length, parts });
  }

  place(given: Given): Place {
    const [start, end] = [given.item(1).number, given.item(2).number];
    given.item(3).optional((line) =>
      this.positions.set(`${start}-${end}`, {
        line: line.number,
        column: given.item(4).number,
        endLine: given.item(5).number,
        endColumn: given.item(6).number,
      }),
    );
    return { source: this, start, end };
  }

  position(start: number, end: number): Position {
    return this.positions.get(`${start}-${end}`) ?? { line: 1, column: 1, endLine: 1, endColumn: 1 };
  }

  line(line: number): string | undefined {
    const known = this.lines.get(line);
    if (!known) return undefined;
    let text = '';
    for (const [start, part] of [...known.parts].sort(([left], [right]) => left - right))
      text = text.slice(0, start).padEnd(start) + part;
    return text.slice(0, known.length).padEnd(known.length);
  }

  isMasked(line: number): boolean {
    return this.masked.has(line);
  }
}

class Decoder {
  constructor(
    private readonly sources: readonly Kept[],
    private readonly resources: readonly Identity[],
    private readonly other: Others,
  ) {}

  finding(given: Given): Finding {
    const finding = this.whole(given);
    if (given.at('out').flag) this.other.out.add(finding);
    const told = given.at('told').optional((its) => its.oneOf(['off', ...severities]));
    if (told) this.other.told.set(finding, told);
    return finding;
  }

  private whole(given: Given): Finding {
    return {
      rule: given.at('rule').text,
      severity: given.at('severity').oneOf(severities),
      message: {
        id: given.at('id').text,
        template: given.at('template').text,
        data: Object.fromEntries(given.at('data').entries.map(([key, { filling }]) => [key, filling])),
        words: given.at('words').optional(({ text }) => text),
      },
      consequence: given
        .at('consequence')
        .optional((its) => ({ kind: its.item(0).oneOf(consequenceKinds), why: its.item(1).text })),
      case: given.at('case').optional(({ text }) => text),
      place: this.place(given.at('place')),
      labels: given
        .at('labels')
        .items.map((label) => ({ place: this.place(label.item(0)), message: label.item(1).text })),
      live: given.at('live').optional((its) => ({
        frame: its.item(0).text,
        id: its.item(3).text,
        rollout: its.item(4).text,
        object: its.item(1).text,
        lines: its.item(2).texts,
      })),
      fix: given.at('fix').optional((its) => ({
        title: its.at('title').text,
        safety: its.at('safety').oneOf(safeties),
        writes: [],
        edits: its
          .at('edits')
          .optional(({ items }) =>
            items.map((edit) => ({ ...this.place(edit.item(0)), text: edit.item(1).text })),
          ),
        unfit: its.at('unfit').optional(({ text }) => text),
      })),
      resource: given.at('resource').optional((its) => its.of(this.resources)),
      path: given.at('path').optional(pathOf),
      more: given.at('more').optional(({ number }) => number),
      moreIn: given.at('moreIn').optional((its) => its.oneOf(['file'])),
    };
  }

  comment(given: Given): Comment {
    return {
      rule: given.at('rule').text,
      ...this.place(given.at('place')),
      isHead: given.at('head').flag,
      unused: given.at('unused').optional((its) => this.finding(its)),
    };
  }

  statement(given: Given): Statement {
    const rule = given.at('rule').text;
    const resource = given.at('resource').of(this.resources);
    const severity = given.at('counted').optional((its) => its.oneOf(severities));
    const finding = severity
      ? counted(rule, severity, resource)
      : given.at('finding').optional((its) => this.finding(its));
    return {
      rule,
      resource,
      path: pathOf(given.at('path')),
      key: finding ? given.at('key').text : '',
      isSilent: given.at('silent').flag,
      isFirst: given.at('first').flag,
      rejection: given.at('rejection').optional((its) => this.rejected(its)),
      yielding: given.at('yielding').optional((its) => ({
        utterances: its.at('to').items.map((to): Utterance => ({
          rule: to.item(0).text,
          resource: to.item(1).of(this.resources),
          path: pathOf(to.item(2)),
        })),
        unlessVoiced: its.at('unlessVoiced').optional((one) => this.rejected(one)),
      })),
      finding: finding && (() => finding),
    };
  }

  fault(given: Given): Fault {
    const error = given.at('error');
    return {
      tasks: given.at('tasks').texts,
      resource: given.at('resource').optional((its) => its.of(this.resources)),
      place: given.at('place').optional((its) => this.place(its)),
      error: error.isText ? error.text : thrown(error),
    };
  }

  private place(given: Given): Place {
    return given.item(0).of(this.sources).place(given);
  }

  private rejected(given: Given): Rejected {
    return {
      rollout: given.item(0).of(this.resources),
      // It is compared with others of its kind alone.
      code: given.item(1).optional(({ text }) => text) as ViolationCode | undefined,
    };
  }
}

function pathOf(given: Given): Path {
  return given.items.map(({ segment }) => segment);
}

/** What stands for a finding that is counted and never shown. */
function counted(rule: string, severity: Severity, resource: Identity): Finding {
  const place = { source: { path: '', name: '', read: () => '' }, start: -1, end: -1 };
  return { rule, severity, message: plainMessage(''), consequence: undefined, place, labels: [], resource };
}

function thrown(given: Given): Error {
  const name = given.at('name').text;
  const message = given.at('message').text;
  const error = name === 'RangeError' ? new RangeError(message) : new Error(message);
  const calls = given.at('frames').texts.map((frame) => `    ${frame}`);
  return Object.assign(error, { name, stack: [`${name}: ${message}`, ...calls].join('\n') });
}
