import { allInvalid, type FieldError, invalid, concatenated, ofEach, requiredError } from './field-error.js';
import { none } from '../../model/none.js';
import { dnsSubdomainProblems } from './labels.js';

/** The DNS settings of pods. */
export interface Dns {
  readonly dnsPolicy?: string;
  readonly dnsConfig?: {
    readonly nameservers?: readonly string[];
    readonly searches?: readonly string[];
    readonly options?: readonly { readonly name?: string }[];
  };
}

export interface HostAlias {
  readonly ip?: string;
  readonly hostnames?: readonly string[];
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validatePodDNSConfig) */
export function dnsErrors({ dnsPolicy, dnsConfig }: Dns, path: string): readonly FieldError[] {
  const { nameservers = [], searches = [], options = [] } = dnsConfig ?? {};
  if (dnsPolicy === 'None' && !dnsConfig)
    return [requiredError(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  if (dnsPolicy === 'None' && nameservers.length === 0)
    return [
      requiredError(
        `${path}.nameservers`,
        'must provide at least one DNS nameserver when `dnsPolicy` is None',
      ),
    ];
  return concatenated(
    nameservers.length > 3
      ? [invalid(`${path}.nameservers`, nameservers, 'must not have more than 3 nameservers')]
      : none,
    ofEach(nameservers, (address, index) => addressErrors(address, `${path}.nameservers[${index}]`)),
    searches.length > 32
      ? [invalid(`${path}.searches`, searches, 'must not have more than 32 search paths')]
      : none,
    searches.join(' ').length > 2048
      ? [
          invalid(
            `${path}.searches`,
            searches,
            'must not have more than 2048 characters (including spaces) in the search list',
          ),
        ]
      : none,
    ofEach(searches, (search, index) => {
      const name = search.replace(/\.$/, '');
      return allInvalid(`${path}.searches[${index}]`, name, dnsSubdomainProblems(name));
    }),
    ofEach(options, ({ name = '' }, index) =>
      name === '' ? [requiredError(`${path}.options[${index}]`, 'must not be empty')] : none,
    ),
  );
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (ValidateHostAliases) */
export function hostAliasErrors(aliases: readonly HostAlias[], path: string): readonly FieldError[] {
  return ofEach(aliases, ({ ip = '', hostnames }, index) =>
    concatenated(
      addressErrors(ip, `${path}[${index}].ip`),
      ofEach(hostnames, (name, item) =>
        allInvalid(`${path}[${index}].hostnames[${item}]`, name, dnsSubdomainProblems(name)),
      ),
    ),
  );
}

function addressErrors(address: string, path: string): readonly FieldError[] {
  if (isAddress(address)) return none;
  return [invalid(path, address, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];
}

/**
 * An address that Go accepts, including leading zeros.
 * https://github.com/kubernetes/utils/blob/master/internal/third_party/forked/golang/net/ip.go (ParseIP)
 */
function isAddress(text: string): boolean {
  if (!text.includes(':')) return isV4(text);
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const groups = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const all = groups.flat();
  const last = all.at(-1) ?? '';
  const isMixed = last.includes('.');
  const plain = isMixed ? all.slice(0, -1) : all;
  if (isMixed && (!isV4(last) || text.endsWith('::'))) return false;
  const count = plain.length + (isMixed ? 2 : 0);
  return (
    plain.every((group) => /^[\da-fA-F]{1,4}$/.test(group)) && (tail === undefined ? count === 8 : count < 8)
  );
}

function isV4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && part.length < 20 && Number(part) <= 255)
  );
}
