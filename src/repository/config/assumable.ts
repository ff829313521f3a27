import { misspeltKind } from '../../kubernetes/kinds/known-kinds.js';

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
