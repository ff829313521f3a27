import type { Graph } from '../../../repository/graph/graph.js';
import { nestedTemplates } from '../../../kubernetes/kinds/analysis.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';

/** The templates of an analysis, including nested ones. */
export interface Templates {
  readonly found: readonly Resource[];
  /** Whether all of them are known. */
  readonly isComplete: boolean;
}

export function templatesOf(graph: Graph, references: readonly Reference[]): Templates {
  const found = new Set<Resource>();
  let isComplete = references.length > 0;
  const visit = (reference: Reference): void => {
    const template = graph.find(reference);
    if (!template) isComplete = false;
    else if (!found.has(template)) {
      found.add(template);
      nestedTemplates(template).forEach(visit);
    }
  };
  references.forEach(visit);
  return { found: [...found], isComplete };
}
