/** The result type of a query in Prometheus: one number, or a list of samples. Undefined if it is unclear. */
export function answerOf(query: string): 'number' | 'list' | undefined {
  return query.length > maxLength ? undefined : resultType(plain(query));
}

/** Longer or deeper queries are not realistic, and nesting is processed level by level. */
const [maxLength, maxDepth] = [10_000, 100];

/** Replaces a placeholder of a pipeline or an argument; not a character of PromQL. */
const filledIn = '\u0000';

/** The query without comments, strings, label matchers and ranges, which do not affect the type. */
function plain(query: string): string {
  return query
    .replaceAll(/\{\{[^{}]*\}\}|\$\{[^{}]*\}/g, filledIn)
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '""')
    .replaceAll(/#[^\n]*/g, ' ')
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/\[[^[\]]*\]/g, '');
}

/** https://prometheus.io/docs/prometheus/latest/querying/operators/: an operator on a vector returns a vector. */
function resultType(text: string, depth = 0): 'number' | 'list' | undefined {
  if (depth > maxDepth) return undefined;
  const types = operands(text).map((operand) => typeOfOperand(operand, depth));
  if (types.includes('list')) return 'list';
  return types.length > 0 && types.every((type) => type === 'number') ? 'number' : undefined;
}

function typeOfOperand(operand: string, depth: number): 'number' | 'list' | undefined {
  if (operand.startsWith('(') && closing(operand, 0) === operand.length - 1)
    return resultType(operand.slice(1, -1), depth + 1);
  if (/^(?:\d[\w.]*|\.\d+|inf|nan)$/i.test(operand)) return 'number';
  const [call] = /^(?:scalar|time|pi)\s*(?=\()/.exec(operand) ?? [];
  if (call !== undefined && closing(operand, call.length) === operand.length - 1) return 'number';
  return /^[a-z_:]/i.test(operand) ? 'list' : undefined;
}

/** The operands of a query, outside of parentheses. */
function operands(text: string): readonly string[] {
  const found: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const char = text.charAt(at);
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (depth === 0 && (char === '' || '+-*/%^<>=!'.includes(char))) {
      found.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return found.filter((operand) => operand !== '');
}

/** The end of the parenthesis that starts at an offset. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}
