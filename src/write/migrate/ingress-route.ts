import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { ports } from '../../kubernetes/kinds/service.js';
import { isMap } from '../../kubernetes/objects/json.js';
import { canaryManifests } from '../../constructs/manifests/canary.js';
import { fromExisting } from '../../constructs/manifests/manifest.js';
import { GatewayTraffic, type ParentGateway } from '../../constructs/manifests/traffic.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { Refusal } from './refusal.js';
import { migratedSteps } from './routed.js';
import { anyPort } from './routes/route.js';

/** The two Services between which a route splits. */
interface Sides {
  readonly stable: string;
  readonly canary: string;
}

interface Rule {
  readonly service: string;
  readonly port: unknown;
  readonly matches: readonly object[];
}

/** An HTTPRoute for the hosts and paths of an Ingress, with the defaults that the API server would add. */
export function routeOfIngress(
  graph: Graph,
  ingress: Resource,
  { stable, canary }: Sides,
  gateways: readonly ParentGateway[],
): object {
  const { hosts, rules } = readIngress(graph, ingress);
  const { route } = canaryManifests(
    ingress.name,
    {
      pod: { workloadRef: { name: ingress.name, labels: { app: ingress.name } } },
      ports: [anyPort],
      traffic: GatewayTraffic.route({
        stableService: fromExisting(stable),
        canaryService: fromExisting(canary),
        gateways,
        ...(hosts.length > 0 && { hostnames: hosts }),
        rules: rules.map(({ matches }) => ({ matches })),
      }),
      steps: migratedSteps,
    },
    { namespace: ingress.namespace },
  );
  const { metadata, spec, ...rest } = route as unknown as {
    readonly metadata: object;
    readonly spec: { readonly rules: readonly { readonly backendRefs: readonly object[] }[] };
  };
  const labels = ingress.at('metadata', 'labels');
  return {
    ...rest,
    metadata: { ...metadata, ...(isMap(labels.value) && { labels: labels.value }) },
    spec: {
      ...spec,
      rules: spec.rules.map((rule, index) => {
        const { service, port } = rules[index]!;
        const own = service === stable ? rule.backendRefs : rule.backendRefs.slice(0, 1);
        return {
          ...rule,
          backendRefs: own.map((backend) => ({
            ...backend,
            port,
            ...(service !== stable && { name: service, weight: 1 }),
          })),
        };
      }),
    },
  };
}

/** The hosts of an Ingress, which must all have the same paths, and the paths by backend. */
function readIngress(
  graph: Graph,
  ingress: Resource,
): { readonly hosts: readonly string[]; readonly rules: readonly Rule[] } {
  const { name } = ingress;
  const given = ingress.at('spec', 'rules').items;
  if (ingress.at('spec', 'defaultBackend').exists)
    throw new Refusal(
      `Ingress "${name}" has a defaultBackend, for requests of any host that no rule is for; write a rule for these first, or the HTTPRoute by hand.`,
    );
  const all = given.map((rule) => ({
    host: rule.at('host').text,
    rules: routeRules(graph, ingress, rule.at('http', 'paths').items),
  }));
  const [first, ...others] = all;
  if (!first || all.some(({ rules }) => rules.length === 0))
    throw new Refusal(`Ingress "${name}" has a rule without paths; remove it, or write its paths first.`);
  const isSame = others.every(({ rules }) => JSON.stringify(rules) === JSON.stringify(first.rules));
  const hosts = all.flatMap(({ host }) => host ?? []);
  if (!isSame || (hosts.length > 0 && hosts.length < all.length))
    throw new Refusal(
      `The hosts of Ingress "${name}" have different paths, but all rules of an HTTPRoute are for each of its hosts; write an HTTPRoute for each of them by hand, and run this again.`,
    );
  return { hosts, rules: first.rules };
}

function routeRules(graph: Graph, ingress: Resource, paths: readonly Field[]): readonly Rule[] {
  const rules = new Map<string, Rule>();
  for (const path of paths) {
    const service = path.at('backend', 'service', 'name').text;
    if (service === undefined)
      throw new Refusal(
        `A path of Ingress "${ingress.name}" does not lead to a Service by networking.k8s.io/v1; write the HTTPRoute by hand, and run this again.`,
      );
    const port = portOf(graph, ingress, service, path.at('backend', 'service', 'port'));
    const key = JSON.stringify([service, port]);
    const known = rules.get(key);
    rules.set(key, { service, port, matches: [...(known?.matches ?? []), matchOf(ingress, path)] });
  }
  return [...rules.values()];
}

function matchOf({ name }: Resource, path: Field): object {
  const value = path.at('path').text ?? '/';
  const type = path.at('pathType').text;
  if (type === 'Exact') return { path: { type, value } };
  if (type === 'Prefix' || value === '/') return { path: { type: 'PathPrefix', value } };
  throw new Refusal(
    `Path "${value}" of Ingress "${name}" has the pathType ${type ?? 'of no one'}, of which only ingress-nginx knows what it matches; make it Prefix or Exact first.`,
  );
}

/** The port of a backend as a number, as an HTTPRoute requires it. */
function portOf(graph: Graph, ingress: Resource, service: string, port: Field): unknown {
  const number: unknown = port.at('number').value;
  if (number !== undefined) return number;
  const name = port.at('name').text;
  const found = graph
    .withManifestName({ ...kinds.service, name: service })
    .filter((one) => graph.areDeployedTogether(one, ingress))
    .flatMap((one) => ports(one).filter((own) => own.at('name').text === name));
  const [own] = found;
  if (own) return own.at('port').value;
  throw new Refusal(
    `Ingress "${ingress.name}" asks for port "${name ?? ''}" of Service "${service}", of which the files do not tell the number that an HTTPRoute needs; write the number there.`,
  );
}

/** Annotations for limits and proxying, which do not change the response. */
const limits =
  /^(?:proxy-(?:(?:connect|send|read)-timeout|body-size|(?:request-)?buffering|buffer-size|buffers-number|busy-buffers-size|max-temp-file-size|http-version|next-upstream(?:-timeout|-tries)?)|client-body-buffer-size|enable-(?:access|rewrite)-log|enable-opentelemetry|enable-opentracing|service-upstream|load-balance|(?:force-)?ssl-redirect)$/;

/** Annotations that have no meaning for an HTTPRoute. */
const ofIngress = new Set([
  'kubernetes.io/ingress.class',
  'kubectl.kubernetes.io/last-applied-configuration',
]);

interface Annotated {
  /** Annotations without which an HTTPRoute would respond differently. */
  readonly decisive: readonly string[];
  /** Notes for the user on what is not migrated. */
  readonly notes: readonly string[];
}

/** Sorts the annotations of an Ingress, none of which an HTTPRoute supports. */
export function annotationsOf(ingress: Resource, prefix: string): Annotated {
  const all = ingress
    .at('metadata', 'annotations')
    .entries.map((entry) => ({ key: String(entry.key), value: entry.text ?? '' }))
    .filter(({ key }) => !ofIngress.has(key));
  const isNginx = (key: string): boolean => key.startsWith(`${prefix}/`);
  const isLimit = (key: string): boolean => limits.test(key.slice(prefix.length + 1));
  return {
    decisive: all
      .filter(({ key }) => isNginx(key) && !isLimit(key))
      .map(({ key, value }) => `${key}: ${value}`),
    notes: all
      .filter(({ key }) => !isNginx(key) || isLimit(key))
      .map(({ key, value }) =>
        isNginx(key)
          ? `Annotation ${key}: ${value} has no part in the HTTPRoute; say the same in a policy of your implementation where requests need it.`
          : `Annotation ${key}: ${value} stays with the Ingress and goes with it; what reads it has to know the Gateway or the HTTPRoute.`,
      ),
  };
}
