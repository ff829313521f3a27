import type { LabelSelector } from '../objects/rollout-object.js';
import {
  allInvalid,
  type FieldError,
  following,
  forbidden,
  invalid,
  concatenated,
  located,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
  selectorErrors,
} from './labels.js';

/** The affinity of pods: preferred and required placement. */
export interface Affinity {
  readonly nodeAffinity?: Rules<{ readonly nodeSelectorTerms?: readonly NodeTerm[] }, NodePreference>;
  readonly podAffinity?: Rules<readonly PodTerm[], PodPreference>;
  readonly podAntiAffinity?: Rules<readonly PodTerm[], PodPreference>;
}

interface Rules<Must, May> {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: Must;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly May[];
}

interface NodeTerm {
  readonly matchExpressions?: readonly NodeRequirement[];
  readonly matchFields?: readonly NodeRequirement[];
}

interface NodeRequirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

interface NodePreference {
  readonly weight?: number;
  readonly preference?: NodeTerm;
}

interface PodTerm {
  readonly labelSelector?: LabelSelector;
  readonly topologyKey?: string;
  readonly namespaces?: readonly string[];
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

interface PodPreference {
  readonly weight?: number;
  readonly podAffinityTerm?: PodTerm;
}

const must = 'requiredDuringSchedulingIgnoredDuringExecution';
const may = 'preferredDuringSchedulingIgnoredDuringExecution';

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateAffinity) */
export function affinityErrors(affinity: Affinity, path: string): readonly FieldError[] {
  const { nodeAffinity = {} } = affinity;
  return concatenated(
    nodeErrors(nodeAffinity[must], `${path}.nodeAffinity.${must}.nodeSelectorTerms`),
    ofEach(nodeAffinity[may] ?? [], ({ weight = 0, preference = {} }, index) => {
      const at = `${path}.nodeAffinity.${may}[${index}]`;
      return concatenated(weightErrors(weight, at), termErrors(preference, true, `${at}.preference`));
    }),
    ofEach(['podAffinity', 'podAntiAffinity'] as const, (key) =>
      podErrors(affinity[key] ?? {}, `${path}.${key}`),
    ),
  );
}

function nodeErrors(
  selector: { readonly nodeSelectorTerms?: readonly NodeTerm[] } | undefined,
  path: string,
): readonly FieldError[] {
  if (!selector) return none;
  const { nodeSelectorTerms: terms = [] } = selector;
  return terms.length === 0
    ? [requiredError(path, 'must have at least one node selector term')]
    : ofEach(terms, (term, index) => termErrors(term, false, `${path}[${index}]`));
}

/** Preferred terms may ask for values that no label can have. */
function termErrors(
  { matchExpressions, matchFields }: NodeTerm,
  isPreferred: boolean,
  path: string,
): readonly FieldError[] {
  const expressions = ofEach(matchExpressions, ({ key = '', operator = '', values = [] }, index) => {
    const at = `${path}.matchExpressions[${index}]`;
    return concatenated(
      operatorErrors(operator, values, at),
      allInvalid(`${at}.key`, key, qualifiedNameProblems(key)),
      ofEach(isPreferred ? none : values, (value, item) =>
        allInvalid(`${at}.values[${item}]`, value, labelValueProblems(value)),
      ),
    );
  });
  const fields = ofEach(matchFields, (requirement, index) =>
    fieldErrors(requirement, `${path}.matchFields[${index}]`),
  );
  return concatenated(expressions, fields);
}

/** The only supported field of nodes is their name. */
function fieldErrors(
  { key = '', operator = '', values = [] }: NodeRequirement,
  path: string,
): readonly FieldError[] {
  const single = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  return concatenated(
    operator === 'In' || operator === 'NotIn'
      ? values.length === 1
        ? none
        : [requiredError(`${path}.values`, single)]
      : [invalid(`${path}.operator`, operator, 'not a valid selector operator')],
    key === 'metadata.name'
      ? ofEach(values, (name, item) =>
          allInvalid(`${path}.values[${item}]`, name, dnsSubdomainProblems(name)),
        )
      : [invalid(`${path}.key`, key, 'not a valid field selector key')],
  );
}

function operatorErrors(operator: string, values: readonly string[], path: string): readonly FieldError[] {
  const at = `${path}.values`;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? none
        : [requiredError(at, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0
        ? none
        : [forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      return values.length === 1
        ? none
        : [requiredError(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalid(`${path}.operator`, operator, 'not a valid selector operator')];
  }
}

function podErrors(rules: Rules<readonly PodTerm[], PodPreference>, path: string): readonly FieldError[] {
  return concatenated(
    ofEach(rules[must] ?? [], (term, index) => podTermErrors(term, `${path}.${must}[${index}]`)),
    ofEach(rules[may] ?? [], ({ weight = 0, podAffinityTerm = {} }, index) => {
      const at = `${path}.${may}[${index}]`;
      return concatenated(weightErrors(weight, at), podTermErrors(podAffinityTerm, `${at}.podAffinityTerm`));
    }),
  );
}

function podTermErrors(term: PodTerm, path: string): readonly FieldError[] {
  const { labelSelector, topologyKey = '' } = term;
  const at = `${path}.topologyKey`;
  return concatenated(
    labelSelector ? selectorErrors(labelSelector, `${path}.labelSelector`) : none,
    // Upstream uses another name, and omits the index.
    ofEach(term.namespaces, (name, item) =>
      located(allInvalid(`${path}.namespace`, name, dnsLabelProblems(name)), `${path}.namespaces[${item}]`),
    ),
    ofEach(['matchLabelKeys', 'mismatchLabelKeys'] as const, (key) =>
      labelKeyErrors(term, key, `${path}.${key}`),
    ),
    ofEach(term.matchLabelKeys, (key, index) =>
      term.mismatchLabelKeys?.includes(key)
        ? [
            invalid(
              `${path}.matchLabelKeys[${index}]`,
              key,
              'exists in both matchLabelKeys and mismatchLabelKeys',
            ),
          ]
        : none,
    ),
    topologyKey === '' ? [requiredError(at, 'can not be empty')] : none,
    topologyKey === ''
      ? following(allInvalid(at, topologyKey, qualifiedNameProblems(topologyKey)))
      : allInvalid(at, topologyKey, qualifiedNameProblems(topologyKey)),
  );
}

function labelKeyErrors(
  { labelSelector, ...term }: PodTerm,
  key: 'matchLabelKeys' | 'mismatchLabelKeys',
  path: string,
): readonly FieldError[] {
  const keys = term[key] ?? [];
  if (keys.length === 0) return none;
  if (!labelSelector) return [forbidden(path, 'must not be specified when labelSelector is not set')];
  return ofEach(keys, (name, index) => allInvalid(`${path}[${index}]`, name, qualifiedNameProblems(name)));
}

function weightErrors(weight: number, path: string): readonly FieldError[] {
  return weight > 0 && weight <= 100
    ? none
    : [invalid(`${path}.weight`, weight, 'must be in the range 1-100')];
}
