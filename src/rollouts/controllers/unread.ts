import { type Misfit, misfits } from '../../kubernetes/apply/misfits.js';
import type { Scalar } from '../../kubernetes/apply/schema-table.js';
import type { Path } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';

/** A part of a Rollout that the controller cannot decode; the path begins at the Rollout. */
export interface Unread extends Misfit {
  /**
   * Whether Go decodes nothing after this part. What is lost then depends on two decoders, one in the order of Go's structs and
   * one in alphabetical order, so the controller's behaviour is unknown.
   */
  readonly isEnd: boolean;
}

/** Types with their own decoder: encoding/json stops at an error of these, and continues after any other error. */
const readThemselves: ReadonlySet<Misfit['expected']> = new Set<Scalar>([
  'quantity',
  'intOrString',
  'time',
  'microTime',
]);

/**
 * The parts of a pod template that do not fit Go's types. The CRD of Rollouts accepts anything in resources and volumes, so the
 * API server stores them. A placeholder may be filled in with a fitting value later. The controller continues without these
 * parts, and its first write of the Rollout removes them from the cluster.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/tolerantinformer/tollerantinformer.go (convertObject)
 */
export function unreadOf(template: unknown): readonly Unread[] {
  return misfits(template, 'core.v1.PodTemplateSpec')
    .filter(({ value }) => !isPlaceholder(JSON.stringify(value)))
    .map((misfit) => ({
      ...misfit,
      path: ['spec', 'template', ...misfit.path],
      isEnd: readThemselves.has(misfit.expected),
    }))
    .sort(
      (left, right) =>
        Number(isReadBefore(right.path, left.path)) - Number(isReadBefore(left.path, right.path)),
    );
}

/** Whether the controller decodes a field although decoding stops at another: it reads maps in alphabetical order. */
export function isReadBefore(path: Path, end: Path): boolean {
  const index = path.findIndex((key, at) => key !== end[at]);
  const [own, other] = [path[index], end[index]];
  if (index === -1 || other === undefined) return false;
  return typeof own === 'number' && typeof other === 'number' ? own < other : String(own) < String(other);
}

/** The type that a field must have, in words. */
export function expectedIn({ expected }: Misfit): string {
  return expectedWords[expected];
}

const expectedWords: Readonly<Record<Misfit['expected'], string>> = {
  string: 'a string',
  int: 'an integer',
  bool: 'a boolean',
  bytes: 'base64',
  quantity: 'a quantity',
  intOrString: 'an integer of 32 bits or a string',
  time: 'a time',
  microTime: 'a time',
  any: 'anything',
  list: 'a list',
  map: 'a map',
};
