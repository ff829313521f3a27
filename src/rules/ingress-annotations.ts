// What alb and nginx have alike: annotations under the prefix of a controller that reads a closed list of keys.
import { factsOf, meantKey, unreadableAs, type VendorKeys } from '../kubernetes/annotations/vendor-keys.js';
import { pathBackends } from '../kubernetes/kinds/ingress.js';
import type { Field } from '../model/field.js';
import type { MessageData } from '../model/message.js';
import type { Resource } from '../model/resource.js';
import { removalOf } from './fixes.js';
import type { ProposedFix } from './rule.js';

/** The messages about such annotations; a rule has those that apply to its list. */
export const annotationMessages = {
  unknown:
    'Annotation "{annotation}" is unknown: no release of {controller} from {first} to {last} reads it{meant}',
  removed: 'Annotation "{annotation}" is not read after {controller} {until}; remove it.',
  ingress:
    'Annotation "{annotation}" is only read on an Ingress, not on Service "{name}"; move it to the Ingress.',
  value: 'Annotation "{annotation}" is "{value}", which {controller} cannot read; it must be {right}.',
} as const;

/** An annotation that the controller does not read, or whose value it cannot read. */
export type AnnotationProblem = {
  readonly field: Field;
  readonly data: MessageData;
  readonly fix?: () => ProposedFix | undefined;
} & (
  | { readonly id: 'unknown' | 'ingress'; readonly case?: undefined }
  | { readonly id: 'removed'; readonly case: 'removed' }
  | { readonly id: 'value'; readonly case: 'value' }
);

/** The problems of the annotations of one Ingress or Service under the prefix of its controller. */
export function annotationProblems(
  resource: Resource,
  prefix: string,
  vendor: VendorKeys,
): readonly AnnotationProblem[] {
  const backends = new Set(pathBackends(resource).map(({ from }) => from.text));
  return resource.at('metadata', 'annotations').entries.flatMap((field): readonly AnnotationProblem[] => {
    const annotation = String(field.key);
    if (!annotation.startsWith(`${prefix}/`)) return [];
    const name = annotation.slice(prefix.length + 1);
    const { controller, start = '' } = vendor;
    if (!name.startsWith(start)) return [];
    const facts = factsOf(vendor, name);
    if (!facts) return [unknownAnnotation(field, { prefix, name }, vendor)];
    if (resource.kind === 'Service' && facts.onServices !== true)
      return [{ id: 'ingress', field, data: { annotation, name: resource.name } }];
    const { until } = facts;
    if (until !== undefined)
      return [
        {
          id: 'removed',
          case: 'removed',
          field,
          data: { annotation, controller, until },
          fix: removing(field),
        },
      ];
    if (field.text === undefined) return [];
    if (facts.ofBackend === true && !backends.has(name.slice(name.indexOf('.') + 1))) return [];
    const right = unreadableAs(facts.value, field.text);
    if (right === undefined) return [];
    return [
      {
        id: 'value',
        case: 'value',
        field,
        data: { annotation, value: firstLine(field.text), controller, right },
      },
    ];
  });
}

function unknownAnnotation(
  field: Field,
  { prefix, name }: { readonly prefix: string; readonly name: string },
  vendor: VendorKeys,
): AnnotationProblem {
  const [first, last] = vendor.releases;
  const { controller } = vendor;
  const key = meantKey(vendor, name);
  const meant = key === undefined ? '; remove it.' : `; did you mean "${key}"?`;
  const data = { annotation: `${prefix}/${name}`, controller, first, last, meant };
  const right = key === undefined ? undefined : field.parent?.at(`${prefix}/${key}`);
  if (!right || right.exists) return { id: 'unknown', field, data, fix: removing(field) };
  return { id: 'unknown', field, data, fix: () => renamedTo(field, right) };
}

function removing(field: Field): () => ProposedFix {
  return () => removalOf(field, 'unsafe');
}

function renamedTo(field: Field, right: Field): ProposedFix {
  return {
    title: `Rename the annotation to "${String(right.key)}".`,
    isUnsafe: true,
    writes: [
      { field, value: undefined },
      { field: right, value: field.value },
    ],
  };
}

/** A value in a message: its first line, and not more than a line of a terminal holds. */
function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line === text && line.length <= 60 ? line : `${line.slice(0, 60)}…`;
}
