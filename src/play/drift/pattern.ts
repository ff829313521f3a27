import { isMap } from '../../kubernetes/objects/json.js';
import { type Step, valueAt } from './changes.js';

/** A path to fields of an object that an entry of `ignoreDifferences` can express. */
export type Pattern = readonly PatternStep[];

export type PatternStep =
  | { readonly key: string }
  /** Every element of a list. */
  | { readonly each: true }
  /** The elements of a list that have a certain string at a path. */
  | { readonly where: readonly string[]; readonly equals: string }
  /** One element, if nothing else distinguishes it from the others. */
  | { readonly index: number };

/** A pattern as an Application writes it. */
export type IgnoreExpression =
  | { readonly field: 'jsonPointers'; readonly text: string }
  | { readonly field: 'jqPathExpressions'; readonly text: string };

/** Keys alone make a JSON pointer. A pattern through a list is jq, with question marks so that it fails on no object. */
export function expressionOf(pattern: Pattern): IgnoreExpression {
  if (pattern.every((step) => 'key' in step))
    return { field: 'jsonPointers', text: pattern.map(({ key }) => `/${escaped(key)}`).join('') };
  let text = '';
  let isStart = true;
  for (const step of pattern) {
    if ('key' in step) {
      const isName = /^[A-Za-z_]\w*$/.test(step.key);
      text += isName ? `.${step.key}` : `${isStart ? '.' : ''}[${JSON.stringify(step.key)}]`;
    } else if ('each' in step) text += `${isStart ? '.' : ''}[]?`;
    else if ('index' in step) text += `${isStart ? '.' : ''}[${step.index}]?`;
    else {
      const path = step.where.map((key) =>
        /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
      );
      const condition = `${path.join('').replace(/^\[/, '.[')} == ${JSON.stringify(step.equals)}`;
      text += `${isStart ? '.' : ''}[]? | select(${condition})`;
      if (step !== pattern.at(-1)) text += ' | ';
      isStart = true;
      continue;
    }
    isStart = false;
  }
  return { field: 'jqPathExpressions', text };
}

/** https://www.rfc-editor.org/rfc/rfc6901 */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The paths in an object that a pattern selects. */
export function reach(pattern: Pattern, value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  const [first, ...rest] = pattern;
  if (!first) return [path];
  if ('key' in first) {
    const inner = isMap(value) ? value[first.key] : undefined;
    return inner === undefined || inner === null ? [] : reach(rest, inner, [...path, first.key]);
  }
  if (!Array.isArray(value)) return [];
  return value.flatMap((element: unknown, index) => {
    if ('index' in first && first.index !== index) return [];
    if ('where' in first && valueAt(element, first.where) !== first.equals) return [];
    return reach(rest, element, [...path, index]);
  });
}
