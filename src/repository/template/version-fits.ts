import { notEvaluated } from './unknown.js';

type Version = readonly [major: number, minor: number, patch: number];

/** A released version, or a constraint of one: parts that are missing are wildcards. */
function parsed(text: string): { readonly version: Version; readonly parts: number } {
  const match = /^v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:-0|-[a-z][\w.]*)?(?:\+[\w.-]+)?$/.exec(text);
  if (!match) return notEvaluated(`it compares the version ${text}`);
  const all = match.slice(1, 4).filter((one) => one !== undefined && /^\d+$/.test(one));
  const [major = 0, minor = 0, patch = 0] = all.map(Number);
  return { version: [major, minor, patch], parts: all.length };
}

function order(one: Version, other: Version): number {
  for (const [index, part] of one.entries()) {
    const apart = part - (other[index] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}

/** The first version after all that share the first parts of one. */
function after(version: Version, kept: number): Version {
  return version.map((part, index) =>
    index < kept - 1 ? part : index === kept - 1 ? part + 1 : 0,
  ) as unknown as Version;
}

function fitsOne(operator: string, text: string, version: Version): boolean {
  const { version: bound, parts } = parsed(text);
  const isAtLeast = order(version, bound) >= 0;
  const isBelowNext = parts === 3 ? order(version, bound) <= 0 : order(version, after(bound, parts)) < 0;
  switch (operator) {
    case '':
    case '=':
      return isAtLeast && isBelowNext;
    case '!=':
      return !(isAtLeast && isBelowNext);
    case '>':
      return !isBelowNext;
    case '>=':
    case '=>':
      return isAtLeast;
    case '<':
      return !isAtLeast;
    case '<=':
    case '=<':
      return isBelowNext;
    case '~':
    case '~>':
      return isAtLeast && order(version, after(bound, Math.min(parts, 2))) < 0;
    case '^': {
      const lead = bound[0] > 0 || parts === 1 ? 1 : bound[1] > 0 || parts === 2 ? 2 : 3;
      return isAtLeast && order(version, after(bound, lead)) < 0;
    }
    default:
      return notEvaluated(`it compares versions by ${operator}`);
  }
}

/**
 * Whether a released version fits a constraint such as `>=1.19-0 <1.30` or `^1.2 || 2.x`:
 * https://github.com/Masterminds/semver#checking-version-constraints
 */
export function versionFits(constraint: string, text: string): boolean {
  if (constraint.length > 200) return notEvaluated('a constraint of versions is long');
  const { version } = parsed(text);
  return constraint.split('||').some((either) => {
    const parts = either
      .replaceAll(/([<>=!~^])\s+/g, '$1')
      .split(/[\s,]+/)
      .filter((one) => one !== '');
    if (parts.includes('-')) return notEvaluated('a constraint has a range of versions');
    return parts.every((one) => {
      if (one === '*') return true;
      const [, operator = '', bound = ''] = /^([<>=!~^]{0,2})([^<>=!~^].*)$/.exec(one) ?? [];
      return fitsOne(operator, bound, version);
    });
  });
}
