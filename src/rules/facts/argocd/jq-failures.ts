import { memoize } from '../../../model/memo.js';
import { deletePaths } from '../../../argocd/jq/jq.js';
import { checkJq } from '../../../argocd/jq/syntax.js';
import { letsErrorsThrough, runsThrough, tolerant } from '../../../argocd/jq/tolerant.js';
import { isSameJson } from '../../../kubernetes/objects/json.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Resource } from '../../../model/resource.js';
import { entriesIn, objectsOf, type DeclaredEntry, type Written } from './entries.js';

/** An expression that leaves alone what it was written for, in an object that is deployed with it. */
export interface JqFailure {
  readonly entry: DeclaredEntry;
  readonly expression: Written;
  readonly resource: Resource;
  /** What fails; undefined where it only ends too early. */
  readonly error: string | undefined;
  /** Where it gives up. */
  readonly offset: number;
  /** The expression that would do it. */
  readonly right: string;
}

/** The expressions that fail for an object of Git in which there is something that they are written for. */
export const failuresIn = memoize((graph: Graph): readonly JqFailure[] =>
  entriesIn(graph)
    .filter(({ isGlobal }) => !isGlobal)
    .flatMap((entry) =>
      entry.expressions.flatMap((expression) => {
        const better = checkJq(expression.text) ? undefined : tolerant(expression.text);
        if (!better) return [];
        const failsOrWorks = letsErrorsThrough(expression.text);
        for (const resource of objectsOf(graph)(entry)) {
          if (failsOrWorks && runsThrough(expression.text, resource.root)) continue;
          const git = resource.at().value;
          const actual = deletePaths(expression.text, git);
          if ('unknown' in actual || ('ok' in actual && failsOrWorks)) continue;
          const meant = deletePaths(better.expression, git);
          if (!('ok' in meant) || isSameJson(meant.ok, git)) continue;
          if ('ok' in actual && isSameJson(actual.ok, meant.ok)) continue;
          const error = 'error' in actual ? actual.error : undefined;
          return [{ entry, expression, resource, error, offset: better.offset, right: better.expression }];
        }
        return [];
      }),
    ),
);
