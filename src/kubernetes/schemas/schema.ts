import type { Path } from '../../model/field.js';
import type { Node } from '../../model/node.js';

export type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** A structural schema: the part of JSON Schema that Kubernetes describes its kinds with. */
export interface Schema {
  /** `#/$defs/<name>`, or `pod.json#/$defs/<name>` for what the pod templates of several kinds share. */
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  /** Absent where anything goes. */
  readonly type?: TypeName | readonly TypeName[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** `false` where the API server prunes or refuses what it does not know. */
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  /** Alternatives of which at most one may be there: one names each, the first stands for none of them. */
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
  /** What else has to hold of the value, in CEL; kept for Istio and the Gateway API alone, as is what follows. */
  readonly rules?: readonly SchemaRule[];
  /** By what the items of a list differ from each other; as a whole, if there are none. */
  readonly keys?: readonly string[];
  /** What the API server fills in. */
  readonly default?: unknown;
  /** What else a definition asks that was read at run time. */
  readonly also?: Also;
  /** Whether the API server takes lists where it asks for a text of a format, as it does by mistake. */
  readonly takesLists?: boolean;
  /** As what rules see a text, other than as a text. */
  readonly holds?: 'duration' | 'other';
}

/** Tells what is wrong with a value itself. */
export type Also = (node: Node, tell: (found: Found) => void) => void;

/** What is wrong with a value, wherever that is. */
export interface Found {
  readonly keyword:
    'unknown' | 'required' | 'type' | 'enum' | 'range' | 'pattern' | 'format' | 'exclusive' | 'form';
  /** The unknown or the missing name; for `exclusive` those that are there: `exact, prefix`. */
  readonly name?: string;
  /**
   * What would be right, in words such as `a string` or `at most 100`; for `pattern` the regular expression; for `form` what it must
   * do: `have a or b`.
   */
  readonly expected?: string;
  /** What is there: words for `type`, the value itself for the others. */
  readonly actual?: string;
  /** The known name or value that was probably meant. */
  readonly nearest?: string;
  /** For `unknown`, where a field of this name is known: `spec.strategy.canary`, `spec.http[0].route[]`. */
  readonly owner?: string;
  /** Whether that is where what is in it is known, under that name. */
  readonly isOfContent?: boolean;
  /** The names or values that are known here. */
  readonly known?: readonly string[];
}

export interface SchemaProblem extends Found {
  /** Where: the value at fault, the key for `unknown`, the map that lacks a name for `required`. */
  readonly path: Path;
}

export interface SchemaRule {
  readonly rule: string;
  /** Upstream's words. */
  readonly message?: string;
  /** Which field below the value it is about. */
  readonly at?: readonly string[];
  /** Whether only some releases or channels of the definition have it. */
  readonly isOfSome?: boolean;
  /** Whether it compares with the object that is there. */
  readonly isOfChange?: boolean;
}

export interface Alternative {
  readonly required?: readonly string[];
  readonly not?: unknown;
}
