import {
  allInvalid,
  duplicate,
  type FieldError,
  invalid,
  concatenated,
  notSupported,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import { isBetween, localPathErrors } from './pod-names.js';

interface Profile {
  readonly type?: string;
  readonly localhostProfile?: string;
}

interface Ids {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
}

/** The security context of containers. */
export interface ContainerSecurity extends Ids {
  readonly privileged?: boolean;
  readonly procMount?: string;
  readonly seccompProfile?: Profile;
  readonly appArmorProfile?: Profile;
  readonly allowPrivilegeEscalation?: boolean;
  readonly capabilities?: { readonly add?: readonly string[] };
}

/** The security context of pods. */
export interface PodSecurity extends Ids {
  readonly fsGroup?: number;
  readonly supplementalGroups?: readonly number[];
  readonly sysctls?: readonly { readonly name?: string }[];
  readonly fsGroupChangePolicy?: string;
  readonly seccompProfile?: Profile;
  readonly appArmorProfile?: Profile;
  readonly supplementalGroupsPolicy?: string;
  readonly seLinuxChangePolicy?: string;
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validatePodSpecSecurityContext) */
export function podSecurityErrors(context: PodSecurity, path: string): readonly FieldError[] {
  return concatenated(
    idErrors(context.fsGroup, `${path}.fsGroup`),
    idErrors(context.runAsUser, `${path}.runAsUser`),
    idErrors(context.runAsGroup, `${path}.runAsGroup`),
    ofEach(context.supplementalGroups, (id, index) => idErrors(id, `${path}.supplementalGroups[${index}]`)),
    sysctlErrors(context.sysctls ?? [], `${path}.sysctls`),
    supported(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], `${path}.fsGroupChangePolicy`),
    seccompErrors(context.seccompProfile, `${path}.seccompProfile`),
    appArmorErrors(context.appArmorProfile, `${path}.appArmorProfile`),
    supported(context.supplementalGroupsPolicy, ['Merge', 'Strict'], `${path}.supplementalGroupsPolicy`),
    supported(context.seLinuxChangePolicy, ['MountOption', 'Recursive'], `${path}.seLinuxChangePolicy`),
  );
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidateSecurityContext) */
export function containerSecurityErrors(context: ContainerSecurity, path: string): readonly FieldError[] {
  const { procMount, allowPrivilegeEscalation, privileged, capabilities } = context;
  const isUnescalated = allowPrivilegeEscalation === false;
  const unescalated = (words: string): FieldError =>
    invalid(path, context, `cannot set \`allowPrivilegeEscalation\` to false and ${words}`);
  return concatenated(
    idErrors(context.runAsUser, `${path}.runAsUser`),
    idErrors(context.runAsGroup, `${path}.runAsGroup`),
    supported(procMount, ['Default', 'Unmasked'], `${path}.procMount`),
    // Upstream does not read the field for user namespaces here.
    procMount === 'Unmasked'
      ? [invalid(`${path}.procMount`, procMount, '`hostUsers` must be false to use `Unmasked`')]
      : none,
    seccompErrors(context.seccompProfile, `${path}.seccompProfile`),
    isUnescalated && privileged === true ? [unescalated('`privileged` to true')] : none,
    isUnescalated && capabilities?.add?.includes('CAP_SYS_ADMIN')
      ? [unescalated('`capabilities.Add` CAP_SYS_ADMIN')]
      : none,
    appArmorErrors(context.appArmorProfile, `${path}.appArmorProfile`),
  );
}

function idErrors(id: number | undefined, path: string): readonly FieldError[] {
  return id === undefined ? none : isBetween(id, 0, 2 ** 31 - 1, path);
}

function supported(value: string | undefined, known: readonly string[], path: string): readonly FieldError[] {
  return value === undefined || known.includes(value) ? none : [notSupported(path, value, known)];
}

const profiles = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function seccompErrors(profile: Profile | undefined, path: string): readonly FieldError[] {
  if (!profile) return none;
  const { type = '', localhostProfile } = profile;
  return concatenated(
    type === ''
      ? [requiredError(`${path}.type`, 'type is required when seccompProfile is set')]
      : supported(type, profiles, `${path}.type`),
    localProfileErrors(profile, 'seccomp', path),
    type === 'Localhost' && localhostProfile !== undefined
      ? localPathErrors(localhostProfile, `${path}.localhostProfile`)
      : none,
  );
}

function appArmorErrors(profile: Profile | undefined, path: string): readonly FieldError[] {
  if (!profile) return none;
  const { type = '', localhostProfile } = profile;
  if (type === '') return [requiredError(`${path}.type`, 'type is required when appArmorProfile is set')];
  if (!profiles.includes(type)) return [notSupported(`${path}.type`, type, profiles)];
  const at = `${path}.localhostProfile`;
  return concatenated(
    localProfileErrors(profile, 'AppArmor', path),
    type === 'Localhost' && localhostProfile !== undefined && localhostProfile !== localhostProfile.trim()
      ? [invalid(at, localhostProfile, 'must not be padded with whitespace')]
      : none,
    type === 'Localhost' && localhostProfile === ''
      ? [requiredError(at, 'must be set when AppArmor type is Localhost')]
      : none,
  );
}

/** Only one type may have the name of a profile. */
function localProfileErrors(
  { type, localhostProfile }: Profile,
  what: string,
  path: string,
): readonly FieldError[] {
  const at = `${path}.localhostProfile`;
  if (type === 'Localhost')
    return localhostProfile === undefined
      ? [requiredError(at, `must be set when ${what} type is Localhost`)]
      : none;
  const words = `can only be set when ${what} type is Localhost`;
  return localhostProfile === undefined ? none : [invalid(at, localhostProfile, words)];
}

const sysctl = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlName = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;

function sysctlErrors(all: readonly { readonly name?: string }[], path: string): readonly FieldError[] {
  const names = all.map(({ name = '' }) => name);
  return ofEach(names, (name, index) => {
    const at = `${path}[${index}].name`;
    if (name === '') return [requiredError(at)];
    if (name.length > 253 || !name.split(/[./]/).every((part) => sysctlName.test(part)))
      return allInvalid(at, name, [`must have at most 253 characters and match regex ^${sysctl}$`]);
    return names.indexOf(name) < index ? [duplicate(at, name)] : none;
  });
}
