import { inThousandths, parseQuantity, printQuantity, type Quantity } from '../objects/quantity.js';
import {
  allInvalid,
  type FieldError,
  following,
  invalid,
  concatenated,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import type { ContainerClaim } from './claims.js';
import { sortedKeys } from './go-values.js';
import { qualifiedNameProblems } from './labels.js';

export interface Resources {
  readonly limits?: Readonly<Record<string, unknown>>;
  readonly requests?: Readonly<Record<string, unknown>>;
  readonly claims?: readonly ContainerClaim[];
}

/**
 * Go iterates over the resources in random order; here they are sorted by name.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateResourceRequirements)
 */
export function resourceErrors(
  { limits = {}, requests: wanted = {} }: Resources,
  path: string,
): readonly FieldError[] {
  // The limit is the default of the request.
  const requests = { ...limits, ...wanted };
  return concatenated(
    ofEach(sortedKeys(limits), (name) => amountErrors(name, limits[name], `${path}.limits[${name}]`)),
    ofEach(sortedKeys(requests), (name) => {
      const errors = amountErrors(name, requests[name], `${path}.requests[${name}]`);
      return concatenated(
        // If the request comes from the limit, the limit is reported instead.
        Object.hasOwn(wanted, name) ? errors : following(errors),
        requestErrors(name, requests[name], limits[name], path),
      );
    }),
  );
}

function amountErrors(name: string, value: unknown, path: string): readonly FieldError[] {
  const errors = resourceNameErrors(name, path);
  // Only a value with a sign can be negative, and only devices need whole numbers.
  const hasSign = (typeof value === 'string' || typeof value === 'number') && String(value).includes('-');
  if (!isWholeOnly(name) && !hasSign) return errors;
  const amount = amountOf(value);
  return concatenated(
    errors,
    amount && amount.nanos < 0n
      ? [invalid(path, printQuantity(amount), 'must be greater than or equal to 0')]
      : none,
    amount && isWholeOnly(name) && amount.nanos % 1_000_000_000n !== 0n
      ? [invalid(path, printQuantity(amount), 'must be an integer')]
      : none,
  );
}

function amountOf(value: unknown): Quantity | undefined {
  const amount = parseQuantity(value);
  return amount && inThousandths(amount);
}

/** Devices and similar resources need whole numbers. */
function isWholeOnly(name: string): boolean {
  return name.includes('/') && !isNative(name);
}

function isNative(name: string): boolean {
  return !name.includes('/') || name.split('/')[0]?.endsWith('kubernetes.io') === true;
}

const ofContainers = ['cpu', 'memory', 'ephemeral-storage'];
const ofQuotas = ['storage', 'pods', 'services', 'secrets', 'configmaps', 'persistentvolumeclaims'];

function resourceNameErrors(name: string, path: string): readonly FieldError[] {
  if (ofContainers.includes(name)) return none;
  const problems = qualifiedNameProblems(name);
  if (problems.length > 0) return allInvalid(path, name, problems);
  if (name.includes('/') || name.startsWith('hugepages-')) return none;
  const forAny = 'must be a standard resource type or fully qualified';
  const forContainers = 'must be a standard resource for containers';
  const errors = allInvalid(path, name, [forContainers]);
  return ofQuotas.includes(name) ? errors : concatenated(allInvalid(path, name, [forAny]), following(errors));
}

function requestErrors(name: string, request: unknown, limit: unknown, path: string): readonly FieldError[] {
  const isShared = isNative(name) && !name.startsWith('hugepages-');
  if (limit === undefined)
    return isShared
      ? none
      : [requiredError(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
  if (request === limit) return none;
  const [wanted, most] = [amountOf(request), amountOf(limit)];
  if (!wanted || !most) return none;
  const words = (relation: string, amount: Quantity): string =>
    `must be ${relation} ${name} limit of ${printQuantity(amount)}`;
  if (!isShared && wanted.nanos !== most.nanos)
    return [invalid(`${path}.requests`, printQuantity(wanted), words('equal to', most))];
  if (wanted.nanos > most.nanos)
    return [invalid(`${path}.requests`, printQuantity(wanted), words('less than or equal to', most))];
  return none;
}
