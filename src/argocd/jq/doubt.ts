import { childrenOf, type JqNode, updates } from './ast.js';
import { problem, type JqProblem, type Mend } from './problem.js';

/**
 * What an expression that gojq compiles does not do, although it is written for that. Places in the query count from
 * `before`, where the expression starts.
 */
export function doubt(text: string, query: JqNode, before: number, mend: Mend): JqProblem | undefined {
  const excerpt = (start: number, end: number): string => text.slice(start - before, end - before);
  const assignment = findAssignment(query, false);
  if (assignment) {
    const { left, right, operator } = assignment;
    const offset = text.indexOf(operator, left.end - before);
    const mended = `${text.slice(0, offset)}==${text.slice(offset + operator.length)}`;
    return problem(
      'assignment',
      `assigns in "${excerpt(left.start, right.end)}", a condition that always holds`,
      { offset, length: operator.length },
      operator === '=' ? mend(mended) : undefined,
    );
  }
  const computed = findComputed(query);
  if (!computed) return undefined;
  const { start, end } = computed;
  const message = `computes "${excerpt(start, end)}", which is not a field that can be deleted`;
  return problem('no-path', message, { offset: start - before, length: end - start });
}

type Assignment = JqNode & { readonly type: 'binary' };

/** An assignment where a condition is expected. */
function findAssignment(node: JqNode, isCondition: boolean): Assignment | undefined {
  if (node.type === 'binary' && isCondition && updates.has(node.operator)) return node;
  const isInside = isCondition && ['group', 'binary'].includes(node.type);
  for (const child of childrenOf(node)) {
    const isNext =
      (node.type === 'call' && node.name === 'select') || (node.type === 'if' && child === node.condition);
    const found = findAssignment(child, isInside || isNext);
    if (found) return found;
  }
  return undefined;
}

const pathOperators: ReadonlySet<string> = new Set(['|', ',', '//']);

/** Functions whose outputs are never paths, however they are called. */
const computing: ReadonlySet<string> = new Set(
  (
    'IN INDEX add all any ascii_downcase ascii_upcase capture contains del delpaths endswith explode flatten ' +
    'from_entries fromjson group_by gsub has implode in index indices inside isempty join keys length ltrimstr map ' +
    'map_values match max max_by min min_by not path paths pick range reverse rindex rtrimstr scan setpath sort ' +
    'sort_by split splits startswith sub test to_entries tojson tonumber tostream tostring transpose trim type unique ' +
    'unique_by walk with_entries'
  ).split(' '),
);

/** The part of a query that cannot lead to a field, if it has one; its own functions are given credit. */
function findComputed(node: JqNode): JqNode | undefined {
  switch (node.type) {
    case 'literal':
    case 'string':
    case 'format':
    case 'variable':
    case 'array':
    case 'object':
    case 'unary':
      return node;
    case 'group':
      return findComputed(node.inner);
    case 'index':
    case 'slice':
    case 'iterate':
    case 'optional':
      return findComputed(node.target);
    case 'binary':
      if (!pathOperators.has(node.operator)) return node;
      return findComputed(node.left) ?? findComputed(node.right);
    case 'if':
      return findComputed(node.then) ?? (node.otherwise && findComputed(node.otherwise));
    case 'try':
    case 'bind':
    case 'label':
      return findComputed(node.body);
    case 'call':
      return computing.has(node.name) ? node : undefined;
    default:
      return undefined;
  }
}
