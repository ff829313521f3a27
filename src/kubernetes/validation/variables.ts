import {
  allInvalid,
  type FieldError,
  invalid,
  concatenated,
  notSupported,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import { dnsSubdomainProblems, qualifiedNameProblems } from './labels.js';
import { splitSubscript } from './metadata-path.js';
import { configKeyProblems, variableNameProblems } from './pod-names.js';

export interface EnvVariable {
  readonly name?: string;
  readonly value?: string;
  readonly valueFrom?: Readonly<Record<string, KeyReference | undefined>>;
}

interface KeyReference {
  readonly name?: string;
  readonly key?: string;
  readonly apiVersion?: string;
  readonly fieldPath?: string;
  readonly resource?: string;
}

export interface EnvFrom {
  readonly prefix?: string;
  readonly configMapRef?: { readonly name?: string };
  readonly secretRef?: { readonly name?: string };
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidateEnv) */
export function envErrors(variables: readonly EnvVariable[], path: string): readonly FieldError[] {
  return ofEach(variables, (variable, index) => {
    const at = `${path}[${index}]`;
    const { name = '' } = variable;
    return concatenated(
      name === ''
        ? [requiredError(`${at}.name`)]
        : allInvalid(`${at}.name`, name, variableNameProblems(name)),
      valueFromErrors(variable, `${at}.valueFrom`),
    );
  });
}

function valueFromErrors({ value = '', valueFrom }: EnvVariable, path: string): readonly FieldError[] {
  if (!valueFrom) return none;
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  const count = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'].filter(
    (key) => valueFrom[key] !== undefined,
  ).length;
  const words =
    count === 0
      ? 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'
      : value !== ''
        ? 'may not be specified when `value` is not empty'
        : 'may not have more than one field specified at a time';
  return concatenated(
    fieldRef ? fieldErrors(fieldRef, `${path}.fieldRef`) : none,
    resourceFieldRef ? amountErrors(resourceFieldRef, `${path}.resourceFieldRef`) : none,
    configMapKeyRef ? keyErrors(configMapKeyRef, `${path}.configMapKeyRef`) : none,
    secretKeyRef ? keyErrors(secretKeyRef, `${path}.secretKeyRef`) : none,
    count === 1 && value === '' ? none : [invalid(path, '', words)],
  );
}

const podFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
/** Fields that files of a volume may contain. */
export const volumeFields = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
/** Fields of a pod that its containers cannot use. */
const otherFields = [
  'metadata.annotations',
  'metadata.labels',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
];

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateObjectFieldSelector) */
export function fieldErrors(
  { apiVersion = 'v1', fieldPath = '' }: KeyReference,
  path: string,
  supported: readonly string[] = podFields,
): readonly FieldError[] {
  const at = `${path}.fieldPath`;
  if (fieldPath === '') return [requiredError(at)];
  const refused = (why: string): readonly FieldError[] => [
    invalid(at, fieldPath, `error converting fieldPath: ${why}`),
  ];
  if (apiVersion !== 'v1') return refused(`unsupported pod version: ${apiVersion}`);
  const { map, key } = splitSubscript(fieldPath) ?? {};
  if (map !== undefined && key !== undefined) {
    if (map !== 'metadata.annotations' && map !== 'metadata.labels')
      return refused(`field label does not support subscript: ${fieldPath}`);
    const name = map === 'metadata.annotations' ? key.toLowerCase() : key;
    return allInvalid(path, name, qualifiedNameProblems(name));
  }
  // An old name of the same field.
  const name = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
  if (supported.includes(name)) return none;
  return podFields.includes(name) || otherFields.includes(name)
    ? [notSupported(at, name, supported)]
    : refused(`field label not supported: ${fieldPath}`);
}

const amounts = ['limits', 'requests'].flatMap((list) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${list}.${name}`),
);

export function amountErrors({ resource = '' }: KeyReference, path: string): readonly FieldError[] {
  if (resource === '') return [requiredError(`${path}.resource`)];
  return amounts.includes(resource) || /^(limits|requests)\.hugepages-/.test(resource)
    ? none
    : [notSupported(`${path}.resource`, resource, amounts)];
}

function keyErrors({ name = '', key = '' }: KeyReference, path: string): readonly FieldError[] {
  return concatenated(
    allInvalid(`${path}.name`, name, dnsSubdomainProblems(name)),
    key === '' ? [requiredError(`${path}.key`)] : allInvalid(`${path}.key`, key, configKeyProblems(key)),
  );
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidateEnvFrom) */
export function envFromErrors(sources: readonly EnvFrom[], path: string): readonly FieldError[] {
  return ofEach(sources, (source, index) => {
    const at = `${path}[${index}]`;
    const { prefix = '', configMapRef, secretRef } = source;
    const count = [configMapRef, secretRef].filter((reference) => reference !== undefined).length;
    return concatenated(
      prefix === '' ? none : allInvalid(`${at}.prefix`, prefix, variableNameProblems(prefix)),
      configMapRef ? nameErrors(configMapRef.name, `${at}.configMapRef.name`) : none,
      secretRef ? nameErrors(secretRef.name, `${at}.secretRef.name`) : none,
      count === 0 ? [invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`')] : none,
      count > 1 ? [invalid(path, '', 'may not have more than one field specified at a time')] : none,
    );
  });
}

function nameErrors(name = '', path: string): readonly FieldError[] {
  if (name === '') return [requiredError(path)];
  // A prefix may end in a hyphen, because a suffix follows.
  return allInvalid(path, name, dnsSubdomainProblems(name.replace(/-$/, 'a')));
}
