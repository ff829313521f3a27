/**
 * A value with the protocol that the API server adds to container ports. Constructs write it into pods in a few words, for
 * server-side apply; the examples by hand leave it out, as most people do.
 * @param {unknown} value
 * @returns {unknown}
 */
export function withProtocols(value) {
  if (Array.isArray(value)) return value.map(withProtocols);
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withProtocols(item)]));
  return 'containerPort' in all ? { protocol: 'TCP', ...all } : all;
}
