import { backends } from '../../kubernetes/kinds/ingress.js';
import { blueGreen } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { selectedBy, type Selected } from './promql/query.js';
import type { QueryOf, SeenVersions } from './query-of.js';
import { versionsOfService } from './versions-of-service.js';
import { isStableAlone, type VersionsOfMatcher, versionsOfMatcher } from './versions-of-matcher.js';
import { withArguments } from './with-arguments.js';

/** What a matcher selects, by the Ingress that leads to the Service where it names one. */
interface Chosen extends VersionsOfMatcher {
  readonly ingress?: Resource | undefined;
}

/** What a selector of a query selects: `chosen` alone, or what both versions have; undefined where that is not known. */
type SelectedVersion = { readonly chosen: Chosen } | 'both' | undefined;

/**
 * Whether the query of an analysis before promotion measures the old version, alone or with the new one; undefined where it measures the
 * preview, or where that is not known. Until promotion the active Service, and each Ingress that leads to it, has old pods only.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (reconcileActiveService)
 */
export function versionsBeforePromotion(query: string, of: QueryOf): SeenVersions | undefined {
  const selectors = selectorsOf(selectedBy(query) ?? []);
  if (selectors.length === 0) return undefined;
  const selections = selectors.map((selector) => selectionOf(selector, of));
  const chosen = selections.flatMap((one) => (typeof one === 'object' ? [one.chosen] : []));
  if (selections.includes(undefined) || chosen.some(({ versions }) => versions === 'new')) return undefined;
  const by = [blueGreen(of.rollout), ...chosen.map((one) => one.by)];
  const [first] = chosen;
  return chosen.length === selections.length && first?.service
    ? { versions: 'stable', by, service: first.service, ingress: first.ingress }
    : { versions: 'both', by };
}

/** The name of a metric with its matchers. */
interface Selector {
  readonly metric: string;
  readonly matchers: readonly Selected[];
}

/** None where a selector has no name. */
function selectorsOf(selected: readonly Selected[]): readonly Selector[] {
  const starts = selected.flatMap(({ label }, index) => (label === undefined ? [index] : []));
  if (starts[0] !== 0) return [];
  return starts.map((start, index) => ({
    metric: selected[start]!.value,
    matchers: selected.slice(start + 1, starts[index + 1]),
  }));
}

function selectionOf({ metric, matchers }: Selector, of: QueryOf): SelectedVersion {
  if (metric.includes(':')) return undefined;
  const known = matchers.map((matcher) => ({ matcher, chosen: chosenBy(matcher, of) }));
  const alone = known.find(
    ({ matcher, chosen }) => chosen && isOneVersion(chosen, matcher, metric, of.rollout),
  )?.chosen;
  if (alone) return { chosen: alone };
  const isCommon = known.every(({ matcher, chosen }) => chosen !== undefined || neutral.test(matcher.label!));
  // What is not a request of a user can come from a test of the preview.
  return isCommon && ofRequests.test(metric) && !ofTests.test(metric) ? 'both' : undefined;
}

/** Labels that say what a request is, or where, and not which pod answers it. */
const neutral =
  /^(?:(?:http_|grpc_)?(?:status|code|status_code|response_code|method|type|service_type)|verb|le|quantile|reporter|response_flags|request_protocol|cluster|env|environment|region|\w*namespace)$/;
const ofRequests = /request|response|http|grpc|rpc_/i;
const ofTests = /probe|smoke|test|k6|synthetic|e2e|check/i;

/** Whether a label has the value for pods of one version only: programs can give themselves the name of a Service. */
function isOneVersion(chosen: Chosen, { label }: Selected, metric: string, rollout: Resource): boolean {
  if (chosen.versions === 'both') return false;
  if (chosen.versions === 'new' || chosen.ingress) return true;
  return ofAddressee.test(label!) || ofIngresses.test(metric) || isStableAlone(chosen, rollout);
}

/** Labels by which a proxy names the Service that it was asked for. */
const ofAddressee = /^(?:exported_service|destination_service(?:_name)?)$/;
const ofIngresses = /^nginx_ingress_controller_/;

function chosenBy({ label, operator, value }: Selected, of: QueryOf): Chosen | undefined {
  const { analysis, template, rollout, graph } = of;
  const [, literal] = /^["'`]([\w.-]+)["'`]$/.exec(withArguments(value, analysis, template)) ?? [];
  if (label === undefined || literal === undefined || operator?.startsWith('!') === true) return undefined;
  if (/^(?:exported_)?(?:ingress|host)$/.test(label))
    return byIngresses(ingressesNamed(label, literal, of), of);
  return versionsOfMatcher(label, literal, rollout, graph);
}

/** The Ingresses beside a Rollout that have a name, or a host. */
function ingressesNamed(label: string, value: string, { graph, rollout }: QueryOf): readonly Resource[] {
  const all = graph.companions(rollout, { group: 'networking.k8s.io', kind: 'Ingress' });
  if (label.endsWith('ingress')) return all.filter(({ name }) => name === value);
  return all.filter((ingress) =>
    ingress.at('spec', 'rules').items.some((rule) => rule.at('host').text === value),
  );
}

/** Undefined if one of the Ingresses leads to another Service than the others do, or to one that is not known. */
function byIngresses(ingresses: readonly Resource[], { graph, rollout }: QueryOf): Chosen | undefined {
  const found = ingresses.flatMap((ingress) =>
    backends(ingress).map((backend): Chosen | undefined => {
      const service = graph.find(backend);
      const versions = service && versionsOfService(graph, rollout, service);
      return versions && { ...versions, service, ingress };
    }),
  );
  const [first] = found;
  return found.every((one) => one?.versions === first?.versions) ? first : undefined;
}
