/**
 * What tools and people put at the end of a name that is to change with the content: hashes (those of kustomize and
 * of Kubernetes have alphabets of their own), versions, counters and dates.
 */
const endings: readonly RegExp[] = [
  /[-.][bcdfghkmt2456789]{10}$/,
  /[-.](?=[a-z]*\d)[bcdfghjklmnpqrstvwxz2456789]{8,10}$/,
  /[-.](?=[a-f]*\d)[0-9a-f]{8,64}$/,
  /[-.](?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7}$/,
  /[-.](v|r|rev|version)?[-.]?\d+([-.]\d+)*$/,
];

/** What cdk8s appends by itself: a hash of the place in the construct tree, which stays. */
const constructSuffix = /-c8[0-9a-f]{6}$/;

/** Whether a name tells of its content, so that other content has another name. */
export function isContentName(name: string): boolean {
  // No name in Kubernetes is longer; what is would take the square of its length.
  const end = name.slice(-253);
  return endings.some((ending) => ending.test(end));
}

/** Whether cdk8s may have made up a name. */
export function isConstructName(name: string): boolean {
  return constructSuffix.test(name);
}
