/**
 * Why Go cannot send a request to an address; undefined where it can, as far as that is known.
 * https://github.com/golang/go/blob/go1.24.9/src/net/url/url.go (Parse)
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go (IsUrl)
 */
export function urlProblem(text: string, schemes: 'http' | 'any'): string | undefined {
  const [, scheme, rest] = /^([a-z][a-z\d+.-]*):\/\/(.*)$/is.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return 'has no scheme, such as http://';
  if (schemes === 'http' && !/^https?$/i.test(scheme)) return `has the scheme "${scheme}", not http or https`;
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host === '') return 'has no host';

  if (/[\u0000-\u001f\u007f]/.test(text) || host.includes(' ')) return 'has a character that no address has';
  const port = host.startsWith('[') ? undefined : /:([^:]*)$/.exec(host)?.[1];
  return port === undefined || /^\d*$/.test(port) ? undefined : `has the port "${port}", which is no number`;
}
