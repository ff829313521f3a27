import type { Identity, Resource } from '../../model/resource.js';
import type { SchemaProblem } from './schema.js';

/** Schemas that the user gives beside the manifests. */
export interface OwnSchemas {
  /** CustomResourceDefinitions. They take precedence over those among the manifests. */
  readonly definitions: readonly Resource[];
  readonly plain: readonly PlainSchema[];
}

/** A JSON schema of one or several kinds. */
export interface PlainSchema {
  isFor(object: Pick<Identity, 'group' | 'version' | 'kind'>): boolean;
  /** What is wrong with an object, or why that cannot be said. */
  problems(value: unknown): readonly SchemaProblem[] | Undecidable;
}

export interface Undecidable {
  /** `it is not a JSON schema` */
  readonly why: string;
  /** Whether it is only that to find out takes more work than it may. */
  readonly isTooMuch?: boolean;
}
