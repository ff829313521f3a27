import type { LabelSelector } from '../objects/rollout-object.js';
import {
  allInvalid,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  concatenated,
  notSupported,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import { qualifiedNameProblems, selectorErrors } from './labels.js';

/** A topology spread constraint. */
export interface SpreadConstraint {
  readonly maxSkew?: number;
  readonly topologyKey?: string;
  readonly whenUnsatisfiable?: string;
  readonly labelSelector?: LabelSelector;
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: string;
  readonly nodeTaintsPolicy?: string;
  readonly matchLabelKeys?: readonly string[];
}

const unsatisfiableActions = ['DoNotSchedule', 'ScheduleAnyway'];
const policies = ['Honor', 'Ignore'];

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateTopologySpreadConstraints) */
export function spreadErrors(constraints: readonly SpreadConstraint[], path: string): readonly FieldError[] {
  return ofEach(constraints, (constraint, index) => {
    const at = `${path}[${index}]`;
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', labelSelector } = constraint;
    const isRepeated = constraints
      .slice(index + 1)
      .some(
        (other) =>
          (other.topologyKey ?? '') === topologyKey && (other.whenUnsatisfiable ?? '') === whenUnsatisfiable,
      );
    return concatenated(
      maxSkew <= 0 ? [invalid(`${at}.maxSkew`, maxSkew, 'must be greater than zero')] : none,
      topologyKey === '' ? [requiredError(`${at}.topologyKey`, 'can not be empty')] : none,
      unsatisfiableActions.includes(whenUnsatisfiable)
        ? none
        : [notSupported(`${at}.whenUnsatisfiable`, whenUnsatisfiable, unsatisfiableActions)],
      isRepeated
        ? [duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`)]
        : none,
      domainErrors(constraint, `${at}.minDomains`),
      ofEach(['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const, (key) => {
        const policy = constraint[key];
        return policy === undefined || policies.includes(policy)
          ? none
          : [notSupported(`${at}.${key}`, policy, policies)];
      }),
      keyErrors(constraint, `${at}.matchLabelKeys`),
      selectorErrors(labelSelector ?? {}, `${at}.labelSelector`),
    );
  });
}

function domainErrors(
  { minDomains, whenUnsatisfiable = '' }: SpreadConstraint,
  path: string,
): readonly FieldError[] {
  if (minDomains === undefined) return none;
  const words = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return concatenated(
    minDomains <= 0 ? [invalid(path, minDomains, 'must be greater than zero')] : none,
    whenUnsatisfiable === 'DoNotSchedule' ? none : [invalid(path, minDomains, words)],
  );
}

function keyErrors(
  { matchLabelKeys = [], labelSelector }: SpreadConstraint,
  path: string,
): readonly FieldError[] {
  if (matchLabelKeys.length === 0) return none;
  const selected = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key),
  ]);
  return concatenated(
    labelSelector ? none : [forbidden(path, 'must not be specified when labelSelector is not set')],
    ofEach(matchLabelKeys, (key, index) =>
      concatenated(
        allInvalid(`${path}[${index}]`, key, qualifiedNameProblems(key)),
        selected.has(key)
          ? [invalid(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')]
          : none,
      ),
    ),
  );
}
