import type { Path } from '../model/field.js';
import type { Severity } from '../model/finding.js';
import type { Safety } from '../model/fix.js';
import type { MessageData } from '../model/message.js';

/** The report of one of several runs, as it is written. `version` changes with each change of its shape. */
export interface ShardJson {
  readonly version: typeof shapeVersion;
  readonly shard: {
    readonly index: number;
    readonly count: number;
    /** The Rollouts judged and the rules run over the graph, by their turns: a list of stretches, both ends included. */
    readonly turns: readonly (readonly [first: number, last: number])[];
    /** How many turns all parts have together. */
    readonly of: number;
  };
  readonly run: RunJson;
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly summary: SummaryJson;
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  readonly unchecked: readonly string[];
  /** What to say where nothing is found in any part. */
  readonly nothing?: string | undefined;
  /** What was there before; merge leaves it out. */
  readonly baseline?: BaselineJson | undefined;
  readonly after: StateJson;
  /** What there was before the change that is linted; null where nothing has changed, absent where no change is linted. */
  readonly before?: StateJson | null | undefined;
}

export const shapeVersion = 2;

/** What all parts of a run have in common. */
export interface RunJson {
  readonly rolloutkit: string;
  /** Options that decide what is found, as words to tell. */
  readonly options: Readonly<Record<string, string>>;
  /** What was read: how many files, and a digest of their paths and texts. */
  readonly files: number;
  readonly digest: string;
  /** How many rules were chosen. */
  readonly rules: number;
}

export interface BaselineJson {
  readonly path: string;
  readonly name: string;
  /** How many of its findings could be found. */
  readonly could: number;
  readonly text: string;
}

export interface SummaryJson {
  readonly resources: number;
  readonly rollouts: number;
  readonly milliseconds: number;
}

/** What was reported of one state of the sources. */
export interface StateJson {
  readonly sources: readonly SourceJson[];
  readonly resources: readonly ResourceJson[];
  readonly problems: readonly FindingJson[];
  readonly comments: readonly CommentJson[];
  readonly turns: readonly TurnJson[];
  readonly faults: readonly FaultJson[];
}

export interface SourceJson {
  readonly path: string;
  readonly name: string;
  readonly changed?: true | undefined;
  readonly lines: readonly LineJson[];
}

/** A line to show, from 1; of a long one the parts around what is to be seen, each with where it starts. */
export type LineJson = { readonly line: number; readonly masked?: true | undefined } & (
  | { readonly text: string }
  | { readonly length: number; readonly parts: readonly (readonly [start: number, text: string])[] }
);

/** An object, with the source and offset that it is read from. */
export type ResourceJson = readonly (string | number | null)[];

/** A source by its index, a stretch of it, and where that is: line, column, last line, last column. */
export type PlaceJson = readonly number[];

export interface FindingJson {
  readonly rule: string;
  readonly severity: Severity;
  readonly id: string;
  readonly template: string;
  readonly data: MessageData;
  /** Where filling the template makes other words than those to show. */
  readonly words?: string | undefined;
  readonly case?: string | undefined;
  readonly consequence?: readonly [kind: string, why: string] | undefined;
  readonly place: PlaceJson;
  readonly labels: readonly (readonly [place: PlaceJson, message: string])[];
  readonly live?:
    | readonly [frame: string, object: string, lines: readonly string[], id: string, rollout: string]
    | undefined;
  readonly fix?: FixJson | undefined;
  readonly resource?: number | undefined;
  readonly path?: Path | undefined;
  readonly more?: number | undefined;
  readonly moreIn?: 'file' | undefined;
  /** The severity that was chosen for its rule, where that is another one. */
  readonly told?: Severity | 'off' | undefined;
  /** Whether it only decides with others what is found, out of reach of the change. */
  readonly out?: true | undefined;
}

export interface FixJson {
  readonly title: string;
  readonly safety: Safety;
  readonly edits?: readonly (readonly [place: PlaceJson, text: string])[] | undefined;
  readonly unfit?: string | undefined;
}

/** A rule that a comment suppresses in a stretch. */
export interface CommentJson {
  readonly rule: string;
  readonly place: PlaceJson;
  readonly head?: true | undefined;
  readonly unused?: FindingJson | undefined;
}

export interface TurnJson {
  readonly at: number;
  readonly statements: readonly StatementJson[];
}

/** What a rule reports; without a finding where it has been said before. */
export interface StatementJson {
  readonly rule: string;
  readonly resource: number;
  readonly path: Path;
  readonly silent?: true | undefined;
  readonly first?: true | undefined;
  readonly rejection?: RejectionJson | undefined;
  readonly yielding?:
    | {
        readonly to: readonly (readonly [rule: string, resource: number, path: Path])[];
        readonly unlessVoiced?: RejectionJson | undefined;
      }
    | undefined;
  readonly key?: string | undefined;
  readonly finding?: FindingJson | undefined;
  /** In place of the finding where it can only be counted. */
  readonly counted?: Severity | undefined;
}

export type RejectionJson = readonly [rollout: number, code?: string];

export interface FaultJson {
  /** Whose turn it was; -1 where nobody had one. */
  readonly at: number;
  readonly tasks: readonly string[];
  readonly resource?: number | undefined;
  readonly place?: PlaceJson | undefined;
  readonly error:
    string | { readonly name: string; readonly message: string; readonly frames: readonly string[] };
}
