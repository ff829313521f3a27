import { parseDuration } from '../kinds/duration.js';
import { fitsWhole } from '../kinds/go-pattern.js';

interface Format {
  readonly fits: (text: string) => boolean;
  /** The expected value, as messages name it. */
  readonly words: string;
}

/**
 * The formats of strings that the API server checks, without their hyphens; it ignores all others.
 * https://github.com/kubernetes/apiextensions-apiserver/blob/v0.34.4/pkg/apiserver/validation/formats.go
 * https://github.com/kubernetes/kube-openapi/blob/master/pkg/validation/strfmt/default.go
 *
 * Not implemented are mail addresses and URIs, which Go parses with complex code; credit cards, ISBNs, social security numbers
 * and rgb(), which are not used in configuration; and names of Kubernetes 1.34, which earlier releases ignore.
 */
const formats: Readonly<Record<string, Format>> = {
  bsonobjectid: { fits: matching(/^[0-9a-fA-F]{24}$/), words: '24 hexadecimal digits' },
  byte: {
    fits: matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
    words: 'base64',
  },
  cidr: { fits: isCidr, words: 'a range of IP addresses such as 10.0.0.0/8' },
  date: { fits: isDate, words: 'a date such as 2026-01-31' },
  datetime: { fits: isTime, words: 'a time such as 2026-01-31T09:30:00Z' },
  duration: { fits: isDuration, words: 'a duration such as 1h30m' },
  hexcolor: { fits: matching(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/), words: 'a color such as #00ff00' },
  hostname: { fits: isHostName, words: 'a host name' },
  ipv4: { fits: (text) => isIpV4(text) || isMappedIpV4(text), words: 'an IPv4 address' },
  ipv6: { fits: isIpV6, words: 'an IPv6 address' },
  mac: {
    fits: matching(
      /^(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?:(?::[0-9a-f]{2}){2}|(?::[0-9a-f]{2}){14})?|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}(?:(?:-[0-9a-f]{2}){2}|(?:-[0-9a-f]{2}){14})?|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}(?:\.[0-9a-f]{4}|(?:\.[0-9a-f]{4}){7})?)$/i,
    ),
    words: 'a MAC address such as 00:00:5e:00:53:01',
  },
  uuid: uuid('[0-9a-f]{4}', '[0-9a-f]{4}'),
  uuid3: uuid('3[0-9a-f]{3}', '[0-9a-f]{4}'),
  uuid4: uuid('4[0-9a-f]{3}', '[89ab][0-9a-f]{3}'),
  uuid5: uuid('5[0-9a-f]{3}', '[89ab][0-9a-f]{3}'),
};

/** The names of the implemented formats, as schemas write them. */
export const formatNames: readonly string[] = [...Object.keys(formats), 'date-time'];

/** The implemented format of a name, with or without hyphens; undefined for all others. */
export function formatOf(name: string): Format | undefined {
  const key = name.replaceAll('-', '');
  return Object.hasOwn(formats, key) ? formats[key] : undefined;
}

/** Formats that the API server knows and whose values are not judged: any value is accepted. */
const otherFormats = [
  'creditcard',
  'email',
  'isbn',
  'isbn10',
  'isbn13',
  'password',
  'rgbcolor',
  'ssn',
  'uri',
];

/** Whether the API server knows a format. */
export function isFormat(name: unknown): boolean {
  if (typeof name !== 'string') return false;
  return formatOf(name) !== undefined || otherFormats.includes(name.replaceAll('-', ''));
}

function matching(pattern: RegExp): Format['fits'] {
  return (text) => pattern.test(text);
}

function uuid(third: string, fourth: string): Format {
  return {
    fits: matching(new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${third}-?${fourth}-?[0-9a-f]{12}$`, 'i')),
    words: 'a UUID',
  };
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Go's pattern accepts any character before the fraction, and no second 60. */
function isTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  const found = /^(\d\d):(\d\d):(\d\d)(?:.\d+)?(?:z|[+-]\d\d:\d\d)$/.exec(time);
  return isDate(date) && found !== null && found[1]! <= '23' && found[2]! <= '59' && found[3]! <= '59';
}

const amounts = /(?<!\d)\d+\s*([A-Za-z\u00b5]+)/g;
const units: ReadonlySet<string> = new Set(['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk']);
const stems = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'] as const;

/** The format of Go, or that of Scala: `3 days`. */
function isDuration(text: string): boolean {
  if (parseDuration(text) !== undefined) return true;
  return [...text.matchAll(amounts)].some(([, written = '']) => {
    const unit = written.toLowerCase();
    return units.has(unit) || stems.some((stem) => unit.startsWith(stem));
  });
}

/** Leading zeros are allowed, as the API server still accepts them. */
function isIpV4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) <= 255);
}

function isMappedIpV4(text: string): boolean {
  return text.includes('.') && isIpV6(text);
}

/** https://pkg.go.dev/net#ParseIP: without a zone. */
function isIpV6(text: string): boolean {
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':') || text.length > 45) return false;
  const tail = text.slice(text.lastIndexOf(':') + 1);
  const hasV4 = tail.includes('.');
  if (hasV4 && !isIpV4(tail)) return false;
  const whole = hasV4 ? `${text.slice(0, text.lastIndexOf(':') + 1)}0:0` : text;
  const halves = whole.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  if (!groups.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = groups.flat().length;
  return halves.length === 2 ? count <= 7 : count === 8;
}

function isCidr(text: string): boolean {
  const [address = '', length = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(length)) return false;
  if (isIpV4(address)) return Number(length) <= 32;
  return isIpV6(address) && Number(length) <= 128;
}

const hostNames = String.raw`[a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63}`;

function isHostName(text: string): boolean {
  if (Buffer.byteLength(text) > 255 || text.split('.').some((label) => Buffer.byteLength(label) > 63))
    return false;
  return fitsWhole(hostNames, text) !== false;
}
