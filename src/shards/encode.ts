import { createHash } from 'node:crypto';
import { textsToShow, withEdits } from '../fix/shown.js';
import type { Comment } from '../lint/comments.js';
import type { PartResult } from '../lint/lint.js';
import type { Recorded } from '../lint/record.js';
import type { Rejected } from '../lint/statement.js';
import { type Fault, framesOf } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Fix } from '../model/fix.js';
import { filled } from '../model/message.js';
import type { Identity, Resource } from '../model/resource.js';
import type { Place, Source } from '../model/source.js';
import { linesOf } from '../report/frames.js';
import { Positions } from '../report/positions.js';
import type {
  CommentJson,
  FaultJson,
  FindingJson,
  FixJson,
  LineJson,
  PlaceJson,
  ResourceJson,
  SourceJson,
  StateJson,
  StatementJson,
} from './shape.js';

export interface Encoding {
  /** What a path is called in all runs, wherever each of them has its checkout. */
  readonly pathOf: (file: string) => string;
  /** Whether a source changed, where a change is linted. */
  readonly isChanged: (source: Source) => boolean;
  /** A finding with the severity that was chosen for its rule; undefined where that is none. */
  readonly toldAs: (finding: Finding) => Finding | undefined;
  /** Whether reports will show what is found; of the state before a change they do not. */
  readonly isShown: boolean;
}

/** What a part has to say of one state of the sources, as JSON. */
export function encodeState(
  result: Pick<PartResult, 'problems' | 'comments' | 'turns' | 'faults' | 'faultTurns' | 'isOut'>,
  encoding: Encoding,
): StateJson {
  const encoder = new Encoder(encoding, result.isOut);
  encoder.prepare([
    ...result.problems,
    ...result.comments.flatMap(({ unused }) => unused ?? []),
    ...result.turns.flatMap(({ statements }) =>
      statements.flatMap(({ finding, isCounted }) => (finding && !isCounted ? finding : [])),
    ),
  ]);
  const problems = result.problems.map((finding) => encoder.finding(finding));
  const comments = result.comments.map((comment) => encoder.comment(comment));
  const turns = result.turns.flatMap(({ at, statements }) =>
    statements.length === 0 ? [] : [{ at, statements: encoder.statements(statements) }],
  );
  const faults = result.faults.map((fault, index) => encoder.fault(fault, result.faultTurns[index] ?? -1));
  return { sources: encoder.sources(), resources: encoder.resources, problems, comments, turns, faults };
}

/** So much of a line that is longer is kept around what is to be seen of it. */
const window = 2000;

interface Known {
  readonly index: number;
  /** The columns to be seen of lines. */
  readonly columns: Map<number, Set<number>>;
}

class Encoder {
  readonly resources: ResourceJson[] = [];
  private readonly indices = new Map<Identity, number>();
  private readonly bySource = new Map<Source, Known>();
  private readonly positions = new Positions();
  private readonly texts = textsToShow();
  private readonly shown = new Map<
    Finding,
    Pick<FindingJson, 'words' | 'place' | 'labels' | 'data' | 'fix'>
  >();

  constructor(
    private readonly encoding: Encoding,
    private readonly isOut: PartResult['isOut'],
  ) {}

  /** Looks at the texts, file by file: in the order of rules each of them would be read again and again. */
  prepare(findings: readonly Finding[]): void {
    const inOrder = [...findings].sort((left, right) =>
      left.place.source.path < right.place.source.path ? -1 : 1,
    );
    for (const finding of inOrder) {
      const isEdited = this.encoding.isShown && finding.fix !== undefined;
      const [edited = finding] = isEdited ? withEdits([finding], this.texts) : [];
      const words = this.positions.message(finding);
      const data = this.positions.data(finding);
      this.shown.set(finding, {
        data,
        fix: edited.fix && this.fix(edited.fix),
        words: filled({ ...finding.message, data }) === words ? undefined : words,
        place: this.place(finding.place),
        labels: finding.labels.map((label) => [this.place(label.place), this.positions.label(label)]),
      });
      if (!this.encoding.isShown) continue;
      for (const { source, line, columns } of linesOf(edited, this.positions)) {
        const known = this.known(source).columns;
        const its = known.get(line);
        known.set(line, new Set([...(its ?? []), ...columns]));
      }
    }
  }

  finding(finding: Finding): FindingJson {
    const { rule, severity, message, consequence, live, resource, path, more, moreIn } = finding;
    const told = this.encoding.toldAs(finding)?.severity ?? 'off';
    return {
      rule,
      severity,
      id: message.id,
      template: message.template,
      ...this.shown.get(finding)!,
      case: finding.case,
      consequence: consequence && [consequence.kind, consequence.why],
      live: live && [live.frame, live.object, live.lines, live.id, live.rollout],
      resource: resource && this.resource(resource),
      path,
      more,
      moreIn,
      told: told === severity ? undefined : told,
      out: this.isOut(finding) || undefined,
    };
  }

  private fix({ title, safety, edits, unfit }: Fix): FixJson {
    const placed = edits?.map(
      ({ source, start, end, text }) => [this.place({ source, start, end }), text] as const,
    );
    return { title, safety, edits: placed, unfit };
  }

  comment({ rule, source, start, end, isHead, unused }: Comment): CommentJson {
    return {
      rule,
      place: this.place({ source, start, end }),
      head: isHead || undefined,
      unused: unused && this.finding(unused),
    };
  }

  statements(statements: readonly Recorded[]): readonly StatementJson[] {
    return statements.map((statement) => {
      const { rule, resource, path, isSilent, isFirst, rejection, yielding, finding, isCounted } = statement;
      return {
        rule,
        resource: this.resource(resource),
        path,
        silent: isSilent || undefined,
        first: isFirst || undefined,
        rejection: rejection && this.rejection(rejection),
        yielding: yielding && {
          to: yielding.utterances.map((to) => [to.rule, this.resource(to.resource), to.path]),
          unlessVoiced: yielding.unlessVoiced && this.rejection(yielding.unlessVoiced),
        },
        key: finding && this.key(statement.key, finding),
        finding: finding && !isCounted ? this.finding(finding) : undefined,
        counted: isCounted ? finding?.severity : undefined,
      };
    });
  }

  fault({ tasks, resource, place, error }: Fault, at: number): FaultJson {
    const thrown = error instanceof Error ? error : undefined;
    return {
      at,
      tasks,
      resource: resource && this.resource(resource),
      place: place && this.place(place),
      error: thrown
        ? { name: thrown.name, message: thrown.message, frames: framesOf(thrown) }
        : String(error),
    };
  }

  sources(): readonly SourceJson[] {
    return [...this.bySource].map(([source, { columns }]) => ({
      path: this.encoding.pathOf(source.path),
      name: source.name,
      changed: this.encoding.isChanged(source) || undefined,
      lines: [...columns]
        .sort(([left], [right]) => left - right)
        .flatMap(([line, its]) => this.line(source, line, [...its]) ?? []),
    }));
  }

  private line(source: Source, line: number, columns: readonly number[]): LineJson | undefined {
    const masked = this.positions.masked(source, line);
    const text = masked?.shown ?? this.positions.line(source, line);
    if (text === undefined) return undefined;
    const isMasked = masked !== undefined || undefined;
    if (text.length <= 4 * window) return { line, text, masked: isMasked };
    // A whole file may be one line.
    const starts = [...new Set([1, ...columns].map((column) => Math.max(0, column - window)))];
    const parts = starts
      .sort((left, right) => left - right)
      .map((start) => [start, text.slice(start, start + 2 * window)] as const);
    return { line, length: text.length, parts, masked: isMasked };
  }

  private place({ source, start, end }: Place): PlaceJson {
    const { index } = this.known(source);
    if (!this.encoding.isShown) return [index, start, end];
    const { line, column, endLine, endColumn } = this.positions.of(source, start, end);
    return [index, start, end, line, column, endLine, endColumn];
  }

  private resource(resource: Identity): number {
    let index = this.indices.get(resource);
    if (index === undefined) {
      this.indices.set(resource, (index = this.resources.length));
      const { group, version, kind, name, namespace } = resource;
      const at = isRead(resource) ? [this.known(resource.source).index, resource.offset] : [];
      this.resources.push([group, version, kind, name, namespace ?? null, ...at]);
    }
    return index;
  }

  private rejection({ rollout, code }: Rejected): readonly [number, string?] {
    return code === undefined ? [this.resource(rollout)] : [this.resource(rollout), code];
  }

  /** The same of the same statement in all parts, and nothing that may not be seen. */
  private key(key: string, finding: Finding): string {
    const { rule, place } = finding;
    const { source, start, end } = place;
    const isHidden = start >= 0 && this.positions.masked(source, this.positions.of(source, start, end).line);
    const said = isHidden
      ? this.positions.message(finding)
      : key.slice(`${rule}\n${source.path}\n${start}\n`.length);
    const whole = [rule, this.encoding.pathOf(source.path), start, said].join('\n');
    return createHash('sha256').update(whole).digest('hex').slice(0, 20);
  }

  private known(source: Source): Known {
    let known = this.bySource.get(source);
    if (!known) this.bySource.set(source, (known = { index: this.bySource.size, columns: new Map() }));
    return known;
  }
}

/** Whether an object is read from a source; classes are not the same in all files of the command line. */
function isRead(resource: Identity): resource is Resource {
  return 'source' in resource;
}
