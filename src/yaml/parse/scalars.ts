export type ScalarValue = string | number | boolean | null;

/**
 * The value of an unquoted scalar as Go's YAML reader behind Kubernetes resolves it.
 * https://github.com/yaml/go-yaml/blob/v2.4.2/resolve.go
 */
export function resolvePlain(text: string): ScalarValue {
  const first = text.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) return decimal(text) ?? resolveNumber(text);
  switch (first) {
    case 0x2b: // +
    case 0x2d: // -
    case 0x2e: // .
      return text.length > 4 ? resolveNumber(text) : (infinities.get(text) ?? resolveNumber(text));
    case 0x7e: // ~
    case 0x46: // F
    case 0x4e: // N
    case 0x4f: // O
    case 0x54: // T
    case 0x59: // Y
    case 0x66: // f
    case 0x6e: // n
    case 0x6f: // o
    case 0x74: // t
    case 0x79: {
      // y
      if (text.length > 5) return text;
      const word = booleanWords.get(text);
      return word === undefined ? text : word;
    }
  }
  return text === '' ? null : text;
}

const booleanWords = new Map<string, boolean | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(
    (word) => [word, true] as const,
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(
    (word) => [word, false] as const,
  ),
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
]);

const infinities = new Map<string, number>([
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, NaN] as const),
  ...['.inf', '.Inf', '.INF'].map((word) => [word, Infinity] as const),
]);

/** An integer in the usual form: few digits, the first not zero. */
function decimal(text: string): number | undefined {
  const { length } = text;
  if (length > 15) return undefined;
  let number = text.charCodeAt(0) - 0x30;
  if (number === 0 && length > 1) return undefined;
  for (let index = 1; index < length; index += 1) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
  }
  return number;
}

const integerPattern = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const floatPattern = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const signedInfinity = /^([-+])\.(inf|Inf|INF)$/;

function resolveNumber(text: string): ScalarValue {
  const signed = signedInfinity.exec(text);
  if (signed) return signed[1] === '-' ? -Infinity : Infinity;

  const plain = text.replaceAll('_', '');
  if (text.charCodeAt(0) === 0x2e && /[^0-9]_|_[^0-9]|_$/.test(text)) return text;
  const match = integerPattern.exec(plain);
  if (match) {
    const [, sign = '', digits = ''] = match;
    const size = toBigInt(digits);
    if (size <= integerLimits[sign]!) return Number(sign === '-' ? -size : size);
  }
  if (floatPattern.test(plain)) {
    const number = Number(plain);
    if (Number.isFinite(number)) return number;
  }
  const oddBinary = /^0b([-+][01]+)$/.exec(plain);
  return oddBinary ? Number.parseInt(oddBinary[1]!, 2) : text;
}

/** The largest integers that Go reads, by sign. */
const integerLimits: Readonly<Record<string, bigint>> = {
  '': 2n ** 64n - 1n,
  '+': 2n ** 63n - 1n,
  '-': 2n ** 63n,
};

/** Parsing a number of a million digits takes time; one with more digits than these exceeds any limit. */
const mostDigits = 66;

function toBigInt(digits: string): bigint {
  const counted = digits.length <= mostDigits ? digits.length : digits.replace(/^0[xXbBoO]?0*/, '').length;
  if (counted > mostDigits) return 2n ** 65n;
  return BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
}

/** The value of a scalar with a tag; undefined if the tag does not allow it. */
export function resolveTagged(tag: string, text: string): ScalarValue | undefined {
  switch (tag) {
    case '!!null':
      return resolvePlain(text) === null ? null : undefined;
    case '!!bool': {
      const value = resolvePlain(text);
      return typeof value === 'boolean' ? value : undefined;
    }
    case '!!float':
    case '!!int': {
      const value = resolvePlain(text);
      if (typeof value !== 'number') return undefined;
      return tag === '!!int' && !isIntegerText(text) ? undefined : value;
    }
    case '!!binary':
      return fromBase64(text);
  }
  return text;
}

function isIntegerText(text: string): boolean {
  return integerPattern.test(text.replaceAll('_', ''));
}

/** The decoded string; undefined if it is not base64. */
export function fromBase64(text: string): string | undefined {
  const digits = text.replaceAll(/[\r\n]/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined;
  return new TextDecoder().decode(Uint8Array.from(atob(digits), (char) => char.charCodeAt(0)));
}

/** A key that is not a string, as sigs.k8s.io/yaml converts it for JSON; undefined for null, which it rejects. */
export function keyText(text: string, value: ScalarValue): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null) return undefined;
  if (typeof value === 'boolean') return String(value);
  const match = integerPattern.exec(text.replaceAll('_', ''));
  if (match) {
    const size = toBigInt(match[2]!);
    if (size <= integerLimits[match[1]!]!) return String(match[1] === '-' ? -size : size);
  }
  if (Object.is(value, -0)) return '-0';
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value < 0 ? '-.inf' : '.inf';
  return shortFloat(value);
}

/** Go's strconv.FormatFloat(value, 'g', -1, 32). */
function shortFloat(value: number): string {
  const single = Math.fround(value);
  let digits = 1;
  while (digits < 9 && Math.fround(Number(single.toPrecision(digits))) !== single) digits += 1;
  const [mantissa = '', exponent = ''] = single.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(single.toPrecision(digits)));
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
