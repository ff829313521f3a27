import type { Field } from '../../model/field.js';

/** One thing that a label selector asks of labels. */
export interface Requirement {
  /** The entry of `matchLabels`, or the item of `matchExpressions`. */
  readonly field: Field;
  readonly key: string;
  /** As it is written: `app: web`, `app in (web, api)`. */
  readonly words: string;
  /** Whether it asks for a label to be there. */
  readonly isPositive: boolean;
  readonly holds: (labels: Readonly<Record<string, string>>) => boolean;
}

export const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/**
 * What a label selector asks for, as far as it can be understood.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements
 */
export function requirements(selector: Field): readonly Requirement[] {
  const labels = selector.at('matchLabels').entries.flatMap((field): Requirement[] => {
    const value = field.value;
    if (typeof value !== 'string') return [];
    const key = String(field.key);
    return [
      { field, key, words: `${key}: ${value}`, isPositive: true, holds: (given) => given[key] === value },
    ];
  });
  const expressions = selector.at('matchExpressions').items.flatMap((field): Requirement[] => {
    const key = field.at('key').text;
    if (key === undefined) return [];
    const values = field.at('values').items.map(({ value }) => String(value));
    const list = `(${values.join(', ')})`;
    switch (field.at('operator').text) {
      case 'In':
        return [
          {
            field,
            key,
            words: `${key} in ${list}`,
            isPositive: true,
            holds: (given) => given[key] !== undefined && values.includes(given[key]),
          },
        ];
      case 'NotIn':
        return [
          {
            field,
            key,
            words: `${key} not in ${list}`,
            isPositive: false,
            holds: (given) => given[key] === undefined || !values.includes(given[key]),
          },
        ];
      case 'Exists':
        return [
          { field, key, words: `any ${key}`, isPositive: true, holds: (given) => given[key] !== undefined },
        ];
      case 'DoesNotExist':
        return [
          { field, key, words: `no ${key}`, isPositive: false, holds: (given) => given[key] === undefined },
        ];
      default:
        return [];
    }
  });
  // In a map the order of keys means nothing.
  return [...labels.sort((left, right) => (left.key < right.key ? -1 : 1)), ...expressions];
}

/** Whether a label selector asks for nothing. */
export function isEmpty(selector: Field): boolean {
  return (
    selector.at('matchLabels').entries.length === 0 && selector.at('matchExpressions').items.length === 0
  );
}
