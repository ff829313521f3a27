import type { Labels } from '../cluster/object.js';
import type { LabelSelector, PodMetadata } from '../cluster/rollout-object.js';
import {
  allInvalid,
  duplicate,
  type FieldError,
  following,
  forbidden,
  invalid,
  joined,
  located,
  none,
  notSupported,
  ofEach,
  required,
} from './field-error.js';
import { type Affinity, affinityErrors } from './affinity.js';
import { containerErrors, initContainerErrors, type Container } from './containers.js';
import { sortedKeys } from './go-values.js';
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelErrors,
  labelValueProblems,
  qualifiedNameProblems,
  selectorErrors,
} from './labels.js';
import { isBetween } from './pod-names.js';
import { validVolumes, volumesIn } from './volumes.js';

interface PodSpec {
  readonly volumes?: unknown;
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
  readonly restartPolicy?: string;
  readonly dnsPolicy?: string;
  readonly nodeSelector?: Labels;
  readonly serviceAccountName?: string;
  readonly nodeName?: string;
  readonly activeDeadlineSeconds?: number;
  readonly hostname?: string;
  readonly subdomain?: string;
  readonly tolerations?: readonly Toleration[];
  readonly priorityClassName?: string;
  readonly runtimeClassName?: string;
  readonly affinity?: Affinity;
  readonly dnsConfig?: { readonly nameservers?: readonly string[] };
  readonly ephemeralContainers?: readonly unknown[];
  readonly topologySpreadConstraints?: readonly SpreadConstraint[];
}

interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

interface SpreadConstraint {
  readonly maxSkew?: number;
  readonly topologyKey?: string;
  readonly whenUnsatisfiable?: string;
  readonly labelSelector?: LabelSelector;
}

/**
 * What is wrong with the pods of a template, in Kubernetes' order and with its defaults. What is rarely written by hand is
 * not looked at: security contexts, most DNS settings, devices, exotic volumes, and all that a feature gate guards.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidatePodTemplateSpec, ValidatePodSpec)
 */
export function podErrors(
  { annotations = {} }: PodMetadata,
  pod: Readonly<Record<string, unknown>>,
): readonly FieldError[] {
  const spec = pod as PodSpec;
  const path = 'spec.template.spec';
  const volumes = validVolumes(volumesIn(spec.volumes), `${path}.volumes`);
  return joined(
    ofEach(sortedKeys(annotations), (key) =>
      located(
        allInvalid('spec.template.annotations', key, qualifiedNameProblems(key.toLowerCase())),
        'spec.template.metadata.annotations',
      ),
    ),
    volumes.errors,
    containerErrors(spec, volumes, `${path}.containers`),
    initContainerErrors(spec, volumes, `${path}.initContainers`),
    oneOf(spec.restartPolicy, restartPolicies, `${path}.restartPolicy`),
    oneOf(
      spec.dnsPolicy,
      ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'],
      `${path}.dnsPolicy`,
    ),
    labelErrors(spec.nodeSelector, `${path}.nodeSelector`),
    spec.affinity ? affinityErrors(spec.affinity, `${path}.affinity`) : none,
    dnsErrors(spec, `${path}.dnsConfig`),
    spreadErrors(spec.topologySpreadConstraints ?? [], `${path}.topologySpreadConstraints`),
    nameErrors(spec.serviceAccountName, dnsSubdomainProblems, `${path}.serviceAccountName`),
    nameErrors(spec.nodeName, dnsSubdomainProblems, `${path}.nodeName`),
    // A ReplicaSet takes none at all, which is told of there.
    following(deadlineErrors(spec.activeDeadlineSeconds, `${path}.activeDeadlineSeconds`)),
    nameErrors(spec.hostname, dnsLabelProblems, `${path}.hostname`),
    nameErrors(spec.subdomain, dnsLabelProblems, `${path}.subdomain`),
    ofEach(spec.tolerations, (toleration, index) =>
      tolerationErrors(toleration, `${path}.tolerations[${index}]`),
    ),
    nameErrors(spec.priorityClassName, dnsSubdomainProblems, `${path}.priorityClassName`),
    nameErrors(spec.runtimeClassName, dnsSubdomainProblems, `${path}.runtimeClassName`),
    spec.ephemeralContainers
      ? [forbidden(`${path}.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
      : none,
  );
}

export const restartPolicies = ['Always', 'OnFailure', 'Never'];

function oneOf(value: string | undefined, supported: readonly string[], path: string): readonly FieldError[] {
  // Empty is the default.
  return (value ?? '') === '' || supported.includes(value ?? '')
    ? none
    : [notSupported(path, value ?? '', supported)];
}

function nameErrors(
  name: string | undefined,
  problemsOf: (name: string) => readonly string[],
  path: string,
): readonly FieldError[] {
  return (name ?? '') === '' ? none : allInvalid(path, name, problemsOf(name ?? ''));
}

function dnsErrors({ dnsPolicy, dnsConfig }: PodSpec, path: string): readonly FieldError[] {
  if (dnsPolicy !== 'None') return none;
  if (!dnsConfig) return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  if ((dnsConfig.nameservers ?? []).length > 0) return none;
  const words = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
  return [required(`${path}.nameservers`, words)];
}

function deadlineErrors(seconds: number | undefined, path: string): readonly FieldError[] {
  return seconds === undefined ? none : isBetween(seconds, 1, 2 ** 31 - 1, path);
}

function tolerationErrors(toleration: Toleration, path: string): readonly FieldError[] {
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration;
  const errors: FieldError[] = nameErrors(key, qualifiedNameProblems, `${path}.key`).slice();
  if (key === '' && operator !== 'Exists')
    errors.push(
      invalid(
        `${path}.operator`,
        operator,
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ),
    );
  if (tolerationSeconds !== undefined && effect !== 'NoExecute')
    errors.push(
      invalid(`${path}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"),
    );
  if (operator === '' || operator === 'Equal') {
    const problems = labelValueProblems(value);
    if (problems.length > 0) errors.push(invalid(`${path}.operator`, value, problems.join(';')));
  } else if (operator !== 'Exists')
    errors.push(notSupported(`${path}.operator`, operator, ['Equal', 'Exists']));
  else if (value !== '')
    errors.push(invalid(`${path}.operator`, value, "value must be empty when `operator` is 'Exists'"));
  return joined(errors, oneOf(effect, ['NoSchedule', 'PreferNoSchedule', 'NoExecute'], `${path}.effect`));
}

function spreadErrors(constraints: readonly SpreadConstraint[], path: string): readonly FieldError[] {
  return ofEach(constraints, (constraint, index) => {
    const at = `${path}[${index}]`;
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', labelSelector = {} } = constraint;
    const isRepeated = constraints
      .slice(index + 1)
      .some(
        (other) =>
          (other.topologyKey ?? '') === topologyKey && (other.whenUnsatisfiable ?? '') === whenUnsatisfiable,
      );
    return joined(
      maxSkew <= 0 ? [invalid(`${at}.maxSkew`, maxSkew, 'must be greater than zero')] : none,
      topologyKey === '' ? [required(`${at}.topologyKey`, 'can not be empty')] : none,
      ['DoNotSchedule', 'ScheduleAnyway'].includes(whenUnsatisfiable)
        ? none
        : [notSupported(`${at}.whenUnsatisfiable`, whenUnsatisfiable, ['DoNotSchedule', 'ScheduleAnyway'])],
      isRepeated
        ? [duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`)]
        : none,
      selectorErrors(labelSelector, `${at}.labelSelector`),
    );
  });
}
