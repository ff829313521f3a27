import type { Severity } from '../../model/finding.js';
import type { Safety } from '../../model/fix.js';

/** Custom rules, as the default export of a module. Plain data and functions, so the module needs no imports. */
export interface Plugin {
  /** The version of the plugin format. */
  readonly apiVersion: 1;
  /** The prefix of its rules' names: `acme` for `acme/owner-named`. It must not be an area of rolloutkit. */
  readonly prefix: string;
  readonly rules: readonly PluginRule[];
}

/** A requirement, and how to find violations of it. */
export interface PluginRule<MessageId extends string = string> {
  /** The requirement in words, without the prefix: `owner-named`. */
  readonly name: string;
  /** The requirement as a sentence. */
  readonly description: string;
  /** The consequence of a violation as a sentence. */
  readonly why: string;
  /** The severity of its findings; a configuration can change it. */
  readonly severity: Severity;
  /** Sentences by message id, with `{placeholders}` that `report` fills. */
  readonly messages: Readonly<Record<MessageId, string>>;
  /** Addresses of documentation. */
  readonly links?: readonly string[];
  /** The kinds of fixes that `report` can attach to findings; none if absent. */
  readonly fixes?: readonly Safety[];
  /**
   * Reports violations. Called with the whole repository, possibly several times; must not keep state between calls.
   */
  check(this: void, context: PluginContext<MessageId>): void;
}

/** The input of a rule, and the function that reports findings. */
export interface PluginContext<MessageId extends string = string> {
  readonly graph: PluginGraph;
  /**
   * Reports a violation at a field or at a whole object. An absent field is shown at its nearest existing parent.
   * Returns whether the violation is certain: if a patch changes the field, or it contains a placeholder, nothing is
   * reported.
   */
  report(
    this: void,
    at: PluginField | PluginObject,
    message: MessageId,
    data?: Readonly<Record<string, string | number | undefined | readonly string[]>>,
    options?: PluginReport,
  ): boolean;
}

/** Optional parts of a finding. */
export interface PluginReport {
  /** Other places that are involved, each with a message. */
  readonly related?: readonly { readonly at: PluginField | PluginObject; readonly message: string }[];
  /** Other fields on which the finding depends; nothing is reported while one of them is uncertain. */
  readonly rests?: readonly PluginField[];
  /** The fix. */
  readonly fix?: PluginFix;
}

/** Values to write to fields; `--fix` writes them. */
export interface PluginFix {
  /** The change as a sentence. */
  readonly title: string;
  /** Whether the fix is only probably what the user intends, so that only `--fix=all` applies it. */
  readonly isUnsafe?: boolean;
  /** YAML values; undefined removes a field. */
  readonly writes: readonly { readonly field: PluginField; readonly value: unknown }[];
}

/** The objects of a repository and the relations between them. */
export interface PluginGraph {
  /** All deployed objects. */
  readonly objects: readonly PluginObject[];
  /** The objects of a kind, in all groups if `group` is absent. The core group is the empty string. */
  ofKind(kind: string, group?: string): readonly PluginObject[];
  /**
   * The object to which a field or object refers, among all objects that are deployed together with it. Undefined if it
   * is absent or unknown: `isAbsent` distinguishes.
   */
  find(from: PluginField | PluginObject, to: PluginTarget): PluginObject | undefined;
  /** Whether the object is missing among those deployed together with `from`, provided that all of these were read. */
  isAbsent(from: PluginField | PluginObject, to: PluginTarget): boolean;
  /** The other objects of a kind that are certainly deployed together with an object. */
  beside(object: PluginObject, kind: string, group: string): readonly PluginObject[];
  /** The namespace to which an object is deployed; undefined if unknown. */
  namespaceOf(object: PluginObject): string | undefined;
  /** The pod template of a Rollout: its own, or that of its workloadRef. Undefined if it is not found. */
  podTemplate(rollout: PluginObject): PluginField | undefined;
}

/** A reference to an object. */
export interface PluginTarget {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** If absent, the namespace of the referring object. */
  readonly namespace?: string;
}

/** An object of a manifest. The same object is always the same value. */
export interface PluginObject {
  readonly apiVersion: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** As in the manifest. */
  readonly namespace: string | undefined;
  /** The file that contains it, as reports name it. */
  readonly file: string;
  /** The field at a path, whether it exists or not; without a path, the whole object. */
  at(...path: readonly (string | number)[]): PluginField;
}

/** A path in an object, with its value if there is one. */
export interface PluginField {
  readonly object: PluginObject;
  readonly path: readonly (string | number)[];
  /** The last step of the path. */
  readonly key: string | number;
  /** Whether the field exists. As in Kubernetes, null counts as absent. */
  readonly exists: boolean;
  readonly shape: 'scalar' | 'map' | 'list' | 'absent';
  /** The plain value; undefined if absent. */
  readonly value: unknown;
  /** The value if it is a string that is not empty; otherwise undefined. */
  readonly text: string | undefined;
  readonly number: number | undefined;
  readonly boolean: boolean | undefined;
  /** The elements of a list; empty for anything else. */
  readonly items: readonly PluginField[];
  /** The entries of a map; empty for anything else. */
  readonly entries: readonly PluginField[];
  /** The entries whose values are strings, such as labels. */
  readonly strings: Readonly<Record<string, string>>;
  at(...path: readonly (string | number)[]): PluginField;
}

/** Gives the message ids of a rule types, so that an unknown id does not compile. */
export function defineRule<MessageId extends string>(rule: PluginRule<MessageId>): PluginRule {
  return rule;
}

/** Gives a plugin its type. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
