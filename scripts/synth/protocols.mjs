/**
 * A value with the API server's default protocol in container ports. Constructs set it in pods for server-side apply;
 * the handwritten examples leave it out, as most users do.
 * @param {unknown} value
 * @returns {unknown}
 */
export function withProtocols(value) {
  if (Array.isArray(value)) return value.map(withProtocols);
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withProtocols(item)]));
  return 'containerPort' in all ? { protocol: 'TCP', ...all } : all;
}
