/* eslint-disable @typescript-eslint/no-require-imports -- A schema is loaded when its kind is first met. */
import { type Schema } from './schema.js';

interface KindSchemas {
  readonly group: string;
  readonly kinds: readonly string[];
  /** The preferred version first. */
  readonly versions: readonly string[];
  readonly load: () => unknown;
}

const argo = 'argoproj.io';
const istio = 'networking.istio.io';
const alpha = ['v1alpha1'];
const three = ['v1', 'v1beta1', 'v1alpha3'];

const shippedSchemas: readonly KindSchemas[] = [
  withPods(argo, ['AnalysisTemplate', 'ClusterAnalysisTemplate'], alpha, () =>
    require('./data/analysistemplate.json'),
  ),
  entry(argo, ['AppProject'], alpha, () => require('./data/appproject.json')),
  entry(argo, ['Application'], alpha, () => require('./data/application.json')),
  entry(argo, ['ApplicationSet'], alpha, () => require('./data/applicationset.json')),
  withPods(argo, ['Experiment'], alpha, () => require('./data/experiment.json')),
  withPods(argo, ['Rollout'], alpha, () => require('./data/rollout.json')),
  entry(istio, ['DestinationRule'], three, () => require('./data/destinationrule.json')),
  entry(istio, ['Gateway'], three, () => require('./data/gateway.json')),
  entry(istio, ['ServiceEntry'], three, () => require('./data/serviceentry.json')),
  entry(istio, ['VirtualService'], three, () => require('./data/virtualservice.json')),
  entry('', ['ConfigMap'], ['v1'], () => require('./data/configmap.json')),
  entry('', ['Service'], ['v1'], () => require('./data/service.json')),
  withPods('apps', ['Deployment'], ['v1'], () => require('./data/deployment.json')),
  entry('autoscaling', ['HorizontalPodAutoscaler'], ['v2'], () =>
    require('./data/horizontalpodautoscaler-v2.json'),
  ),
  entry('autoscaling', ['HorizontalPodAutoscaler'], ['v1'], () =>
    require('./data/horizontalpodautoscaler-v1.json'),
  ),
  entry('networking.k8s.io', ['Ingress'], ['v1'], () => require('./data/ingress.json')),
  entry('policy', ['PodDisruptionBudget'], ['v1'], () => require('./data/poddisruptionbudget.json')),
];

const gatewayApi = 'gateway.networking.k8s.io';

/** Kinds that differ between releases in use: only what all of them require is known, not their fields and versions. */
const loose: readonly KindSchemas[] = [
  entry(gatewayApi, ['Gateway'], [], () => require('./data/gateway-api-gateway.json')),
  entry(gatewayApi, ['GRPCRoute'], [], () => require('./data/gateway-api-grpcroute.json')),
  entry(gatewayApi, ['HTTPRoute'], [], () => require('./data/gateway-api-httproute.json')),
  entry(gatewayApi, ['TCPRoute'], [], () => require('./data/gateway-api-tcproute.json')),
  entry(gatewayApi, ['TLSRoute'], [], () => require('./data/gateway-api-tlsroute.json')),
];

/** The requirements that all definitions of a Gateway API kind share; undefined for other kinds. */
export function looseSchemaFor(group: string, kind: string): Schema | undefined {
  const found = loose.find((one) => hasKind(one, group, kind));
  return found && loadedOf(found);
}

const loaded = new Map<KindSchemas, Schema>();
const loadedSchemas = new Map<string, Schema | undefined>();

/** The schema of a kind; undefined for kinds and versions without one. */
export function schemaFor(group: string, version: string, kind: string): Schema | undefined {
  const key = `${group}/${version}/${kind}`;
  if (!loadedSchemas.has(key)) loadedSchemas.set(key, load(group, version, kind));
  return loadedSchemas.get(key);
}

function load(group: string, version: string, kind: string): Schema | undefined {
  const found = shippedSchemas.find((one) => hasKind(one, group, kind) && one.versions.includes(version));
  return found && loadedOf(found);
}

function loadedOf(found: KindSchemas): Schema {
  const schema = loaded.get(found) ?? (found.load() as Schema);
  loaded.set(found, schema);
  return schema;
}

/** The versions in which the API server accepts a kind, the preferred one first; none for an unknown kind. */
export function knownVersions(group: string, kind: string): string[] {
  return shippedSchemas.filter((one) => hasKind(one, group, kind)).flatMap(({ versions }) => versions);
}

/** The kinds whose fields are known. */
export function kindsWithSchema(): readonly { readonly group: string; readonly kind: string }[] {
  return [...shippedSchemas, ...loose].flatMap(({ group, kinds }) => kinds.map((kind) => ({ group, kind })));
}

const hasKind = (one: KindSchemas, group: string, kind: string): boolean =>
  one.group === group && one.kinds.includes(kind);

function entry(
  group: string,
  kinds: readonly string[],
  versions: readonly string[],
  load: () => unknown,
): KindSchemas {
  return { group, kinds, versions, load };
}

/** A kind whose schema refers to the shared definitions of pod templates. */
function withPods(...[group, kinds, versions, load]: Parameters<typeof entry>): KindSchemas {
  return entry(group, kinds, versions, () => {
    const [schema, pod] = [load() as Schema, require('./data/pod.json') as Schema];
    return { ...schema, $defs: { ...pod.$defs, ...schema.$defs } };
  });
}
