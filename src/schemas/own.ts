import type { Identity, Resource } from '../model/resource.js';
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
  /** What is wrong with an object; undefined where that cannot be said. */
  problems(value: unknown): readonly SchemaProblem[] | undefined;
}
