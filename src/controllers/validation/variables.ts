import { type FieldError, invalid, notSupported, required } from './field-error.js';
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
  return variables.flatMap((variable, index) => {
    const at = `${path}[${index}]`;
    const { name = '' } = variable;
    return [
      ...(name === ''
        ? [required(`${at}.name`)]
        : variableNameProblems(name).map((problem) => invalid(`${at}.name`, name, problem))),
      ...valueFromErrors(variable, `${at}.valueFrom`),
    ];
  });
}

function valueFromErrors({ value = '', valueFrom }: EnvVariable, path: string): readonly FieldError[] {
  if (!valueFrom) return [];
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
  return [
    ...(fieldRef ? fieldErrors(fieldRef, `${path}.fieldRef`) : []),
    ...(resourceFieldRef ? amountErrors(resourceFieldRef, `${path}.resourceFieldRef`) : []),
    ...(configMapKeyRef ? keyErrors(configMapKeyRef, `${path}.configMapKeyRef`) : []),
    ...(secretKeyRef ? keyErrors(secretKeyRef, `${path}.secretKeyRef`) : []),
    ...(count === 1 && value === '' ? [] : [invalid(path, '', words)]),
  ];
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
/** What is known of a pod, but not given to its containers. */
const otherFields = [
  'metadata.annotations',
  'metadata.labels',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
];

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateObjectFieldSelector) */
function fieldErrors(
  { apiVersion = 'v1', fieldPath = '' }: KeyReference,
  path: string,
): readonly FieldError[] {
  const at = `${path}.fieldPath`;
  if (fieldPath === '') return [required(at)];
  const refused = (why: string): readonly FieldError[] => [
    invalid(at, fieldPath, `error converting fieldPath: ${why}`),
  ];
  if (apiVersion !== 'v1') return refused(`unsupported pod version: ${apiVersion}`);
  const { map, key } = splitSubscript(fieldPath) ?? {};
  if (map !== undefined && key !== undefined) {
    if (map !== 'metadata.annotations' && map !== 'metadata.labels')
      return refused(`field label does not support subscript: ${fieldPath}`);
    const name = map === 'metadata.annotations' ? key.toLowerCase() : key;
    return qualifiedNameProblems(name).map((problem) => invalid(path, name, problem));
  }
  if (fieldPath === 'spec.host' || podFields.includes(fieldPath)) return [];
  return otherFields.includes(fieldPath)
    ? [notSupported(at, fieldPath, podFields)]
    : refused(`field label not supported: ${fieldPath}`);
}

const amounts = ['limits', 'requests'].flatMap((list) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${list}.${name}`),
);

function amountErrors({ resource = '' }: KeyReference, path: string): readonly FieldError[] {
  if (resource === '') return [required(`${path}.resource`)];
  return amounts.includes(resource) || /^(limits|requests)\.hugepages-/.test(resource)
    ? []
    : [notSupported(`${path}.resource`, resource, amounts)];
}

function keyErrors({ name = '', key = '' }: KeyReference, path: string): readonly FieldError[] {
  return [
    ...dnsSubdomainProblems(name).map((problem) => invalid(`${path}.name`, name, problem)),
    ...(key === ''
      ? [required(`${path}.key`)]
      : configKeyProblems(key).map((problem) => invalid(`${path}.key`, key, problem))),
  ];
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidateEnvFrom) */
export function envFromErrors(sources: readonly EnvFrom[], path: string): readonly FieldError[] {
  return sources.flatMap((source, index) => {
    const at = `${path}[${index}]`;
    const { prefix = '', configMapRef, secretRef } = source;
    const count = [configMapRef, secretRef].filter((reference) => reference !== undefined).length;
    return [
      ...(prefix === ''
        ? []
        : variableNameProblems(prefix).map((problem) => invalid(`${at}.prefix`, prefix, problem))),
      ...(configMapRef ? nameErrors(configMapRef.name, `${at}.configMapRef.name`) : []),
      ...(secretRef ? nameErrors(secretRef.name, `${at}.secretRef.name`) : []),
      ...(count === 0 ? [invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`')] : []),
      ...(count > 1 ? [invalid(path, '', 'may not have more than one field specified at a time')] : []),
    ];
  });
}

function nameErrors(name = '', path: string): readonly FieldError[] {
  if (name === '') return [required(path)];
  // A name may end in a hyphen here, for something could be put behind it.
  return dnsSubdomainProblems(name.replace(/-$/, 'a')).map((problem) => invalid(path, name, problem));
}
