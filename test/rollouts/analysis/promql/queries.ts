import { Chance } from '../../../argocd/jq/chance.js';

/** Queries as metrics of canaries have them. */
const written: readonly string[] = [
  'sum(rate(http_requests_total{service="web-canary",status!~"5.."}[5m])) / sum(rate(http_requests_total{service="web-canary"}[5m]))',
  'sum(irate(istio_requests_total{reporter="source",destination_service=~"web.shop.svc.cluster.local",response_code!~"5.*"}[5m])) by (x) / sum(irate(istio_requests_total{reporter="source"}[5m])) by (x)',
  'histogram_quantile(0.99, sum by (le) (rate(request_duration_seconds_bucket{app="web"}[2m]))) * 1000',
  'histogram_quantile(0.95, sum(rate(x_bucket[5m])) without (pod, le))',
  'sum(increase(errors_total{job="web"}[10m])) or vector(0)',
  'scalar(sum(up{job="web"}))',
  'avg(avg_over_time(container_memory_usage_bytes{pod=~"web-.*"}[5m])) / 1024 / 1024 < bool 500',
  'max_over_time(deriv(queue_length[10m])[30m:1m])',
  'absent(up{job="web"}) == 1',
  'topk(3, sum by (pod) (rate(x_total[1m])))',
  'quantile(0.9, x) - quantile(0.1, x)',
  'count_values("version", build_version)',
  'a{b="c"} and on(instance) d unless e',
  'a * on(pod) group_left(version) b',
  'a offset 5m @ 1609746000',
  'rate(a[5m] offset 1w) @ end()',
  '-sum(a) + 2 ^ 3 ^ 2 % 5',
  'clamp_min(a, 0) / clamp(b, 1, 2)',
  'label_replace(a, "x", "$1", "y", "(.*)")',
  'label_join(a, "x", ",", "y", "z")',
  'time() - timestamp(a) > 60',
  '1 < bool 2',
  'vector(1)',
  '42',
  '"text"',
  '{__name__=~"a|b",c!=""}',
  'sum(rate(a[5m])) # per second\n / 2',
  'predict_linear(disk[1h], 4 * 3600) < 0',
  'round(a, 0.1) + hour() + pi()',
];

const pieces = ['(', ')', '[5m]', '{', '}', 'sum', 'rate', 'by (a)', ',', '"', '5m', 'bool', 'or', '+', '==', 'offset 5m', '@ 5', '1', 'on(x)', 'foo',
  '-', ':', '[', ']', 'group_left', '[5m:1m]', '=~"("', '{}', 'scalar(', 'vector(', 'and', '0x1f', '"a"', "'b'", '.5', '1e3', 'unless', 'count'] as const; // prettier-ignore

/** Queries and what becomes of them when parts are taken out, put in or exchanged; the same ones for a seed. */
export function randomQueries(count: number, seed: number): readonly string[] {
  const chance = new Chance(seed);
  return Array.from({ length: count }, () => {
    let query = chance.of(written);
    for (let rest = chance.below(4); rest > 0; rest--) query = changed(query, chance);
    return query;
  });
}

function changed(query: string, chance: Chance): string {
  const at = chance.below(query.length + 1);
  const piece = chance.of(pieces);
  return chance.of([
    () => query.slice(0, at) + query.slice(at + 1 + chance.below(3)),
    () => `${query.slice(0, at)} ${piece} ${query.slice(at)}`,
    () => query.slice(0, at) + piece + query.slice(at + piece.length),
    () => `${query} ${chance.of(['+', '/', 'and', 'or', '==', '>', '*'])} ${chance.of(written)}`,
    () => `${chance.of(['sum', 'rate', 'abs', 'scalar', 'vector', '', 'absent_over_time', '-'])}(${query})`,
    // A name or a number becomes another one.
    () =>
      query.replace(
        /[a-z_]+(?=\()/,
        chance.of(['sum', 'rate', 'increase', 'abs', 'time', 'max_over_time', 'clamp_max', 'nothing']),
      ),
  ])();
}
