/** Labels in messages: sorted by key, because the order in a manifest has no meaning. */
export function labelWords(labels: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(labels)
    .sort()
    .map((key) => `${key}: ${labels[key]}`);
}
