/**
 * Suffixes of names that change with the content: hashes (kustomize and Kubernetes have their own alphabets), versions, counters
 * and dates.
 */
const endings: readonly RegExp[] = [
  /[-.][bcdfghkmt2456789]{10}$/,
  /[-.](?=[a-z]*\d)[bcdfghjklmnpqrstvwxz2456789]{8,10}$/,
  /[-.](?=[a-f]*\d)[0-9a-f]{8,64}$/,
  /[-.](?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7}$/,
  /[-.](v|r|rev|version)?[-.]?\d+([-.]\d+)*$/,
];

/** The suffix of cdk8s: a hash of the path in the construct tree, which does not change with the content. */
const constructSuffix = /-c8[0-9a-f]{6}$/;

/** Whether a name depends on the content, so that other content gets another name. */
export function isContentName(name: string): boolean {
  // Names in Kubernetes are not longer; for longer ones the match would take quadratic time.
  const end = name.slice(-253);
  return endings.some((ending) => ending.test(end));
}

/** Whether cdk8s may have generated a name. */
export function isConstructName(name: string): boolean {
  return constructSuffix.test(name);
}
