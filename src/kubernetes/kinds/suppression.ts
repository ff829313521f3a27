import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/**
 * What the keys of annotations begin with by which an object asks the linter for silence. `rolloutkit` is no domain of
 * anybody's, and needs to be none: Kubernetes looks at the form alone.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set
 */
const prefix = 'suppress.rolloutkit/';

/**
 * The annotation by which an object has a rule say nothing of it; its value is the reason why. A key has one slash, so
 * the one of the rule's name becomes a dot: `suppress.rolloutkit/istio.route-exists`.
 */
export function suppressionKey(rule: string): string {
  return prefix + rule.replace('/', '.');
}

/** Whether an object has a rule say nothing of it, and gives a reason. */
export function isSuppressed(resource: Resource, rule: string): boolean {
  return hasReason(resource.at('metadata', 'annotations', suppressionKey(rule)));
}

/** An annotation that asks for silence. */
export interface Suppression {
  readonly annotation: Field;
  /** The name of the rule as the key has it, which need not be one. */
  readonly rule: string;
  readonly hasReason: boolean;
}

/** The annotations of an object that ask for silence, whether or not they get it. */
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
