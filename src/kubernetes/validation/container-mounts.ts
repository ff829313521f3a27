import {
  type FieldError,
  following,
  forbidden,
  invalid,
  concatenated,
  located,
  notFound,
  notSupported,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import { localPathErrors } from './pod-names.js';
import type { ValidVolumes } from './volumes.js';
import { type Container } from './container-type.js';

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidateVolumeDevices) */
export function deviceErrors(
  { volumeDevices: devices = [], volumeMounts = [] }: Container,
  volumes: ValidVolumes,
  path: string,
): readonly FieldError[] {
  const names = devices.map(({ name = '' }) => name);
  const paths = devices.map(({ devicePath = '' }) => devicePath);
  return ofEach(devices, ({ name = '', devicePath = '' }, index) => {
    const at = `${path}[${index}]`;
    const block = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
    return concatenated(
      name === '' ? [requiredError(`${at}.name`)] : none,
      name !== '' && names.indexOf(name) < index ? [invalid(`${at}.name`, name, 'must be unique')] : none,
      volumes.names.has(name)
        ? volumes.blocks.has(name)
          ? none
          : [invalid(`${at}.name`, name, block)]
        : undeclaredErrors(name, volumes, `${at}.name`),
      devicePath === '' ? [requiredError(`${at}.devicePath`)] : none,
      paths.indexOf(devicePath) < index ? [invalid(`${at}.devicePath`, devicePath, 'must be unique')] : none,
      devicePath.split('/').includes('..')
        ? [invalid(`${at}.devicePath`, devicePath, "can not contain backsteps ('..')")]
        : none,
      volumeMounts.some((mount) => mount.name === name)
        ? [invalid(`${at}.name`, name, 'must not already exist in volumeMounts')]
        : none,
      volumeMounts.some((mount) => mount.mountPath === devicePath)
        ? [invalid(`${at}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts')]
        : none,
    );
  });
}

export function mountErrors(
  { volumeMounts: mounts = [], securityContext }: Container,
  volumes: ValidVolumes,
  path: string,
): readonly FieldError[] {
  const paths = mounts.map(({ mountPath = '' }) => mountPath);
  return ofEach(mounts, (mount, index) => {
    const at = `${path}[${index}]`;
    const { name = '', mountPath = '', subPath = '', subPathExpr = '', mountPropagation } = mount;
    return concatenated(
      name === '' ? [requiredError(`${at}.name`)] : none,
      volumes.names.has(name) ? none : undeclaredErrors(name, volumes, `${at}.name`),
      mountPath === '' ? [requiredError(`${at}.mountPath`)] : none,
      paths.indexOf(mountPath) < index ? [invalid(`${at}.mountPath`, mountPath, 'must be unique')] : none,
      // From here on upstream omits the index.
      subPath === '' ? none : located(localPathErrors(subPath, `${path}.subPath`), `${at}.subPath`),
      subPath !== '' && subPathExpr !== ''
        ? [invalid(`${at}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
        : none,
      subPathExpr === ''
        ? none
        : located(localPathErrors(subPathExpr, `${path}.subPathExpr`), `${at}.subPathExpr`),
      located(
        propagationErrors(mountPropagation, securityContext?.privileged === true, `${path}.mountPropagation`),
        `${at}.mountPropagation`,
      ),
    );
  });
}

/** An invalid volume counts as absent; for a mount without a name, the missing name is the error. */
function undeclaredErrors(name: string, { wrong }: ValidVolumes, path: string): readonly FieldError[] {
  const errors = [notFound(path, name)];
  return name === '' || wrong.has(name) ? following(errors) : errors;
}

function propagationErrors(
  propagation: string | undefined,
  isPrivileged: boolean,
  path: string,
): readonly FieldError[] {
  const supported = ['Bidirectional', 'HostToContainer', 'None'];
  if (propagation === undefined) return none;
  if (!supported.includes(propagation)) return [notSupported(path, propagation, supported)];
  return propagation === 'Bidirectional' && !isPrivileged
    ? [forbidden(path, 'Bidirectional mount propagation is available only to privileged containers')]
    : none;
}
