import type { Identity, Resource } from '../../model/resource.js';
import type { SchemaProblem } from './schema.js';

/** Schemas that the user provides besides the manifests. */
export interface OwnSchemas {
  /** CustomResourceDefinitions. They take precedence over those among the manifests. */
  readonly definitions: readonly Resource[];
  readonly plain: readonly PlainSchema[];
}

/** A JSON schema of one or several kinds. */
export interface PlainSchema {
  isFor(object: Pick<Identity, 'group' | 'version' | 'kind'>): boolean;
  /** The problems of an object, or why they are unknown. */
  problems(value: unknown): readonly SchemaProblem[] | Undecidable;
}

export interface Undecidable {
  /** `it is not a JSON schema` */
  readonly why: string;
  /** Whether the only reason is a limit on the work. */
  readonly isTooMuch?: boolean;
}
