/**
 * Why a template of client-go's JSONPath does not parse; undefined where it does, or where that is not known: quotes, filters and indices
 * have an inner syntax that is not read.
 * https://github.com/kubernetes/client-go/blob/v0.34.1/util/jsonpath/parser.go
 */
export function jsonPathProblem(path: string): string | undefined {
  const from = path.indexOf('{');
  return from >= 0 && !path.includes('}', from) ? 'has a brace that is not closed' : undefined;
}

/** The text before the first brace: it is the first result, so it is measured instead of what the path leads to. */
export function textBefore(path: string): string {
  const from = path.indexOf('{');
  return from < 0 ? path : path.slice(0, from);
}
