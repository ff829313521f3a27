/** A quantity of Kubernetes. */
export interface Quantity {
  /** In billionths, the finest precision. */
  readonly nanos: bigint;
  /** Its notation: with a suffix such as `M`, with one such as `Mi`, or as `1e6`. */
  readonly notation: Notation;
  /** The original string, where Kubernetes repeats it. */
  readonly text?: string | undefined;
}

type Notation = 'decimal' | 'binary' | 'exponent';

const decimal: readonly (readonly [suffix: string, exponent: number])[] = [
  ['E', 18],
  ['P', 15],
  ['T', 12],
  ['G', 9],
  ['M', 6],
  ['k', 3],
  ['', 0],
  ['m', -3],
  ['u', -6],
  ['n', -9],
];
const binary: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const one = 1_000_000_000n;
const thousandth = 1_000_000n;
const mostDigits = 1000;
/** The limit of quantities with a suffix such as `Mi`. */
const largestQuantity = (2n ** 63n - 1n) * one;

/**
 * Parses a quantity such as `500m`, `1.5Gi` or `1e3`; undefined if it is invalid.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/resource/quantity.go (ParseQuantity)
 */
export function parseQuantity(value: unknown): Quantity | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const [, sign, whole = '', fraction = '', suffix = ''] =
    /^([+-]?)(\d*)(?:\.(\d*))?((?:[A-Za-z]+(?:[+-]?\d+)?|[+-]\d+)?)$/.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const signed = (size: bigint): bigint => (sign === '-' ? -size : size);
  // Leading zeros count neither as digits nor against the original string.
  const digits = `${whole.replace(/^0+/, '') || '0'}${fraction}`;
  // Longer ones are not realistic, and computing with a million digits takes time.
  if (digits.length > mostDigits) return undefined;

  const power = binary.indexOf(suffix);
  if (power > 0) {
    const size = scaled(BigInt(digits) * 1024n ** BigInt(power), 9 - fraction.length);
    const isShort = fraction === '' && digits.length + power * 3 <= 14;
    return {
      nanos: signed(size > largestQuantity ? largestQuantity : size),
      notation: 'binary',
      text: isShort && BigInt(digits) % 8n !== 0n ? text : undefined,
    };
  }
  const ofSuffix = decimal.find(([name]) => name === suffix)?.[1];
  const exponent = ofSuffix ?? scientific(suffix);
  if (exponent === undefined) return undefined;
  const scale = exponent - fraction.length;
  const isRepeated = scale >= -9 && scale % 3 === 0 && digits.length <= 18 && !/^0|000$/.test(digits);
  return {
    nanos: signed(scaled(BigInt(digits), 9 + scale)),
    notation: ofSuffix === undefined ? 'exponent' : 'decimal',
    text: isRepeated ? text : undefined,
  };
}

/**
 * A quantity as the API machinery prints it: `1000m` is `1`, `0.5` is `500m`, `1024Mi` is `1Gi`. An invalid one is returned
 * unchanged.
 */
export function canonicalQuantity(value: unknown): unknown {
  const quantity = parseQuantity(typeof value === 'string' ? value.trim() : value);
  return quantity ? printQuantity(quantity) : value;
}

function scientific(suffix: string): number | undefined {
  const [, exponent] = /^[eE]([+-]?\d{1,3})$/.exec(suffix) ?? [];
  return exponent === undefined ? undefined : Number(exponent);
}

/** Finer values are rounded up. */
function scaled(digits: bigint, exponent: number): bigint {
  return exponent >= 0 ? digits * 10n ** BigInt(exponent) : rounded(digits, 10n ** BigInt(-exponent));
}

function rounded(size: bigint, unit: bigint): bigint {
  return (size + unit - 1n) / unit;
}

/**
 * A quantity in thousandths, to which Kubernetes rounds up requests of pods.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/v1/defaults.go (SetDefaults_ResourceList)
 */
export function inThousandths(quantity: Quantity): Quantity {
  const { nanos, notation } = quantity;
  if (nanos % thousandth === 0n) return quantity;
  const size = nanos < 0n ? -rounded(-nanos, thousandth) : rounded(nanos, thousandth);
  return { nanos: size * thousandth, notation };
}

/** A quantity as Kubernetes prints it: usually the shortest form. */
export function printQuantity({ nanos, notation, text }: Quantity): string {
  if (text !== undefined) return text;
  const size = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? '-' : '';
  if (size === 0n) return '0';
  if (notation === 'binary' && size >= 1024n * one && size % one === 0n) {
    let left = size / one;
    let power = 0;
    for (; left % 1024n === 0n && power < binary.length - 1; power++) left /= 1024n;
    return `${sign}${left}${binary[power]}`;
  }
  const [suffix, exponent] = decimal.find(([, candidate]) => size % 10n ** BigInt(9 + candidate) === 0n) ?? [
    'n',
    -9,
  ];
  const ending = notation !== 'exponent' ? suffix : exponent === 0 ? '' : `e${exponent}`;
  return `${sign}${size / 10n ** BigInt(9 + exponent)}${ending}`;
}
