import type { JqPattern } from './ast.js';
import { jqValueAt } from './paths.js';
import type { Variables } from './state.js';
import { BeyondSubset, describe, JqRunError, typeOf } from './values.js';

/** The variables after `as`, which takes a value apart. */
export function bind(patterns: readonly JqPattern[], value: unknown, variables: Variables): Variables {
  const [pattern, alternative] = patterns;
  if (!pattern || alternative) throw new BeyondSubset('it has several patterns for one value');
  return new Map([...variables, ...bindings(pattern, value)]);
}

function bindings(pattern: JqPattern, value: unknown): readonly (readonly [string, unknown])[] {
  if (pattern.type === 'variable') return [[pattern.name, value]];
  if (pattern.type === 'array') {
    if (typeOf(value) !== 'null' && !Array.isArray(value))
      throw new JqRunError(() => `expected an array but got: ${describe(value)}`);
    return pattern.items.flatMap((item, index) => bindings(item, jqValueAt(value, index)));
  }
  return pattern.entries.flatMap(({ key, value: inner }) => {
    if (key.type === 'literal') return inner ? bindings(inner, jqValueAt(value, key.value)) : [];
    if (key.type !== 'variable') throw new BeyondSubset('it computes a key of a pattern');
    const item = jqValueAt(value, key.name.slice(1));
    return [[key.name, item] as const, ...(inner ? bindings(inner, item) : [])];
  });
}
