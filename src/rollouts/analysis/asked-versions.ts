import type { Analysis } from '../../kubernetes/kinds/analysis.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { askedServices } from './asked-services.js';
import type { TemplateMetric } from './metrics.js';
import { versionsOfService } from './versions-of-service.js';

/** The pods of a Rollout that a metric asks, where those of the new version are not the only ones. */
export interface AskedVersions {
  readonly versions: 'both' | 'stable';
  /** The URL or command that names the Service. */
  readonly field: Field;
  readonly service: Resource;
  /** The field by which the controller narrows the Service, or the Service’s selector. */
  readonly by: Field;
}

/** Routers that change nothing for requests to a Service inside of the cluster. */
const atTheEdge: ReadonlySet<string> = new Set(['nginx', 'alb', 'apisix', 'ambassador', 'traefik']);
/** Words by which a command chooses the new version in another way, as by a header. */
const versionWords = /canary|preview|green|latest|hash/i;

/**
 * Whether a web metric or a job of an analysis asks stable pods, alone or among others: by a Service that the controller narrows to them, or
 * by one that it does not narrow. Undefined where the new version is asked, too, or where that is not known.
 */
export function askedVersions(
  graph: Graph,
  rollout: Resource,
  analysis: Analysis,
  { field, template }: TemplateMetric,
): AskedVersions | undefined {
  if (analysis.place === 'experiment' || analysis.field.key === 'postPromotionAnalysis') return undefined;
  if (!trafficRouting(rollout).entries.every(({ key }) => isQuiet(String(key)))) return undefined;
  // A header can choose the canary.
  if (field.at('provider', 'web', 'headers').exists && trafficRouting(rollout).exists) return undefined;
  // Manifests without a namespace are applied to the one that the host names.
  const hasNamespace = graph.namespace(rollout) !== undefined;
  const asked = askedServices(field, analysis, template);
  if (!asked || asked.some(({ rest }) => versionWords.test(rest))) return undefined;
  // The controller looks a short name up in its own namespace, where another Service may have it.
  if (field.at('provider', 'web').exists && asked.some(({ to }) => to.namespace === undefined))
    return undefined;
  const found: AskedVersions[] = [];
  for (const { field: from, to } of asked) {
    const service = graph.find({ from, to: hasNamespace ? to : { ...to, namespace: undefined } });
    const one = service && versionsOfService(graph, rollout, service);
    // Another Service may well be how the canary is asked.
    if (!one || one.versions === 'new') return undefined;
    found.push({ versions: one.versions, by: one.by, field: from, service });
  }
  return found[0];
}

function isQuiet(key: string): boolean {
  return atTheEdge.has(key) || key === 'managedRoutes' || key === 'maxTrafficWeight';
}
