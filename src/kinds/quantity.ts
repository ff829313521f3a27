/** An amount of a resource, as Kubernetes reads it. */
export interface Quantity {
  /** In billionths, the finest that is kept. */
  readonly nanos: bigint;
  /** Whether it was written with a suffix such as `Mi`. */
  readonly isBinary: boolean;
}

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
const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const one = 1_000_000_000n;

/**
 * Reads an amount such as `500m`, `1.5Gi` or `1e3`; undefined for what is none.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/resource/quantity.go (ParseQuantity)
 */
export function parseQuantity(value: unknown): Quantity | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const [, sign, whole = '', fraction = '', suffix = ''] =
    /^([+-]?)(\d*)(?:\.(\d*))?([A-Za-z]*(?:[+-]?\d+)?)$/.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const digits = BigInt(whole + fraction);
  const shift = 9 - fraction.length;
  const isBinary = suffix !== '' && (binary as readonly string[]).includes(suffix);
  const exponent = decimal.find(([name]) => name === suffix)?.[1] ?? scientific(suffix);
  if (!isBinary && exponent === undefined) return undefined;
  const size = isBinary
    ? scaled(digits * 1024n ** BigInt((binary as readonly string[]).indexOf(suffix)), shift)
    : scaled(digits, shift + (exponent ?? 0));
  return { nanos: sign === '-' ? -size : size, isBinary };
}

function scientific(suffix: string): number | undefined {
  const [, exponent] = /^[eE]([+-]?\d{1,3})$/.exec(suffix) ?? [];
  return exponent === undefined ? undefined : Number(exponent);
}

/** What is finer than can be kept is rounded up. */
function scaled(digits: bigint, exponent: number): bigint {
  if (exponent >= 0) return digits * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (digits + divisor - 1n) / divisor;
}

/** The shortest way to write an amount, as Kubernetes prints it. */
export function printQuantity({ nanos, isBinary }: Quantity): string {
  const size = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? '-' : '';
  if (size === 0n) return '0';
  if (isBinary && size >= 1024n * one) {
    let left = (size + one - 1n) / one;
    let index = 0;
    for (; left % 1024n === 0n && index < binary.length - 1; index++) left /= 1024n;
    return `${sign}${left}${binary[index]}`;
  }
  const [suffix, exponent] = decimal.find(([, candidate]) => size % 10n ** BigInt(9 + candidate) === 0n) ?? [
    'n',
    -9,
  ];
  return `${sign}${size / 10n ** BigInt(9 + exponent)}${suffix}`;
}
