import { isList } from '../objects/json.js';
import type { Labels } from '../objects/object.js';
import type { PodMetadata } from '../objects/rollout-object.js';
import {
  allInvalid,
  duplicate,
  type FieldError,
  following,
  forbidden,
  invalid,
  concatenated,
  located,
  notSupported,
  ofEach,
} from './field-error.js';
import { none } from '../../model/none.js';
import { type Affinity, affinityErrors } from './affinity.js';
import { containerErrors, initContainerErrors } from './containers.js';
import { type Container } from './container-type.js';
import { sortedKeys } from './go-values.js';
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelErrors,
  labelValueProblems,
  qualifiedNameProblems,
} from './labels.js';
import { isBetween } from './pod-names.js';
import { type PodClaim, podClaimErrors } from './claims.js';
import { type Dns, dnsErrors, type HostAlias, hostAliasErrors } from './pod-dns.js';
import { type PodSecurity, podSecurityErrors } from './security.js';
import { type SpreadConstraint, spreadErrors } from './spread.js';
import { validVolumes, volumesIn } from './volumes.js';

interface PodSpec extends Dns {
  readonly volumes?: unknown;
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
  readonly restartPolicy?: string;
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
  readonly resourceClaims?: readonly PodClaim[];
  readonly securityContext?: PodSecurity;
  readonly hostAliases?: readonly HostAlias[];
  readonly readinessGates?: readonly { readonly conditionType?: string }[];
  readonly schedulingGates?: readonly { readonly name?: string }[];
  readonly preemptionPolicy?: string;
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

/** A pod without fields that must be lists of containers but are not: the API server refuses such a workload, but a Rollout can name it. */
function withLists(pod: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const wrong = ['containers', 'initContainers'].filter((key) => pod[key] != null && !isList(pod[key]));
  return wrong.length === 0 ? pod : { ...pod, ...Object.fromEntries(wrong.map((key) => [key, undefined])) };
}

/**
 * The errors of the pods of a template, in Kubernetes' order and with its defaults. Rarely used fields are not checked: pods of
 * Windows, volumes of single vendors, and everything behind a feature gate.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidatePodTemplateSpec, ValidatePodSpec)
 */
export function podErrors(
  { annotations = {} }: PodMetadata,
  pod: Readonly<Record<string, unknown>>,
): readonly FieldError[] {
  const spec = withLists(pod) as PodSpec;
  const path = 'spec.template.spec';
  const volumes = validVolumes(volumesIn(spec.volumes), `${path}.volumes`);
  return concatenated(
    ofEach(sortedKeys(annotations), (key) =>
      located(
        allInvalid('spec.template.annotations', key, qualifiedNameProblems(key.toLowerCase())),
        'spec.template.metadata.annotations',
      ),
    ),
    volumes.errors,
    podClaimErrors(spec.resourceClaims ?? [], `${path}.resourceClaims`),
    containerErrors(spec, volumes, `${path}.containers`),
    initContainerErrors(spec, volumes, `${path}.initContainers`),
    oneOf(spec.restartPolicy, restartPolicies, `${path}.restartPolicy`),
    oneOf(
      spec.dnsPolicy,
      ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'],
      `${path}.dnsPolicy`,
    ),
    labelErrors(spec.nodeSelector, `${path}.nodeSelector`),
    spec.securityContext ? podSecurityErrors(spec.securityContext, `${path}.securityContext`) : none,
    spec.affinity ? affinityErrors(spec.affinity, `${path}.affinity`) : none,
    dnsErrors(spec, `${path}.dnsConfig`),
    ofEach(spec.readinessGates, ({ conditionType = '' }, index) =>
      allInvalid(
        `${path}.readinessGates[${index}].conditionType`,
        conditionType,
        qualifiedNameProblems(conditionType),
      ),
    ),
    gateErrors(spec.schedulingGates ?? [], `${path}.schedulingGates`),
    spreadErrors(spec.topologySpreadConstraints ?? [], `${path}.topologySpreadConstraints`),
    nameErrors(spec.serviceAccountName, dnsSubdomainProblems, `${path}.serviceAccountName`),
    nameErrors(spec.nodeName, dnsSubdomainProblems, `${path}.nodeName`),
    // A ReplicaSet does not allow it at all, which is reported there.
    following(deadlineErrors(spec.activeDeadlineSeconds, `${path}.activeDeadlineSeconds`)),
    nameErrors(spec.hostname, dnsLabelProblems, `${path}.hostname`),
    nameErrors(spec.subdomain, dnsLabelProblems, `${path}.subdomain`),
    ofEach(spec.tolerations, (toleration, index) =>
      tolerationErrors(toleration, `${path}.tolerations[${index}]`),
    ),
    hostAliasErrors(spec.hostAliases ?? [], `${path}.hostAliases`),
    nameErrors(spec.priorityClassName, dnsSubdomainProblems, `${path}.priorityClassName`),
    nameErrors(spec.runtimeClassName, dnsSubdomainProblems, `${path}.runtimeClassName`),
    spec.preemptionPolicy === undefined
      ? none
      : oneOf(spec.preemptionPolicy, ['Never', 'PreemptLowerPriority'], `${path}.preemptionPolicy`),
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

function gateErrors(gates: readonly { readonly name?: string }[], path: string): readonly FieldError[] {
  const names = gates.map(({ name = '' }) => name);
  return ofEach(names, (name, index) =>
    concatenated(
      allInvalid(`${path}[${index}]`, name, qualifiedNameProblems(name)),
      names.indexOf(name) < index ? [duplicate(`${path}[${index}]`, name)] : none,
    ),
  );
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
  return concatenated(
    errors,
    oneOf(effect, ['NoSchedule', 'PreferNoSchedule', 'NoExecute'], `${path}.effect`),
  );
}
