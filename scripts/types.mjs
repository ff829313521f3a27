// TypeScript types derived from existing definitions: pods and parts of other kinds as the API server reads them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';

/** @typedef {import('../src/kubernetes/schemas/schema.js').Schema} Schema */

const root = join(import.meta.dirname, '..');

/** The names in `src/constructs/manifests/pod-types.ts` for the parts of a pod that users write separately. */
const named = /** @type {const} */ ({
  spec: 'PodSpec',
  containers: 'Container',
  livenessProbe: 'Probe',
  resources: 'ResourceRequirements',
});

/** Types of a pod and its parts, from the schema that lint uses. */
export async function podTypes() {
  const { $defs: all = {} } = /** @type {Schema} */ (
    JSON.parse(readFileSync(join(root, 'src/kubernetes/schemas/data/pod.json'), 'utf8'))
  );
  /** @param {string} key */
  const nameOf = (key) => {
    const name = /** @type {Record<string, string>} */ (named)[key];
    return name ?? `Pod${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  };
  /** @param {Schema} schema @returns {string} */
  const typeOf = ({ $ref, type, properties, required = [], additionalProperties, items }) => {
    if ($ref === '#/$defs/containers') return 'readonly Container[]';
    if ($ref !== undefined) return nameOf($ref.replace('#/$defs/', ''));
    switch (type) {
      case 'string':
        return 'string';
      case 'boolean':
        return 'boolean';
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return `readonly ${items ? wrapped(typeOf(items)) : 'unknown'}[]`;
      case 'object':
        return properties
          ? `{ ${Object.entries(properties)
              .map(
                ([key, one]) => `readonly ${key}${required.includes(key) ? '' : '?'}: ${fieldOf(key, one)};`,
              )
              .join(' ')} }`
          : `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>>`;
      default:
        return Array.isArray(type) ? type.map((one) => typeOf({ type: one })).join(' | ') : 'unknown';
    }
  };
  /**
   * Requests have arbitrary keys, because extended resources have their own names.
   * @param {string} key @param {Schema} one
   */
  const fieldOf = (key, one) =>
    key === 'limits' || key === 'requests' ? 'Readonly<Record<string, number | string>>' : typeOf(one);
  /** @param {string} type */
  const wrapped = (type) => (/[ |]/.test(type) && !type.startsWith('{') ? `(${type})` : type);
  const isNeeded = (/** @type {string} */ key) =>
    key in named || JSON.stringify(all).includes(`"#/$defs/${key}"`);
  const types = Object.entries(all)
    .filter(([key]) => isNeeded(key))
    .map(([key, schema]) => {
      const one = key === 'containers' ? (schema.items ?? {}) : schema;
      return `${key in named ? 'export ' : ''}type ${nameOf(key)} = ${typeOf(one)};`;
    });
  return formatted(
    `// Written by npm run docs, from src/kubernetes/schemas/data/pod.json.\n\n${types.join('\n\n')}\n`,
  );
}

/**
 * Types in `src/constructs/manifests/upstream-types.ts`: a doc comment, the schema, and the path of the part in it. A list stands for
 * its items. Fields that the constructs write themselves are left out.
 * @type {readonly [name: string, text: string, schema: string, path: string, without?: readonly string[]][]}
 */
const upstream = [
  [
    'AntiAffinity',
    '`strategy.canary.antiAffinity` of a Rollout',
    'rollout',
    'spec.strategy.canary.antiAffinity',
  ],
  [
    'ExperimentStep',
    '`experiment` of a step of a Rollout',
    'rollout',
    'spec.strategy.canary.steps.experiment',
  ],
  ['IstioRoute', 'a route of `spec.http` of a VirtualService', 'virtualservice', 'spec.http'],
  [
    'IstioTrafficPolicy',
    '`spec.trafficPolicy` of a DestinationRule',
    'destinationrule',
    'spec.trafficPolicy',
  ],
  [
    'HttpRouteRule',
    'a rule of an HTTPRoute without its backends',
    'gateway-api-httproute',
    'spec.rules',
    ['backendRefs'],
  ],
  [
    'GrpcRouteRule',
    'a rule of a GRPCRoute without its backends',
    'gateway-api-grpcroute',
    'spec.rules',
    ['backendRefs'],
  ],
  [
    'TcpRouteRule',
    'a rule of a TCPRoute or TLSRoute without its backends',
    'gateway-api-tcproute',
    'spec.rules',
    ['backendRefs'],
  ],
  ['AutoscalerMetric', 'a metric of a HorizontalPodAutoscaler', 'horizontalpodautoscaler-v2', 'spec.metrics'],
  [
    'AutoscalerBehavior',
    '`spec.behavior` of a HorizontalPodAutoscaler',
    'horizontalpodautoscaler-v2',
    'spec.behavior',
  ],
  ['IngressTls', 'an entry of `spec.tls` of an Ingress', 'ingress', 'spec.tls'],
  [
    'ServiceFields',
    '`spec` of a Service that selects pods, without its type, selector and ports',
    'service',
    'spec',
    ['type', 'selector', 'ports', 'externalName'],
  ],
  ['DryRun', 'an entry of `dryRun` of an analysis', 'analysistemplate', 'spec.dryRun'],
  [
    'MeasurementRetention',
    'an entry of `measurementRetention` of an analysis',
    'analysistemplate',
    'spec.measurementRetention',
  ],
  [
    'ArgumentSource',
    '`valueFrom` of an argument of an analysis of a Rollout',
    'rollout',
    'spec.strategy.canary.analysis.args.valueFrom',
  ],
  ['TemplateArgument', 'an argument that an AnalysisTemplate declares', 'analysistemplate', 'spec.args'],
  [
    'UpstreamProviders',
    'the providers of a metric, by their names',
    'analysistemplate',
    'spec.metrics.provider',
  ],
  ['RolloutFields', '`spec` of a Rollout', 'rollout', 'spec'],
  ['ApplicationFields', '`spec` of an Application', 'application', 'spec'],
  [
    'ApplicationSetFields',
    '`spec` of an ApplicationSet without its generators',
    'applicationset',
    'spec',
    ['generators'],
  ],
  ['HelmSettings', '`helm` of a source of an Application', 'application', 'spec.source.helm'],
  ['KustomizeSettings', '`kustomize` of a source of an Application', 'application', 'spec.source.kustomize'],
  ['PluginSettings', '`plugin` of a source of an Application', 'application', 'spec.source.plugin'],
  ['RetrySettings', '`syncPolicy.retry` of an Application', 'application', 'spec.syncPolicy.retry'],
  [
    'NamespaceMetadata',
    '`syncPolicy.managedNamespaceMetadata` of an Application',
    'application',
    'spec.syncPolicy.managedNamespaceMetadata',
  ],
];

/**
 * Types of volumes, of which the schema of pods says nothing, from the Go types of Kubernetes.
 * @type {readonly [name: string, text: string, type: string][]}
 */
const volumes = [
  ['CsiVolume', '`csi` of a volume', 'core.v1.CSIVolumeSource'],
  ['DownwardApiVolume', '`downwardAPI` of a volume', 'core.v1.DownwardAPIVolumeSource'],
  ['FcVolume', '`fc` of a volume', 'core.v1.FCVolumeSource'],
  ['FlexVolume', '`flexVolume` of a volume', 'core.v1.FlexVolumeSource'],
  ['IscsiVolume', '`iscsi` of a volume', 'core.v1.ISCSIVolumeSource'],
  ['VolumeClaimTemplate', '`volumeClaimTemplate` of a volume', 'core.v1.PersistentVolumeClaimTemplate'],
  ['VolumeProjections', 'the sources of a projected volume, by their names', 'core.v1.VolumeProjection'],
];

/** Types of parts of several kinds, from the schemas that lint uses. */
export async function upstreamTypes() {
  const types = upstream.map(([name, text, file, path, without = []]) => {
    const root = schemaOf(file);
    const part = itemsOf(
      root,
      path.split('.').reduce((schema, key) => fieldOf(root, schema, key), root),
    );
    const properties = Object.entries(part.properties ?? {}).filter(([key]) => !without.includes(key));
    return `/** In upstream's form: ${text}. */\nexport type ${name} = ${inlined(root, { ...part, properties: Object.fromEntries(properties) })};`;
  });
  const ofVolumes = volumes.map(
    ([name, text, type]) => `/** In upstream's form: ${text}. */\nexport type ${name} = ${goType(type)};`,
  );
  const files = [...new Set(upstream.map(([, , file]) => `${file}.json`))].join(', ');
  return formatted(
    `// Written by npm run docs, from the schemas of src/kubernetes/schemas/data: ${files}; volumes from src/kubernetes/apply/types/built-in.json.\n\nimport type { PodSpec } from './pod-types.js';\n\n${[...types, ...ofVolumes].join('\n\n')}\n`,
  );
}

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const goTypes = JSON.parse(
  readFileSync(join(root, 'src/kubernetes/apply/types/built-in.json'), 'utf8'),
).types;

/** @type {Readonly<Record<string, string>>} */
const scalars = {
  string: 'string',
  int: 'number',
  bool: 'boolean',
  quantity: 'number | string',
  // The API server refuses all other metadata of a claim that is made with a pod.
  'meta.v1.ObjectMeta':
    '{ readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>> }',
};

/** The type of a Go type: its fields, and `?` for those that may be left out. @param {string} name @returns {string} */
function goType(name) {
  const known = scalars[name];
  if (known !== undefined) return known;
  const type = goTypes[name];
  if (!type) throw new Error(`${name} is not among the Go types.`);
  const fields = Object.entries(type)
    .filter(([key]) => key !== '/')
    .map(([key, text]) => {
      const [, many = '', of = '', optional = ''] = /^\*?(\[\]|\{\})?([\w.]+)(\??)/.exec(text) ?? [];
      const one = goType(of);
      const all = { '[]': `readonly (${one})[]`, '{}': `Readonly<Record<string, ${one}>>` }[many] ?? one;
      return `readonly ${key}${optional}: ${all};`;
    });
  return `{ ${fields.join(' ')} }`;
}

/** @param {string} file @returns {Schema} */
function schemaOf(file) {
  return JSON.parse(readFileSync(join(root, 'src/kubernetes/schemas/data', `${file}.json`), 'utf8'));
}

/** @param {Schema} whole @param {Schema} schema @param {string} key @returns {Schema} */
function fieldOf(whole, schema, key) {
  const field = itemsOf(whole, schema).properties?.[key];
  if (!field) throw new Error(`The schema has no field "${key}".`);
  return field;
}

/** What a list consists of; any other schema as it is. @param {Schema} whole @param {Schema} schema @returns {Schema} */
function itemsOf(whole, schema) {
  const { $ref, items } = schema;
  if ($ref?.startsWith('#/$defs/')) return itemsOf(whole, whole.$defs?.[$ref.slice('#/$defs/'.length)] ?? {});
  return items ? itemsOf(whole, items) : schema;
}

/** The type of a schema, with its definitions in place. @param {Schema} whole @param {Schema} schema @returns {string} */
function inlined(whole, schema) {
  const { $ref, type, properties, required = [], additionalProperties, items } = schema;
  if ($ref?.startsWith('#/$defs/')) return inlined(whole, whole.$defs?.[$ref.slice('#/$defs/'.length)] ?? {});
  if ($ref === 'pod.json#/$defs/spec') return 'PodSpec';
  const [file, name = ''] = $ref?.split('.json#/$defs/') ?? [];
  if (file !== undefined) return inlined(schemaOf(file), schemaOf(file).$defs?.[name] ?? {});
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (typeof type !== 'string')
    return type
      ? type
          .filter((one) => one !== 'null')
          .map((one) => inlined(whole, { ...schema, type: one }))
          .join(' | ')
      : 'unknown';
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${items ? inlined(whole, items) : 'unknown'})[]`;
    case 'object': {
      if (!properties && additionalProperties === false) return 'Readonly<Record<string, never>>';
      if (!properties) {
        const values =
          typeof additionalProperties === 'object' ? inlined(whole, additionalProperties) : 'unknown';
        return `Readonly<Record<string, ${values}>>`;
      }
      const fields = Object.entries(properties).map(
        ([key, one]) => `readonly ${key}${required.includes(key) ? '' : '?'}: ${inlined(whole, one)};`,
      );
      return `{ ${fields.join(' ')} }`;
    }
    default:
      return type;
  }
}

/** @param {string} text */
async function formatted(text) {
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 110 });
}
