import { isMap, stringOrEmpty } from '../objects/json.js';
import { parseQuantity } from '../objects/quantity.js';
import type { LabelSelector } from '../objects/rollout-object.js';
import {
  allInvalid,
  type FieldError,
  following,
  forbidden,
  invalid,
  concatenated,
  located,
  notSupported,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import { dnsSubdomainProblems, isLonger, selectorErrors } from './labels.js';
import { backstepErrors, localPathErrors } from './pod-names.js';
import { amountErrors, fieldErrors, volumeFields } from './variables.js';

/** The settings of a volume source. */
export type Source = Readonly<Record<string, unknown>>;

/** The maps of a list; other items count as empty maps. */
export function structs(value: unknown): readonly Source[] {
  return Array.isArray(value) ? value.map(mapOf) : [];
}

function mapOf(value: unknown): Source {
  return isMap(value) ? value : {};
}

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

/** The errors of a volume source. */
export function volumeSourceErrors(key: string, source: Source, path: string): readonly FieldError[] {
  switch (key) {
    case 'hostPath':
      return empty(source.path)
        ? [requiredError(`${path}.path`)]
        : concatenated(
            backstepErrors(stringOrEmpty(source.path), `${path}.path`),
            hostPathTypes.includes(stringOrEmpty(source.type))
              ? none
              : [notSupported(`${path}.type`, stringOrEmpty(source.type), hostPathTypes)],
          );
    case 'emptyDir':
      return isNegative(source.sizeLimit)
        ? [forbidden(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')]
        : none;
    case 'gitRepo':
      return concatenated(
        need(source, 'repository', path),
        localPathErrors(stringOrEmpty(source.directory), `${path}.directory`),
      );
    case 'downwardAPI':
      return concatenated(
        modeErrors(source.defaultMode, `${path}.defaultMode`),
        ofEach(structs(source.items), (item, index) => downwardErrors(item, path, `${path}.items[${index}]`)),
      );
    case 'csi':
      return csiErrors(source, path);
    case 'secret':
      return concatenated(need(source, 'secretName', path), fileErrors(source, path));
    case 'configMap':
      return concatenated(need(source, 'name', path), fileErrors(source, path));
    case 'persistentVolumeClaim':
      return need(source, 'claimName', path);
    case 'nfs':
      return concatenated(
        need(source, 'server', path),
        need(source, 'path', path),
        absoluteErrors(source.path, `${path}.path`),
      );
    case 'projected':
      return concatenated(
        modeErrors(source.defaultMode, `${path}.defaultMode`),
        projectionErrors(structs(source.sources), path),
      );
    case 'ephemeral':
      return isMap(source.volumeClaimTemplate)
        ? claimErrors(mapOf(source.volumeClaimTemplate.spec), `${path}.volumeClaimTemplate.spec`)
        : [requiredError(`${path}.volumeClaimTemplate`)];
    default:
      return none;
  }
}

function fileErrors(source: Source, path: string): readonly FieldError[] {
  return concatenated(
    modeErrors(source.defaultMode, `${path}.defaultMode`),
    ofEach(structs(source.items), (item, index) => itemErrors(item, `${path}.items[${index}]`)),
  );
}

function itemErrors(item: Source, at: string): readonly FieldError[] {
  return concatenated(
    need(item, 'key', at),
    need(item, 'path', at),
    ownPathErrors(stringOrEmpty(item.path), `${at}.path`),
    modeErrors(item.mode, `${at}.mode`),
  );
}

/** A path that stays below its root, and does not start like Kubernetes' own names. */
function ownPathErrors(target: string, path: string): readonly FieldError[] {
  return concatenated(
    localPathErrors(target, path),
    /^\.\.(?!\/)/.test(target) && !target.split('/').includes('..')
      ? [invalid(path, target, "must not start with '..'")]
      : none,
  );
}

/** Upstream omits the index of the item; `at` has it. */
function downwardErrors(item: Source, path: string, at: string): readonly FieldError[] {
  const [field, resource] = [item.fieldRef, item.resourceFieldRef];
  const one = 'fieldRef and resourceFieldRef can not be specified simultaneously';
  const errors = concatenated(
    need(item, 'path', path),
    ownPathErrors(stringOrEmpty(item.path), `${path}.path`),
    isMap(field)
      ? concatenated(
          fieldErrors(field, `${path}.fieldRef`, volumeFields),
          isMap(resource) ? [invalid(path, 'resource', one)] : none,
        )
      : isMap(resource)
        ? empty(resource.containerName)
          ? [requiredError(`${path}.resourceFieldRef.containerName`)]
          : amountErrors(resource, `${path}.resourceFieldRef`)
        : [requiredError(path, 'one of fieldRef and resourceFieldRef is required')],
    modeErrors(item.mode, `${path}.mode`),
  );
  return errors.map((error) => ({ ...error, at: at + error.path.slice(path.length) }));
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateProjectionSources) */
function projectionErrors(all: readonly Source[], path: string): readonly FieldError[] {
  const taken = new Set<string>();
  const takenErrors = (target: unknown, value: unknown, at: string): readonly FieldError[] => {
    if (empty(target)) return none;
    if (taken.has(stringOrEmpty(target)))
      return located([invalid(path, value, 'conflicting duplicate paths')], at);
    taken.add(stringOrEmpty(target));
    return none;
  };
  return ofEach(all, (source, index) => {
    const at = `${path}.sources[${index}]`;
    const { downwardAPI, serviceAccountToken: token } = source;
    return concatenated(
      ofEach(['secret', 'configMap'], (key) => {
        const files = source[key];
        if (!isMap(files)) return none;
        return concatenated(
          need(files, 'name', `${at}.${key}`),
          ofEach(structs(files.items), (item, place) => {
            const own = `${at}.${key}.items[${place}]`;
            return concatenated(itemErrors(item, own), takenErrors(item.path, files.name, `${own}.path`));
          }),
        );
      }),
      ofEach(isMap(downwardAPI) ? structs(downwardAPI.items) : none, (item, place) => {
        const own = `${at}.downwardAPI.items[${place}]`;
        return concatenated(
          downwardErrors(item, `${at}.downwardAPI`, own),
          takenErrors(item.path, item.path, `${own}.path`),
        );
      }),
      isMap(token) ? tokenErrors(token, path, `${at}.serviceAccountToken`) : none,
    );
  });
}

function tokenErrors(token: Source, path: string, at: string): readonly FieldError[] {
  const seconds = token.expirationSeconds ?? 3600;
  const field = `${at}.expirationSeconds`;
  return concatenated(
    Number(seconds) < 600
      ? [invalid(field, seconds, 'may not specify a duration less than 10 minutes')]
      : none,
    Number(seconds) > 2 ** 32
      ? [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : none,
    // Upstream reads it one level above.
    located(
      concatenated(need(token, 'path', path), ownPathErrors(stringOrEmpty(token.path), `${path}.path`)),
      `${at}.path`,
    ),
  );
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateCSIVolumeSource) */
function csiErrors({ driver, nodePublishSecretRef: secret }: Source, path: string): readonly FieldError[] {
  const name = stringOrEmpty(driver);
  const at = `${path}.driver`;
  return concatenated(
    name === '' ? [requiredError(at)] : none,
    name === '' ? none : allInvalid(at, name, isLonger(name, 63) ? ['may not be more than 63 bytes'] : none),
    name === '' ? none : allInvalid(at, name, dnsSubdomainProblems(name.toLowerCase())),
    isMap(secret) ? need(secret, 'name', `${path}.nodePublishSecretRef`) : none,
  );
}

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const volumeModes = ['Block', 'Filesystem'];

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimSpec) */
function claimErrors(claim: Source, path: string): readonly FieldError[] {
  const modes = Array.isArray(claim.accessModes) ? claim.accessModes.map(stringOrEmpty) : [];
  const at = `${path}.accessModes`;
  const storage = mapOf(mapOf(claim.resources).requests).storage;
  const inResources = `${path}.resources[storage]`;
  const { volumeMode, storageClassName } = claim;
  return concatenated(
    modes.length === 0 ? [requiredError(at, 'at least 1 access mode is required')] : none,
    isMap(claim.selector) ? selectorErrors(claim.selector as LabelSelector, `${path}.selector`) : none,
    ofEach(modes, (mode) => (accessModes.includes(mode) ? none : [notSupported(at, mode, accessModes)])),
    modes.includes('ReadWriteOncePod') &&
      modes.some((mode) => mode !== 'ReadWriteOncePod' && accessModes.includes(mode))
      ? [forbidden(at, 'may not use ReadWriteOncePod with other access modes')]
      : none,
    storage === undefined
      ? located([requiredError(inResources)], `${path}.resources.requests.storage`)
      : isPositive(storage)
        ? none
        : located(
            [invalid(inResources, storage, 'must be greater than zero')],
            `${path}.resources.requests.storage`,
          ),
    empty(storageClassName)
      ? none
      : allInvalid(
          `${path}.storageClassName`,
          storageClassName,
          dnsSubdomainProblems(stringOrEmpty(storageClassName)),
        ),
    volumeMode === undefined || volumeModes.includes(stringOrEmpty(volumeMode))
      ? none
      : [notSupported(`${path}.volumeMode`, stringOrEmpty(volumeMode), volumeModes)],
  );
}

/** A value that cannot be parsed is reported as such. */
function isPositive(value: unknown): boolean {
  const amount = parseQuantity(value);
  return !amount || amount.nanos > 0n;
}

function isNegative(value: unknown): boolean {
  const amount = value === undefined ? undefined : parseQuantity(value);
  return amount !== undefined && amount.nanos < 0n;
}

function modeErrors(mode: unknown, path: string): readonly FieldError[] {
  if (mode === undefined || (Number(mode) >= 0 && Number(mode) <= 0o777)) return none;
  return [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}

/** A missing path is reported as such. */
function absoluteErrors(value: unknown, path: string): readonly FieldError[] {
  if (stringOrEmpty(value).startsWith('/')) return none;
  const errors = [invalid(path, value ?? '', 'must be an absolute path')];
  return empty(value) ? following(errors) : errors;
}

function need(source: Source, key: string, path: string): readonly FieldError[] {
  return empty(source[key]) ? [requiredError(`${path}.${key}`)] : none;
}

function empty(value: unknown): boolean {
  return value === undefined || value === '';
}
