/** Labels as messages name them: in the order of their keys, for in a manifest the order of keys means nothing. */
export function labelWords(labels: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(labels)
    .sort()
    .map((key) => `${key}: ${labels[key]}`);
}
