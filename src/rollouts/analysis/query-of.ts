import type { Analysis } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** What decides the meaning of a query: the Rollout that it judges, and where its arguments come from. */
export interface QueryOf {
  readonly graph: Graph;
  readonly rollout: Resource;
  readonly analysis: Pick<Analysis, 'args' | 'field'>;
  readonly template: Resource;
}

/** The versions that a query measures, where the canary is not measured alone. */
export type SeenVersions =
  /** `by` are the fields that say so, beside the query. */
  | { readonly versions: 'both'; readonly by: readonly Field[] }
  | {
      readonly versions: 'stable';
      readonly by: readonly Field[];
      readonly service: Resource;
      readonly ingress?: Resource | undefined;
    };
