import type { Field } from '../../model/field.js';

/** One requirement of a label selector. */
export interface Requirement {
  /** The entry of `matchLabels`, or the item of `matchExpressions`. */
  readonly field: Field;
  readonly key: string;
  /** In the words of the manifest: `app: web`, `app in (web, api)`. */
  readonly words: string;
  /** Whether it requires a label to be present. */
  readonly isPositive: boolean;
  readonly holds: (labels: Readonly<Record<string, string>>) => boolean;
}

export const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/**
 * The requirements of a label selector, as far as they are understood.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements
 */
export function requirements(selector: Field): readonly Requirement[] {
  const labels = labelRequirements(selector.at('matchLabels'));
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
  return [...labels, ...expressions];
}

/** The requirements of a map of labels, in the order of their keys: that of a map has no meaning. */
export function labelRequirements(labels: Field): readonly Requirement[] {
  return labels.entries
    .flatMap((field): Requirement[] => {
      const value = field.value;
      if (typeof value !== 'string') return [];
      const key = String(field.key);
      return [
        { field, key, words: `${key}: ${value}`, isPositive: true, holds: (given) => given[key] === value },
      ];
    })
    .sort((left, right) => (left.key < right.key ? -1 : 1));
}

/** Whether a label selector has no requirements. */
export function isEmptySelector(selector: Field): boolean {
  return (
    selector.at('matchLabels').entries.length === 0 && selector.at('matchExpressions').items.length === 0
  );
}
