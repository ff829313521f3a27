import { type Misfit, misfits } from '../../kubernetes/apply/misfits.js';
import type { Scalar } from '../../kubernetes/apply/schema-table.js';
import type { Path } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';

/** What the controller cannot read of a Rollout: the path begins at the Rollout. */
export interface Unread extends Misfit {
  /**
   * Whether Go reads nothing any more from there on. What is lost then depends on how far two readers come, one in the order of
   * Go's structs and one in that of the alphabet, so it is not known what the controller does.
   */
  readonly isEnd: boolean;
}

/** Types that read themselves; with the error of one of them encoding/json gives up, others it passes over. */
const readThemselves: ReadonlySet<Misfit['expected']> = new Set<Scalar>([
  'quantity',
  'intOrString',
  'time',
  'microTime',
]);

/**
 * What of a pod template does not fit Go's types. The definition of Rollouts lets resources and volumes be anything, so the API
 * server stores it. What somebody fills in later may fit. The controller goes on without it, and its first write of the Rollout takes it out of the cluster as well.
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

/** Whether the controller reads a field of a Rollout although it ends to read at another: it goes through maps by name. */
export function isReadBefore(path: Path, end: Path): boolean {
  const index = path.findIndex((key, at) => key !== end[at]);
  const [own, other] = [path[index], end[index]];
  if (index === -1 || other === undefined) return false;
  return typeof own === 'number' && typeof other === 'number' ? own < other : String(own) < String(other);
}

/** What a field would have to be, in words. */
export function expectedIn({ expected }: Misfit): string {
  return words[expected];
}

const words: Readonly<Record<Misfit['expected'], string>> = {
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
