const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n], // The micro sign
  ['\u03bcs', 1_000n], // and the Greek letter.
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const maxInt64 = 2n ** 63n - 1n;

/**
 * The nanoseconds of a duration in Go's syntax; undefined if Go rejects it.
 * https://pkg.go.dev/time#ParseDuration
 */
export function parseDuration(text: string): bigint | undefined {
  const isNegative = text.startsWith('-');
  const size = text.replace(/^[-+]/, '');
  if (size === '0') return 0n;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)[^\d.]+)+$/.test(size)) return undefined;

  let total = 0n;
  for (const [, whole = '', fraction = '', name = ''] of size.matchAll(/(\d*)(?:\.(\d*))?([^\d.]+)/gy)) {
    const unit = units.get(name);
    const count = whole.replace(/^0+/, '');
    // Longer numbers exceed 64 bits, and parsing a million digits takes time.
    if (unit === undefined || count.length > 19) return undefined;
    // Go also parses a fraction as a floating point number; more digits make no difference.
    const digits = fraction.slice(0, 18);
    const part = Number(digits) * (Number(unit) / 10 ** digits.length);
    total += BigInt(count) * unit + BigInt(Math.trunc(part));
  }
  if (total > (isNegative ? maxInt64 + 1n : maxInt64)) return undefined;
  return isNegative ? -total : total;
}

/** Go's error for a string that is not a duration; undefined for a duration. */
export function durationProblem(text: string): string | undefined {
  if (parseDuration(text) !== undefined) return undefined;
  const words = (problem: string): string => `time: ${problem} duration ${asciiQuote(text)}`;
  const [number, unit] = [/\d+(?:\.\d*)?|\.\d+/y, /[^\d.]+/y];
  for (let at = /^[-+]/.test(text) ? 1 : 0; at < text.length; at = unit.lastIndex) {
    number.lastIndex = at;
    if (!number.test(text)) return words('invalid');
    unit.lastIndex = number.lastIndex;
    const name = unit.exec(text)?.[0];
    if (name === undefined) return words('missing unit in');
    if (!units.has(name)) return words(`unknown unit ${asciiQuote(name)} in`);
  }
  return words('invalid');
}

/** Go's package time quotes bytes beyond ASCII in a way of its own. */
function asciiQuote(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const written = bytes.map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') return `\\${character}`;
    return byte < 0x20 || byte >= 0x80 ? `\\x${byte.toString(16).padStart(2, '0')}` : character;
  });
  return `"${written.join('')}"`;
}

/**
 * The whole seconds of a pause: a number, or a string with or without a unit. Undefined if the controller cannot parse it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go (DurationSeconds)
 */
export function pauseSeconds({ value }: { readonly value: unknown }): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? inInt32(BigInt(value)) : undefined;
  if (typeof value !== 'string') return undefined;
  if (/^[-+]?\d+$/.test(value))
    return /^[-+]?0*\d{1,19}$/.test(value) ? inInt32(BigInt(value.replace(/^\+/, ''))) : undefined;
  const duration = parseDuration(value);
  return duration === undefined ? undefined : inInt32(duration / 1_000_000_000n);
}

function inInt32(seconds: bigint): number | undefined {
  return BigInt.asIntN(32, seconds) === seconds ? Number(seconds) : undefined;
}

/** The Go syntax for a string such as `1d`, `10 min` or `1h 30m`; undefined if its meaning is unclear. */
export function goDuration(text: string): string | undefined {
  const parts = [
    ...text
      .trim()
      .toLowerCase()
      .matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)[\s,]*/gy),
  ];
  if (parts.map(([part]) => part).join('') !== text.trim().toLowerCase() || parts.length === 0)
    return undefined;
  const written = parts.map(([, size = '', name = '']) => {
    if (/^w(eeks?)?$/.test(name)) return `${Number(size) * 168}h`;
    if (/^d(ays?)?$/.test(name)) return `${Number(size) * 24}h`;
    if (/^h(rs?|ours?)?$/.test(name)) return `${size}h`;
    if (/^m(ins?|inutes?)?$/.test(name)) return `${size}m`;
    return /^s(ecs?|econds?)?$/.test(name) ? `${size}s` : undefined;
  });
  return written.includes(undefined) ? undefined : written.join('');
}
