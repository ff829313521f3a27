import { nearestName } from '../../model/nearest-name.js';
import { aritiesOf, namesWith, type UndefinedName } from './names.js';
import { problem, type JqProblem, type Mend, type Stretch } from './problem.js';

/** Explains why an expression that parses does not compile: a name in it is not defined. */
export function explainName(text: string, { type, name, arity, node }: UndefinedName, mend: Mend): JqProblem {
  const place = { offset: Math.max(0, node.start), length: arity > 0 ? name.length : node.end - node.start };
  if (type === 'variable')
    return problem('undefined-variable', `uses "${name}", which is not defined`, place);
  if (type === 'label')
    return problem('undefined-variable', `breaks out of "${name}", which is not defined`, place);
  if (node.start < 0) {
    const message = 'separates paths by ";" instead of ","';
    return problem('undefined-function', message, { offset: 0, length: text.length });
  }
  if (arity === 0) {
    const key = unquotedKey(text, node.start, node.end);
    if (key) {
      const suggestion = key.suggestion === undefined ? undefined : mend(key.suggestion);
      return problem('unquoted-key', key.message, key, suggestion);
    }
    if (isPathWithoutDot(text, node.start, node.end)) {
      const suggestion = mend(`${text.slice(0, node.start)}.${text.slice(node.start)}`);
      return problem('missing-dot', `lacks the dot before "${name}"`, place, suggestion);
    }
  }
  return problem('undefined-function', explainFunction(name, arity), place);
}

/** Whether a name stands where a path can start, and is more likely to be a field than a function. */
function isPathWithoutDot(text: string, start: number, end: number): boolean {
  if (!/(?:^|[|,(])\s*$/.test(text.slice(0, start))) return false;
  if (/^(?:\.|\[)/.test(text.slice(end))) return true;
  const name = text.slice(start, end);
  return !onlyInJq.has(name) && aritiesOf(name).length === 0 && misspelt(name, 0) === undefined;
}

/** Functions of jq that gojq lacks, or does not allow in a library. */
const onlyInJq: ReadonlySet<string> = new Set(
  (
    'ascii date dateadd datesub dateupdate debug get_search_list have_decnum have_literal_numbers input ' +
    'input_filename input_line_number inputs keys_unsorted leaf_paths lgamma_r ltrimstr pow10 stderr toarray'
  ).split(' '),
);

/** The function that was probably meant; short names are near to too many. */
function misspelt(name: string, arity: number): string | undefined {
  return name.length >= 5 ? nearestName(name, namesWith(arity)) : undefined;
}

function explainFunction(name: string, arity: number): string {
  const arities = aritiesOf(name);
  if (arities.length > 0) {
    const given = arity === 1 ? '1 argument' : `${arity} arguments`;
    return `calls "${name}" with ${given}; it takes ${arities.join(' or ')}`;
  }
  if (onlyInJq.has(name)) return `calls "${name}", which the jq of Argo CD does not support`;
  const right = misspelt(name, arity);
  if (right !== undefined) return `calls "${name}", which is not a jq function; did you mean "${right}"?`;
  const advice = arity === 0 ? '; a field starts with a dot, and a string is in double quotes' : '';
  return `calls "${name}", which is not a jq function${advice}`;
}

/** Fields of Kubernetes that map keys of any form to plain values. */
const maps = 'annotations|labels|matchLabels|selector|nodeSelector|podAnnotations|podLabels|data|stringData';

interface UnquotedKey extends Stretch {
  readonly message: string;
  readonly suggestion: string | undefined;
}

/** A key that jq does not take for one: in brackets without quotes, or with `-` or `/` in it. */
function unquotedKey(text: string, start: number, end: number): UnquotedKey | undefined {
  if (text[start - 1] === '[' && text[end] === ']')
    return {
      offset: start,
      length: end - start,
      message: 'has a key without double quotes',
      suggestion: `${text.slice(0, start)}"${text.slice(start, end)}"${text.slice(end)}`,
    };
  // Backwards by hand: a pattern that ends in `+$` is tried from each character on.
  let from = start;
  while (from > 0 && /[\w.\-/\]]/.test(text[from - 1]!)) from--;
  const before = text.slice(from, start);
  if (!/[\w\]][-/]/.test(before.slice(Math.max(0, before.lastIndexOf(']'))))) return undefined;
  const after = /^[\w.\-/]*/.exec(text.slice(start))?.[0] ?? '';
  const offset = start - before.length;
  const path = before + after;
  const right = withQuotedKey(path);
  return {
    offset,
    length: path.length,
    message: 'has a key that jq reads as a calculation, because it is not in brackets and double quotes',
    suggestion:
      right === undefined ? undefined : text.slice(0, offset) + right + text.slice(offset + path.length),
  };
}

function withQuotedKey(path: string): string | undefined {
  const mark = Math.max(path.lastIndexOf('-'), path.lastIndexOf('/'));
  const [map] = new RegExp(`^.*\\.(?:${maps})(?=\\.)`).exec(path.slice(0, mark + 1)) ?? [];
  const inMap = map === undefined ? ']' : path.slice(map.length + 1);
  if (!/[[\]]/.test(inMap)) return `${map}["${inMap}"]`;
  if (path.includes('/') || !path.startsWith('.')) return undefined; // Which dots belong to the key is not certain.
  return path
    .slice(1)
    .split('.')
    .map((part, index) => {
      if (!part.includes('-')) return `.${part}`;
      const [key] = /^[\w-]*/.exec(part)!;
      return `${index === 0 ? '.' : ''}["${key}"]${part.slice(key.length)}`;
    })
    .join('');
}
