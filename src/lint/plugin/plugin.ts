import type { Severity } from '../../model/finding.js';
import type { Safety } from '../../model/fix.js';

/** Rules of one's own, as a module exports them by default. It is plain data and functions, so it may import nothing. */
export interface Plugin {
  /** The form of the plugin; a later one may have another. */
  readonly apiVersion: 1;
  /** What the names of its rules start with: `acme` for `acme/owner-named`. It is no area of rolloutkit. */
  readonly prefix: string;
  readonly rules: readonly PluginRule[];
}

/** What should hold, and how to find where it does not. */
export interface PluginRule<MessageId extends string = string> {
  /** What holds when all is well, without the prefix: `owner-named`. */
  readonly name: string;
  /** What it requires, as a sentence. */
  readonly description: string;
  /** What happens where it does not hold, as a sentence. */
  readonly why: string;
  /** The severity of its findings, which a configuration may change. */
  readonly severity: Severity;
  /** Sentences with `{placeholders}` that `report` fills, by ids of one's own. */
  readonly messages: Readonly<Record<MessageId, string>>;
  /** Where to read on. */
  readonly links?: readonly string[];
  /** Which fixes `report` may give to its findings; none where absent. */
  readonly fixes?: readonly Safety[];
  /** Reports where it does not hold. It is called with the whole repository, maybe more than once, and keeps nothing between calls. */
  check(this: void, context: PluginContext<MessageId>): void;
}

/** What a rule looks at, and how it reports. */
export interface PluginContext<MessageId extends string = string> {
  readonly graph: PluginGraph;
  /**
   * Reports that something does not hold at a field, or at an object as a whole. A field that is absent is shown at its nearest parent.
   * Returns whether that is certain: where a patch changes the field, or it has a placeholder in it, nothing is reported.
   */
  report(
    this: void,
    at: PluginField | PluginObject,
    message: MessageId,
    data?: Readonly<Record<string, string | number | undefined | readonly string[]>>,
    options?: PluginReport,
  ): boolean;
}

/** What else belongs to a finding. */
export interface PluginReport {
  /** Other places that take part, with what to know about them. */
  readonly related?: readonly { readonly at: PluginField | PluginObject; readonly message: string }[];
  /** Other fields that it would not hold without: while one of them is not certain, nothing is reported. */
  readonly rests?: readonly PluginField[];
  /** What settles it. */
  readonly fix?: PluginFix;
}

/** Values of fields that settle a finding, written by `--fix`. */
export interface PluginFix {
  /** What is done, as a sentence. */
  readonly title: string;
  /** Whether that is no more than likely to be meant, so that only `--fix=all` does it. */
  readonly isUnsafe?: boolean;
  /** Plain values, as YAML has them; undefined takes a field away. */
  readonly writes: readonly { readonly field: PluginField; readonly value: unknown }[];
}

/** The objects of a repository, and what belongs together. */
export interface PluginGraph {
  /** All objects that are deployed. */
  readonly objects: readonly PluginObject[];
  /** The objects of a kind; of all groups where none is given. The core group is the empty string. */
  ofKind(kind: string, group?: string): readonly PluginObject[];
  /**
   * The object that a field or object names, among all that is deployed together with it. Undefined where it is absent, and where that
   * cannot be told: `isAbsent` distinguishes.
   */
  find(from: PluginField | PluginObject, to: PluginTarget): PluginObject | undefined;
  /** Whether no object that is meant is deployed together with whoever names it, as far as all of that was read. */
  isAbsent(from: PluginField | PluginObject, to: PluginTarget): boolean;
  /** The other objects of a kind that are surely deployed together with an object. */
  beside(object: PluginObject, kind: string, group: string): readonly PluginObject[];
  /** The namespace that an object is deployed to; undefined where nothing given tells. */
  namespaceOf(object: PluginObject): string | undefined;
  /** The pod template of a Rollout: its own, or that of its workloadRef. Undefined where it cannot be found. */
  podTemplate(rollout: PluginObject): PluginField | undefined;
}

/** Which object is meant. */
export interface PluginTarget {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Absent: the namespace of whoever names it. */
  readonly namespace?: string;
}

/** An object of a manifest. The same object is the same value in all that a rule is given. */
export interface PluginObject {
  readonly apiVersion: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** As its manifest has it. */
  readonly namespace: string | undefined;
  /** The file that it is read from, as reports name it. */
  readonly file: string;
  /** The field that a path leads to, present or not; without a path the object as a whole. */
  at(...path: readonly (string | number)[]): PluginField;
}

/** A place in an object: a path, and the value that it leads to if there is one. */
export interface PluginField {
  readonly object: PluginObject;
  readonly path: readonly (string | number)[];
  /** The last step of the path. */
  readonly key: string | number;
  /** Whether the manifest has it; a null counts as absent, as it does for Kubernetes. */
  readonly exists: boolean;
  readonly shape: 'scalar' | 'map' | 'list' | 'absent';
  /** The plain value; undefined where absent. */
  readonly value: unknown;
  /** Its text where it is a string with characters; otherwise undefined. */
  readonly text: string | undefined;
  readonly number: number | undefined;
  readonly boolean: boolean | undefined;
  /** The elements of a list; empty for anything else. */
  readonly items: readonly PluginField[];
  /** The fields of a map; empty for anything else. */
  readonly entries: readonly PluginField[];
  /** The entries whose values are strings, such as labels. */
  readonly strings: Readonly<Record<string, string>>;
  at(...path: readonly (string | number)[]): PluginField;
}

/** Types the message ids of a rule, so that a misspelt one does not compile. */
export function defineRule<MessageId extends string>(rule: PluginRule<MessageId>): PluginRule {
  return rule;
}

/** Types a plugin. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
