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
}

export interface SchemaRule {
  readonly rule: string;
  /** Upstream's words. */
  readonly message?: string;
  /** Whether only some releases or channels of the definition have it. */
  readonly isOfSome?: boolean;
}

export interface Alternative {
  readonly required?: readonly string[];
  readonly not?: unknown;
}
