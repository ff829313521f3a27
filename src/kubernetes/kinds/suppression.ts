import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/**
 * The prefix of annotations that suppress findings of an object. `rolloutkit` is not a registered domain and need not be:
 * Kubernetes only checks the syntax.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set
 */
const prefix = 'suppress.rolloutkit/';

/**
 * The annotation that suppresses a rule for an object; its value is the reason. A key has a single slash, so the one in the
 * rule's name becomes a dot: `suppress.rolloutkit/istio.route-exists`.
 */
export function suppressionKey(rule: string): string {
  return prefix + rule.replace('/', '.');
}

/** The annotation of an object that suppresses a rule, with its reason. */
export function suppressingAnnotation(
  resource: Resource,
  rule: string,
): { readonly annotation: Field; readonly reason: string } | undefined {
  const annotation = resource.at('metadata', 'annotations', suppressionKey(rule));
  const reason = (annotation.text ?? '').trim();
  return reason === '' ? undefined : { annotation, reason };
}

/** An annotation that suppresses a rule. */
export interface Suppression {
  readonly annotation: Field;
  /** The name of the rule in the key, which may not exist. */
  readonly rule: string;
  readonly hasReason: boolean;
}

/** The suppressing annotations of an object, whether or not they are valid. */
export function suppressions(resource: Resource): readonly Suppression[] {
  return resource.at('metadata', 'annotations').entries.flatMap((annotation) => {
    const key = String(annotation.key);
    if (!key.startsWith(prefix)) return [];
    return [
      { annotation, rule: key.slice(prefix.length).replace('.', '/'), hasReason: hasReason(annotation) },
    ];
  });
}

function hasReason(annotation: Field): boolean {
  return (annotation.text ?? '').trim() !== '';
}
