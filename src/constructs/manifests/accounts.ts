import { stringOrEmpty } from '../../kubernetes/objects/json.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import {
  isPlainObject,
  type Manifest,
  type ManifestContext,
  namedManifest,
  type ObjectMetadata,
  type Raw,
  refuse,
} from './manifest.js';
import type { PodFacts } from './pods.js';

/** The account of the pods. It has no rights until a Role is bound to it. */
export interface ServiceAccountProps extends ObjectMetadata {
  /**
   * Annotations, such as those by which a cloud gives it a role.
   * @default - none
   */
  readonly annotations?: Labels;
  /**
   * Whether pods get its token, with which they call the API server (`automountServiceAccountToken`).
   * @default false
   */
  readonly automountToken?: boolean;
}

/** The account of the pods of a Rollout. */
export function serviceAccount(
  rollout: string,
  { automountToken = false, ...metadata }: ServiceAccountProps,
  context: ManifestContext,
): Manifest {
  return namedManifest(rollout, context, ['v1', 'ServiceAccount'], metadata, {
    automountServiceAccountToken: automountToken,
  });
}

/**
 * A pod template with an account; undefined for the pods of a Deployment that stays, which have it already.
 * @throws {UnfitProps} where they have another one, or where it is not known which one
 */
export function withAccount({ template, referenced }: PodFacts, name: string): Raw | undefined {
  if (!template) return keptWithAccount(referenced, name);
  const own = accountNamed(template) || name;
  if (own !== name)
    refuse(
      `The pods have the ServiceAccount "${own}", but "serviceAccount" makes "${name}"; remove one, or give both the same name.`,
    );
  const spec = isPlainObject(template['spec']) ? template['spec'] : {};
  return { ...template, spec: { ...spec, serviceAccountName: name } };
}

function keptWithAccount(template: Raw | undefined, name: string): undefined {
  if (!template)
    return refuse(
      'The Deployment of "workloadRef" is known by its name alone, so its pods would not get "serviceAccount"; make the account where the Deployment is.',
    );
  const own = accountNamed(template);
  if (own !== name)
    refuse(
      own === ''
        ? `The pods of the Deployment of "workloadRef" have no serviceAccountName, but "serviceAccount" makes "${name}"; name it in the Deployment.`
        : `The pods of the Deployment of "workloadRef" have the ServiceAccount "${own}", but "serviceAccount" makes "${name}"; give both the same name.`,
    );
  return undefined;
}

function accountNamed({ spec }: Raw): string {
  return isPlainObject(spec) ? stringOrEmpty(spec['serviceAccountName']) : '';
}
