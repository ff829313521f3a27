import type { Path } from '../model/field.js';

/**
 * The fields in which a live object differs from Git for Argo CD's default (three-way) diff: a key that only the
 * live object has is no difference, a list that only grew or shrank is one.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go (ThreeWayDiff)
 */
export function differences(git: unknown, live: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(git)) {
    if (!Array.isArray(live) || git.length !== live.length) return [path];
    return git.flatMap((item, index) => differences(item, live[index], [...path, index]));
  }
  if (typeof git === 'object' && git !== null) {
    if (typeof live !== 'object' || live === null || Array.isArray(live)) return [path];
    return Object.entries(git).flatMap(([key, value]) =>
      value === null || value === undefined
        ? []
        : differences(value, (live as Record<string, unknown>)[key], [...path, key]),
    );
  }
  return git === live ? [] : [path];
}

/** A path as a jq expression that reaches it in every element of the lists on its way. */
export function toJqPath(path: Path): string {
  return path
    .map((segment, index) => {
      if (typeof segment === 'number') return '[]?';
      if (/^[A-Za-z_]\w*$/.test(segment)) return `.${segment}`;
      return `${index === 0 ? '.' : ''}[${JSON.stringify(segment)}]`;
    })
    .join('');
}
