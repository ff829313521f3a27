const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const decimal = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const one = 1_000_000_000n;

/**
 * A quantity as the API machinery writes it once it has read it: `1000m` is `1`, `0.5` is `500m`, `1024Mi` is `1Gi`. What
 * is no quantity comes back as it is.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#Quantity
 */
export function canonicalQuantity(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const read = /^([-+]?)(\d*)(?:\.(\d*))?([KMGTPE]i|[numkMGTPE]|[eE][-+]?\d+)?$/.exec(String(value).trim());
  const [, sign = '', whole = '', fraction = '', suffix = ''] = read ?? [];
  if (!read || whole + fraction === '') return value;

  const isBinary = suffix.endsWith('i');
  const isExponent = /^[eE][-+]?\d/.test(suffix);
  const digits = BigInt(whole + fraction);
  const factor = isBinary ? one * 1024n ** BigInt(binary.indexOf(suffix)) : one;
  const power = (isBinary ? 0 : isExponent ? Number(suffix.slice(1)) : powerOf(suffix)) - fraction.length;
  const nanos = scaled(digits * factor, power);
  if (nanos === 0n) return '0';
  const minus = sign === '-' ? '-' : '';

  if (isBinary && nanos % one === 0n && nanos >= 1024n * one) {
    const [number, steps] = divided(nanos / one, 1024n, binary.length - 1);
    return `${minus}${number}${binary[steps] ?? ''}`;
  }
  const [number, steps] = divided(nanos, 1000n, decimal.length - 1);
  if (!isExponent) return `${minus}${number}${decimal[steps] ?? ''}`;
  return `${minus}${number}${steps === 3 ? '' : `e${(steps - 3) * 3}`}`;
}

function powerOf(suffix: string): number {
  return (decimal.indexOf(suffix) - decimal.indexOf('')) * 3;
}

/** A number times a power of ten, rounded up where digits are lost. */
function scaled(number: bigint, power: number): bigint {
  if (power >= 0) return number * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (number + divisor - 1n) / divisor;
}

function divided(number: bigint, base: bigint, most: number): readonly [bigint, number] {
  let [left, steps] = [number, 0];
  for (; left % base === 0n && steps < most; steps += 1) left /= base;
  return [left, steps];
}
