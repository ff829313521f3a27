import {
  allInvalid,
  duplicate,
  type FieldError,
  invalid,
  concatenated,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import type { GoShape } from './go-values.js';
import { dnsLabelProblems, dnsSubdomainProblems } from './labels.js';

/** A device claim of a pod. */
export interface PodClaim {
  readonly name?: string;
  readonly resourceClaimName?: string;
  readonly resourceClaimTemplateName?: string;
}

/** A device claim of a container. */
export interface ContainerClaim {
  readonly name?: string;
  readonly request?: string;
}

/** As the internal type of Kubernetes is printed, which has no JSON names. */
const claimShape: GoShape = {
  struct: [
    ['Name', 'pointer', '""'],
    ['ResourceClaimName', 'pointer', 'null'],
    ['ResourceClaimTemplateName', 'pointer', 'null'],
  ],
};

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validatePodResourceClaims) */
export function podClaimErrors(claims: readonly PodClaim[], path: string): readonly FieldError[] {
  const names = new Set<string>();
  return ofEach(claims, (claim, index) => {
    const at = `${path}[${index}]`;
    const { name = '', resourceClaimName, resourceClaimTemplateName } = claim;
    const isTaken = names.has(name);
    names.add(name);
    const given = [resourceClaimName, resourceClaimTemplateName].filter((one) => one !== undefined).length;
    const words =
      given === 0
        ? 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'
        : 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
    const value = {
      Name: name,
      ResourceClaimName: resourceClaimName,
      ResourceClaimTemplateName: resourceClaimTemplateName,
    };
    return concatenated(
      name === ''
        ? [requiredError(`${at}.name`)]
        : isTaken
          ? [duplicate(`${at}.name`, name)]
          : allInvalid(`${at}.name`, name, dnsLabelProblems(name)),
      given === 1 ? none : [invalid(at, value, words, claimShape)],
      ofEach(['resourceClaimName', 'resourceClaimTemplateName'] as const, (key) => {
        const other = claim[key];
        return other === undefined ? none : allInvalid(`${at}.${key}`, other, dnsSubdomainProblems(other));
      }),
    );
  });
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateResourceClaimNames) */
export function containerClaimErrors(
  claims: readonly ContainerClaim[],
  known: ReadonlySet<string>,
  path: string,
): readonly FieldError[] {
  const names = new Set<string>();
  return ofEach(claims, ({ name = '', request = '' }, index) => {
    const at = `${path}[${index}]`;
    if (name === '') return [requiredError(at)];
    const key = request === '' ? name : `${name}/${request}`;
    const isTaken =
      names.has(name) ||
      names.has(key) ||
      (request === '' && [...names].some((one) => one.startsWith(`${name}/`)));
    if (!names.has(name)) names.add(key);
    const among = known.size === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
    return concatenated(
      request === '' || names.has(name)
        ? none
        : allInvalid(`${at}.request`, request, dnsLabelProblems(request)),
      isTaken ? [duplicate(at, names.has(name) ? name : key)] : none,
      known.has(name)
        ? none
        : [
            {
              type: 'Not found' as const,
              path: at,
              value: { is: name },
              detail: `must be one of the names in pod.spec.resourceClaims${among}`,
            },
          ],
    );
  });
}
