import type { Path } from '../../model/field.js';
import type { Node } from '../../model/node.js';

export type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** A structural schema: the part of JSON Schema with which Kubernetes describes kinds. */
export interface Schema {
  /** `#/$defs/<name>`, or `pod.json#/$defs/<name>` for definitions that pod templates share. */
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  /** Absent if any type is allowed. */
  readonly type?: TypeName | readonly TypeName[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** `false` if the API server prunes or rejects unknown fields. */
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  /** Alternatives of which at most one may be present: each requires one field, except the first, which requires none. */
  readonly oneOf?: readonly Alternative[];
  readonly allOf?: readonly { readonly oneOf: readonly Alternative[] }[];
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly format?: 'int32' | 'date-time';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Validation rules in CEL; like the fields below, only kept for Istio and the Gateway API. */
  readonly rules?: readonly SchemaRule[];
  /** The keys by which the items of a list must differ; empty means as a whole. */
  readonly keys?: readonly string[];
  /** The default that the API server fills in. */
  readonly default?: unknown;
  /** Further requirements of a definition that was read at run time. */
  readonly also?: Also;
  /** Whether the API server accepts lists for a string with a format, because of a bug. */
  readonly takesLists?: boolean;
  /** The type that rules see for a string, if it is not a string. */
  readonly holds?: 'duration' | 'other';
}

/** Reports what is wrong with a value itself. */
export type Also = (node: Node, tell: (found: ValueProblem) => void) => void;

/** A problem of a value, without its place. */
export interface ValueProblem {
  readonly keyword:
    'unknown' | 'required' | 'type' | 'enum' | 'range' | 'pattern' | 'format' | 'exclusive' | 'form';
  /** The unknown or the missing name; for `exclusive` those that are present: `exact, prefix`. */
  readonly name?: string;
  /**
   * The expected value, in words such as `a string` or `at most 100`; for `pattern` the regular expression; for `form` the
   * requirement: `have a or b`.
   */
  readonly expected?: string;
  /** The actual value: words for `type`, the value itself for the others. */
  readonly actual?: string;
  /** The known name or value that was probably meant. */
  readonly nearest?: string;
  /** For `unknown`, where a field of this name is known: `spec.strategy.canary`, `spec.http[0].route[]`. */
  readonly owner?: string;
  /** Whether `owner` is where the content of the field is known, under that name. */
  readonly isOfContent?: boolean;
  /** The names or values that are known here. */
  readonly known?: readonly string[];
}

export interface SchemaProblem extends ValueProblem {
  /** The value at fault, the key for `unknown`, the map that lacks a name for `required`. */
  readonly path: Path;
}

export interface SchemaRule {
  readonly rule: string;
  /** Upstream's message. */
  readonly message?: string;
  /** The field below the value that it is about. */
  readonly at?: readonly string[];
  /** Whether only some releases or channels of the definition have it. */
  readonly isOfSome?: boolean;
  /** Whether it compares with the stored object. */
  readonly isOfChange?: boolean;
}

export interface Alternative {
  readonly required?: readonly string[];
  readonly not?: unknown;
}
