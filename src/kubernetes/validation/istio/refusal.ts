import { parseDuration } from '../../kinds/duration.js';
import { fitsRegexp } from '../../kinds/go-regexp.js';
import type { Field } from '../../../model/field.js';
import type { Refusals } from '../refusal.js';

const hostLabelPattern = '[a-zA-Z0-9](?:[-a-zA-Z0-9]*[a-zA-Z0-9])?';
const dnsLabel = new RegExp(`^${hostLabelPattern}$`);
const firstLabel = new RegExp(`^(?:\\*|(?:\\*|\\*-)?${hostLabelPattern})$`);

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/labels/instance.go (IsDNS1123Label) */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && dnsLabel.test(text);
}

/** A DNS name whose first label may be a wildcard, or start with one. */
export function isWildcardDomain(text: string): boolean {
  const [first = '', ...rest] = text.split('.');
  if (first.length > 63 || !firstLabel.test(first) || !isBounded(text)) return false;
  return rest.length === 0 || (rest.length === 1 && rest[0] === '') || areLabels(rest);
}

/** A DNS name without a wildcard. */
export function isDomain(text: string): boolean {
  return isBounded(text) && areLabels(text.split('.'));
}

/** An empty last label comes from the final dot of a full name. */
function areLabels(labels: readonly string[]): boolean {
  if (/^[-+]?\d+$/.test(labels.at(-1) ?? '')) return false;
  const last = labels.length > 1 && labels.at(-1) === '' ? labels.slice(0, -1) : labels;
  return last.every(isDnsLabel);
}

function isBounded(text: string): boolean {
  return text !== '' && text.length <= 255;
}

/** IPv4, or a string that looks like IPv6. */
export function isIp(text: string): boolean {
  const parts = text.split('.');
  if (parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part)))
    return parts.every((part) => Number(part) <= 255 && String(Number(part)) === part);
  return text.includes(':') && /^[\da-fA-F:.]+$/.test(text);
}

/** An address, possibly with a prefix length. */
function isSubnet(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash === -1) return isIp(text);
  const [address, length] = [text.slice(0, slash), text.slice(slash + 1)];
  const most = address.includes(':') ? 128 : 32;
  return isIp(address) && /^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= most;
}

export function* subnetRefusals(list: Field): Refusals {
  for (const at of list.items)
    if (at.text !== undefined && !isSubnet(at.text))
      yield { at, problem: `is not an IP address or a range of them: "${at.text}"` };
}

const headerNamePattern = '[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?';
const labelKey = new RegExp(`^(?:(${hostLabelPattern}(?:\\.${hostLabelPattern})*)/)?(${headerNamePattern})$`);
const labelValue = new RegExp(`^(?:${headerNamePattern})?$`);

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/labels/instance.go (Validate) */
export function* labelRefusals(labels: Field): Refusals {
  for (const at of labels.entries) {
    const key = String(at.key);
    const [, prefix = '', own = ''] = labelKey.exec(key) ?? [];
    if (own === '' || own.length > 63 || prefix.length > 253)
      yield { at, problem: `is not a key of a label: "${key}"` };
    else if (at.shape === 'scalar' && !labelValue.test(at.shown))
      yield { at, problem: `is not a value of a label: "${at.shown}"` };
  }
}

/** What Go and Istio reject in a regular expression. */
export function* regexRefusals(at: Field): Refusals {
  const { text } = at;
  if (text === undefined) return;
  if (text === '') yield { at, problem: 'is empty; give a regular expression' };
  else if (text.length > 1024) yield { at, problem: 'is longer than 1024 characters' };
  else if (fitsRegexp(text, '') === undefined)
    yield { at, problem: `is not a regular expression of RE2: "${text}"` };
}

/** https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/validation.go (validateExportTo) */
export function* exportRefusals(at: Field, isServiceEntry = false): Refusals {
  const seen = new Set<string>();
  for (const item of at.items) {
    const { text } = item;
    if (text === undefined) continue;
    if (seen.has(text)) yield { at: item, problem: `repeats "${text}"` };
    else if (!['.', '*', ...(isServiceEntry ? ['~'] : [])].includes(text) && !isDnsLabel(text))
      yield { at: item, problem: `is neither ".", "*" nor a namespace: "${text}"` };
    seen.add(text);
  }
  for (const alone of ['*', '~'])
    if (seen.has(alone) && at.items.length > 1)
      yield { at, problem: `has "${alone}" beside other namespaces; leave one of the two` };
}

/** Protocols that Istio accepts for ports of Gateways and ServiceEntries. */
export const portProtocols: ReadonlySet<string> = new Set([
  ...['tcp', 'udp', 'grpc', 'grpc-web', 'http', 'http_proxy', 'http2'],
  ...['https', 'tls', 'mongo', 'redis', 'mysql'],
]);

export function isHttp(protocol: string): boolean {
  return ['http', 'http2', 'http_proxy', 'grpc', 'grpc-web'].includes(protocol);
}

export function isTls(protocol: string): boolean {
  return ['https', 'tls'].includes(protocol);
}

/** Whether a field has a value other than the zero value of protobuf: neither an empty string nor an empty list. */
export function isGiven(field: Field): boolean {
  return field.exists && field.shown !== '' && !(field.shape === 'list' && field.items.length === 0);
}

/** The string value of a field, even an empty one. */
export function stringValue({ value }: Field): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function* hostRefusals(at: Field): Refusals {
  const text = stringValue(at);
  if (text !== undefined && !isWildcardDomain(text)) yield { at, problem: `is not a DNS name: "${text}"` };
}

/** Durations that Go cannot parse; the definitions check most others. */
export function* durationRefusals(at: Field): Refusals {
  const text = stringValue(at);
  if (text !== undefined && parseDuration(text) === undefined)
    yield { at, problem: `is not a duration: "${text}"; write "30s"` };
}

export function* rangeRefusals(at: Field, least: number, most: number): Refusals {
  const { number } = at;
  if (number !== undefined && (number < least || number > most))
    yield { at, problem: `is ${number}; it must be from ${least} to ${most}` };
}
