import type { Field } from '../../model/field.js';
import type { Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { misspeltKind } from './known-kinds.js';

/** Whether a string names an object as `kind/namespace/name`, or `kind/name` for one without a namespace. */
export function isAssumable(text: string): boolean {
  return /^[A-Za-z][\w.]*\/(?:[^/\s]+\/)?[^/\s]+$/.test(text);
}

/** The object that a string with a misspelled kind probably means. */
export function assumableMeant(text: string): string | undefined {
  const [kind = '', ...rest] = text.split('/');
  const meant = misspeltKind(kind);
  return meant === undefined || rest.length === 0 ? undefined : [meant, ...rest].join('/');
}

/** The object that an assumable string names; without a namespace, it is one of any namespace. */
export function assumedTarget(text: string): Target {
  const [kind = '', ...rest] = text.split('/');
  const [name = '', namespace] = rest.reverse();
  return { group: '', kind, name, namespace };
}

/**
 * The annotation that lists objects which exist in the cluster for the object that has it, such as `Service/checkout, Ingress/shop`.
 * They are not reported as missing there, and everything else is still checked.
 */
export const assumedKey = 'assume.rolloutkit/objects';

/** The value of the annotation for some objects. */
export function assumedValue(objects: readonly string[]): string {
  return [...new Set(objects)].join(', ');
}

/** The objects that a resource assumes, in the words of its annotation, and the annotation. */
export function assumptions(resource: Resource): {
  readonly annotation: Field;
  readonly objects: readonly string[];
} {
  const annotation = resource.at('metadata', 'annotations', assumedKey);
  const objects = (annotation.text ?? '').split(/[\s,]+/).filter((object) => object !== '');
  return { annotation, objects };
}
