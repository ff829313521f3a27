// Derives src/kubernetes/schemas/data/ from the CRDs and the Kubernetes OpenAPI document of the upstream projects:
//   npm run schemas -- argo-rollouts-v1.9.1-rollout-crd.yaml … kubernetes-v1.36-openapi.json
// or, with --check, detects manual edits.
// Files are named <upstream>-<version>-<anything>. Keeps only structure, without prose: what the API server checks,
// closed where it prunes, with equal subtrees written once.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadAll } from 'js-yaml';
import { agreed } from './schemas/agreed.mjs';

/** @typedef {import('../src/kubernetes/schemas/schema.js').Schema} Schema */
/** @typedef {import('../src/kubernetes/schemas/schema.js').TypeName} TypeName */
/** @typedef {{ name: string, text: string }} Input */
/** @typedef {{ group: string, kind: string, version: string, input: string, schema: Schema }} Served */
/** @typedef {Record<string, any>} Upstream */

/**
 * The kinds that we lint, by group; everything else in the inputs is left out.
 * @type {Record<string, string[]>}
 */
const WANTED = {
  'argoproj.io': [
    'AnalysisTemplate',
    'AppProject',
    'Application',
    'ApplicationSet',
    'ClusterAnalysisTemplate',
    'Experiment',
    'Rollout',
  ],
  'gateway.networking.k8s.io': ['GRPCRoute', 'Gateway', 'HTTPRoute', 'TCPRoute', 'TLSRoute'],
  'networking.istio.io': ['DestinationRule', 'Gateway', 'ServiceEntry', 'VirtualService'],
  '': ['ConfigMap', 'Service'],
  apps: ['Deployment'],
  autoscaling: ['HorizontalPodAutoscaler'],
  'networking.k8s.io': ['Ingress'],
  policy: ['PodDisruptionBudget'],
};

const COPIED = [
  'enum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'pattern',
];
const READ = [
  'additionalProperties',
  'format',
  'items',
  'nullable',
  'properties',
  'required',
  'type',
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
];
const LOGICAL = ['allOf', 'anyOf', 'oneOf'];
/** Keywords without effect on the structure of a document. */
const IGNORED = [
  'default', // Only read for `required`.
  'description',
  'title',
  'x-kubernetes-group-version-kind',
  'x-kubernetes-map-type',
  'x-kubernetes-patch-merge-key',
  'x-kubernetes-patch-strategy',
  'x-kubernetes-unions',
];
/** Keywords of a CRD that constrain whole values. */
const JUDGED = ['x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-validations'];
const KEYWORDS = new Set([...COPIED, ...READ, ...LOGICAL, ...IGNORED, ...JUDGED]);

/** A shorter subtree is repeated, because a reference would save nothing. */
const SMALL = 60;

/**
 * The structure of an upstream schema. `resolve` follows references in the OpenAPI document of the built-in kinds; CRDs
 * have none.
 * @param {Upstream} upstream
 * @param {string} where
 * @param {((ref: string) => Schema)} [resolve]
 * @param {boolean} [isJudged] whether its rules in CEL are kept
 * @returns {Schema}
 */
function structure(upstream, where, resolve, isJudged = false) {
  if (upstream.$ref !== undefined) {
    if (!resolve) throw new Error(`${where}: a reference in a CRD`);
    return resolve(upstream.$ref);
  }
  const strange = Object.keys(upstream).find((keyword) => !KEYWORDS.has(keyword));
  if (strange) throw new Error(`${where}: "${strange}" is not a keyword that we know.`);

  const isOpen = upstream['x-kubernetes-preserve-unknown-fields'] === true;
  const isIntOrString = upstream['x-kubernetes-int-or-string'] === true;
  /** @type {TypeName[]} */
  const types = isIntOrString ? ['integer', 'string'] : upstream.type ? [upstream.type] : [];
  if (types.length === 0 && !isOpen) throw new Error(`${where}: neither typed nor open`);
  if (upstream.nullable && types.length > 0) types.push('null');

  /** @type {Record<string, unknown>} */
  const result = {};
  if (types.length > 0) result.type = types.length === 1 ? types[0] : types;
  for (const keyword of COPIED) if (upstream[keyword] !== undefined) result[keyword] = upstream[keyword];
  if (['int32', 'date-time'].includes(upstream.format)) result.format = upstream.format;

  if (isJudged) Object.assign(result, judged(upstream));
  const { properties, required, items, additionalProperties } = upstream;
  // The API server sets defaults before it checks required fields.
  const needed = required?.filter((/** @type {string} */ name) => properties?.[name]?.default == null);
  if (needed?.length > 0) result.required = needed.sort();
  if (properties)
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([name, of]) => [
        name,
        structure(of, `${where}.${name}`, resolve, isJudged),
      ]),
    );
  if (items) {
    const item = structure(items, `${where}[]`, resolve, isJudged);
    // The API server decodes a null item of a built-in list as an empty one; in a CRD, it rejects it.
    result.items = resolve ? nullable(item) : item;
  }
  if (typeof additionalProperties === 'object')
    result.additionalProperties = structure(additionalProperties, `${where}{}`, resolve, isJudged);
  // A built-in object without fields is raw JSON; one in a CRD loses its content.
  const isRaw = resolve !== undefined && properties === undefined;
  if (upstream.type === 'object' && additionalProperties === undefined && !isOpen && !isRaw)
    result.additionalProperties = false;
  if (!isIntOrString)
    for (const keyword of LOGICAL)
      if (upstream[keyword]) result[keyword] = exclusive(keyword, upstream[keyword], where);
  return result;
}

/**
 * @param {Schema} schema
 * @returns {Schema}
 */
const nullable = (schema) =>
  schema.type === undefined ? schema : { ...schema, type: [...[schema.type].flat(), 'null'] };

/**
 * The CEL rules, except those that compare with an existing object; the keys that items of a list must not share; and
 * the defaults, which are set before rules are evaluated.
 * @param {Upstream} upstream
 */
function judged(upstream) {
  /** @type {Upstream[]} */
  const all = upstream['x-kubernetes-validations'] ?? [];
  const rules = all.filter(({ rule }) => !/\boldSelf\b/.test(rule));
  const type = upstream['x-kubernetes-list-type'];
  return {
    ...(rules.length > 0 && { rules: rules.map(ruleOf) }),
    ...(type === 'map' && { keys: upstream['x-kubernetes-list-map-keys'] }),
    ...(type === 'set' && { keys: [] }),
    ...(upstream.default !== undefined && { default: upstream.default }),
  };
}

/**
 * @param {Upstream} rule
 */
function ruleOf({ rule, message, isOfSome, ...rest }) {
  const strange = Object.keys(rest).find((key) => !['reason', 'fieldPath', 'optionalOldSelf'].includes(key));
  if (strange) throw new Error(`"${strange}" of a rule is not known.`);
  return { rule: rule.trim(), ...(message && { message }), ...(isOfSome && { isOfSome }) };
}

/**
 * The mutually exclusive fields in CRDs of Istio, the only use of logic that is supported here.
 * @param {string} keyword
 * @param {Upstream[]} branches
 * @param {string} where
 * @returns {Upstream[]}
 */
function exclusive(keyword, branches, where) {
  if (keyword === 'allOf') {
    for (const { oneOf } of branches) exclusive('oneOf', oneOf ?? [], where);
    return branches;
  }
  const [none, ...alternatives] = branches;
  const isKnown =
    keyword === 'oneOf' &&
    alternatives.every((branch) => JSON.stringify(Object.keys(branch)) === '["required"]') &&
    alternatives.every((branch) => branch.required.length === 1) &&
    JSON.stringify(none) === JSON.stringify({ not: { anyOf: alternatives } });
  if (!isKnown) throw new Error(`${where}: "${keyword}" says more than that fields exclude each other.`);
  return branches;
}

/**
 * @param {Upstream} definitions
 * @returns {(ref: string) => Schema}
 */
function resolver(definitions) {
  /** @type {Map<string, Schema>} */
  const known = new Map([
    // As their decoders accept them; the document says "string".
    ['io.k8s.apimachinery.pkg.api.resource.Quantity', { type: ['number', 'string'] }],
    ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', { type: ['integer', 'string'] }],
  ]);
  /** @param {string} ref */
  const resolve = (ref) => {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    const found = known.get(name) ?? structure(definitions[name], name, resolve);
    known.set(name, found);
    return found;
  };
  return resolve;
}

const GATEWAY_API = 'gateway.networking.k8s.io';

/**
 * The served versions of each kind in a file of CRDs.
 * @param {string} text
 * @returns {{ group: string, kind: string, version: string, schema: Upstream, isStored: boolean }[]}
 */
function definitionsIn(text) {
  const crds = /** @type {any[]} */ (loadAll(text)).filter((one) => one?.kind === 'CustomResourceDefinition');
  return crds.flatMap(({ spec: { group, names, versions } }) =>
    versions
      .filter((/** @type {Upstream} */ version) => version.served)
      .map((/** @type {Upstream} */ version) => ({
        ...{ group, kind: names.kind, version: version.name, isStored: version.storage },
        schema: version.schema.openAPIV3Schema,
      })),
  );
}

/**
 * A kind of the Gateway API in all given definitions; the first stored version has all fields.
 * @param {readonly Input[]} inputs
 * @param {string} kind
 * @returns {Served}
 */
function agreedKind(inputs, kind) {
  const all = inputs
    .filter(({ name }) => name.startsWith('gateway-api-'))
    .flatMap(({ name, text }) => definitionsIn(text).map((one) => ({ ...one, input: name })))
    .filter((one) => one.group === GATEWAY_API && one.kind === kind);
  const first = all.find(({ isStored, input }) => isStored && input.includes('-experimental-'));
  if (!first) throw new Error(`No input has the kind ${kind} of ${GATEWAY_API}.`);
  const others = all.filter((one) => one !== first).map(({ schema }) => schema);
  const { group, version, input } = first;
  return {
    group,
    kind,
    version,
    input,
    schema: structure(agreed(first.schema, others), kind, undefined, true),
  };
}

/**
 * Every wanted kind, in every served version.
 * @param {readonly Input[]} inputs
 * @param {typeof WANTED} wanted
 * @returns {Served[]}
 */
function read(inputs, wanted) {
  /** @type {Served[]} */
  const served = [];
  /** @type {Schema | undefined} */
  let metadata;
  for (const { name: input, text } of inputs) {
    if (input.endsWith('.json')) {
      const { definitions } = JSON.parse(text);
      const resolve = resolver(definitions);
      metadata = resolve('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta');
      for (const [name, definition] of Object.entries(definitions))
        for (const { group, kind, version } of definition['x-kubernetes-group-version-kind'] ?? [])
          if (wanted[group]?.includes(kind))
            served.push({ group, kind, version, input, schema: resolve(name) });
    } else {
      for (const { group, kind, version, schema } of definitionsIn(text))
        if (wanted[group]?.includes(kind) && group !== GATEWAY_API)
          served.push({
            ...{ group, kind, version, input },
            schema: structure(schema, kind, undefined, group === 'networking.istio.io'),
          });
    }
  }
  for (const kind of wanted[GATEWAY_API] ?? []) served.push(agreedKind(inputs, kind));
  for (const [group, kinds] of Object.entries(wanted))
    for (const kind of kinds)
      if (!served.some((one) => one.group === group && one.kind === kind))
        throw new Error(`No input has the kind ${kind} of ${group || 'the core group'}.`);
  if (!metadata) throw new Error('No input is the Kubernetes OpenAPI document, which has ObjectMeta.');

  // The API server validates the root of every kind alike. The status belongs to the controller, so it is not checked.
  const rooted = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata, status: {} };
  return served
    .map((one) => ({
      ...one,
      schema: { ...one.schema, properties: { ...one.schema.properties, .../** @type {any} */ (rooted) } },
    }))
    .sort((a, b) => compare(a.group, b.group) || compare(a.kind, b.kind) || byAge(a.version, b.version));
}

/**
 * @param {string} a
 * @param {string} b
 */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Compares versions in the order of Kubernetes: v2, v1, v1beta1, v1alpha3.
 * @param {string} a
 * @param {string} b
 */
function byAge(a, b) {
  /** @param {string} version */
  const rank = (version) => {
    const [, major, stage = 'stable', minor = 0] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
    return ['alpha', 'beta', 'stable'].indexOf(stage) * 1e6 + Number(major) * 1e3 + Number(minor);
  };
  return rank(b) - rank(a);
}

/**
 * @param {Schema} schema
 * @param {(child: Schema, name: string) => Schema} to
 * @param {string} name
 * @returns {Schema}
 */
function mapChildren(schema, to, name = '') {
  /** @type {any} */
  const result = { ...schema };
  if (schema.properties)
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, child]) => [key, to(child, key)]),
    );
  if (schema.items) result.items = to(schema.items, name);
  if (typeof schema.additionalProperties === 'object')
    result.additionalProperties = to(schema.additionalProperties, name);
  return result;
}

/**
 * @param {Schema} schema
 * @returns {Schema[]}
 */
function children({ properties, items, additionalProperties }) {
  const others = [items, additionalProperties].filter((child) => typeof child === 'object');
  return [...Object.values(properties ?? {}), ...others];
}

/**
 * All distinct schemas reachable from these.
 * @param {Iterable<Schema>} roots
 */
function below(roots) {
  const found = new Set(roots);
  for (const schema of found) for (const child of children(schema)) found.add(child);
  return found;
}

/** Turns equal schemas into one object with sorted keys, so that identity is equality. */
class Pool {
  /** @type {Map<string, Schema>} */
  #schemas = new Map();
  /** @type {Map<Schema, string>} */
  #ids = new Map();

  /**
   * @param {Schema} schema
   * @returns {Schema}
   */
  add(schema) {
    const own = mapChildren(sorted(schema), (child) => this.add(child));
    const key = JSON.stringify(mapChildren(own, (child) => ({ $ref: this.#ids.get(child) ?? '' })));
    const known = this.#schemas.get(key);
    if (known) return known;
    this.#schemas.set(key, own);
    this.#ids.set(own, String(this.#ids.size));
    return own;
  }
}

/**
 * @param {Schema} schema
 * @returns {Schema}
 */
function sorted(schema) {
  /** @type {(value: object) => any} */
  const byKey = (value) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => compare(a, b)));
  return byKey(schema.properties ? { ...schema, properties: byKey(schema.properties) } : schema);
}

/** The names of one set of definitions: a definition is named after the field where it occurs first, with a number. */
class Definitions {
  /** @type {Map<Schema, string>} */
  #names = new Map();
  /** @type {Set<string>} */
  #taken;
  /** @type {Record<string, Schema>} */
  schemas = {};

  /** @param {Iterable<string>} taken */
  constructor(taken = []) {
    this.#taken = new Set(taken);
  }

  /**
   * @param {Schema} schema
   * @param {string} hint
   * @param {() => Schema} write
   */
  name(schema, hint, write) {
    let name = this.#names.get(schema);
    if (name === undefined) {
      name = hint;
      for (let n = 2; this.#taken.has(name); n++) name = hint + n;
      this.#taken.add(name);
      this.#names.set(schema, name);
      this.schemas[name] = write();
    }
    return name;
  }
}

/** @param {Schema} schema */
const isPodSpec = ({ properties }) => Boolean(properties?.containers && properties.volumes);

/**
 * The content of each file, with repeated subtrees in `$defs`; subtrees of the pod template that occur in two files are
 * in `pod.json`.
 * @param {Map<string, Schema>} roots By file; schemas of one pool.
 * @returns {Map<string, Schema>}
 */
function factored(roots) {
  const withPods = [...roots.values()].map((root) => below([root])).filter((all) => [...all].some(isPodSpec));
  const inPods = below(withPods.flatMap((all) => [...all].filter(isPodSpec)));
  const shared = new Set(
    [...inPods].filter((schema) => withPods.filter((all) => all.has(schema)).length > 1),
  );

  /**
   * How often other schemas refer to each.
   * @param {Iterable<Schema>} schemas
   */
  const count = (schemas) => {
    /** @type {Map<Schema, number>} */
    const uses = new Map();
    for (const schema of schemas)
      for (const child of children(schema)) uses.set(child, (uses.get(child) ?? 0) + 1);
    return uses;
  };
  const usesOfShared = count([
    ...shared,
    ...withPods.flatMap((all) => [...all].filter((one) => !shared.has(one))),
  ]);
  const pod = new Definitions();

  /**
   * @param {Schema} root
   * @param {string} file
   * @param {Definitions} own
   */
  const write = (root, file, own) => {
    const all = below([root]);
    const uses = count(all);
    const hasPods = file === 'pod.json' || [...all].some(isPodSpec);
    /** @type {(schema: Schema, hint: string) => Schema} */
    const refer = (schema, hint) => {
      const isShared = hasPods && shared.has(schema);
      const often = ((isShared ? usesOfShared : uses).get(schema) ?? 0) > 1;
      if (!often || JSON.stringify(schema).length < SMALL) return mapChildren(schema, refer, hint);
      const name = (isShared ? pod : own).name(schema, hint, () =>
        isShared ? write(schema, 'pod.json', pod) : mapChildren(schema, refer, hint),
      );
      return { $ref: `${isShared && file !== 'pod.json' ? 'pod.json' : ''}#/$defs/${name}` };
    };
    return mapChildren(root, refer);
  };

  /** @type {Map<string, Schema>} */
  const files = new Map();
  // First the names in pod.json, which must differ from those in any file that is read with it.
  for (const [file, root] of roots) write(root, file, new Definitions());
  for (const [file, root] of roots) {
    const own = new Definitions(Object.keys(pod.schemas));
    files.set(file, { ...write(root, file, own), $defs: own.schemas });
  }
  if (Object.keys(pod.schemas).length > 0) files.set('pod.json', { $defs: pod.schemas });
  return files;
}

/**
 * One line for each definition and field, so that a diff shows upstream changes.
 * @param {Schema} schema
 */
function print(schema) {
  /** @param {[string, unknown][]} entries */
  const lines = (entries) => entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const { $defs = {}, properties, ...rest } = schema;
  const parts = [
    ...lines(Object.entries(rest)),
    ...(properties ? [`"properties":{\n${lines(Object.entries(properties)).join(',\n')}}`] : []),
    `"$defs":{\n${lines(Object.entries(sorted($defs))).join(',\n')}}`,
  ];
  return `{${parts.join(',\n')}}\n`;
}

/**
 * The text of each file in src/kubernetes/schemas/data/.
 * @param {readonly Input[]} inputs
 * @returns {Map<string, string>}
 */
export function derive(inputs, wanted = WANTED) {
  const served = read(inputs, wanted);
  const pool = new Pool();
  /** @type {Map<string, Schema>} */
  const roots = new Map();
  const kinds = served.map(({ group, kind, version, input, schema }) => {
    const root = pool.add(schema);
    const known = [...roots].find(([, other]) => other === root)?.[0];
    const others = served.filter((one) => one.group === group && one.kind === kind);
    const isOne = others.every((one) => pool.add(one.schema) === root);
    const name = `${group === GATEWAY_API ? 'gateway-api-' : ''}${kind.toLowerCase()}`;
    const file = known ?? `${name}${isOne ? '' : `-${version}`}.json`;
    roots.set(file, root);
    return { group, kind, version, file, input };
  });
  const sources = inputs
    .filter(({ name }) => /^gateway-api-|\.json$/.test(name) || kinds.some(({ input }) => input === name))
    .map(({ name, text }) => {
      const [, upstream, version] = /^(.+?)-v?(\d+(?:\.\d+)*)-/.exec(name) ?? [];
      if (!upstream) throw new Error(`${name} is not named <upstream>-<version>-<anything>.`);
      return { upstream, version, file: name, sha256: digest(text) };
    })
    .sort((a, b) => compare(a.file, b.file));

  const texts = new Map([...factored(roots)].map(([file, schema]) => [file, print(schema)]));
  const files = Object.fromEntries([...texts].map(([file, text]) => [file, digest(text)]));
  return texts.set('SOURCES.json', `${JSON.stringify({ sources, kinds, files }, null, 2)}\n`);
}

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest('hex');

/**
 * The files that were edited, according to the digests in SOURCES.json.
 * @param {Map<string, string>} texts
 * @returns {string[]}
 */
export function edited(texts) {
  const { files } = JSON.parse(texts.get('SOURCES.json') ?? '{"files":{}}');
  const names = new Set([...Object.keys(files), ...texts.keys()]);
  names.delete('SOURCES.json');
  return [...names].filter((name) => files[name] !== digest(texts.get(name) ?? '')).sort();
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' } },
    allowPositionals: true,
  });
  const folder = join(import.meta.dirname, '../src/kubernetes/schemas/data');
  if (!values.check) {
    const inputs = positionals.map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8') }));
    const texts = derive(inputs);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of texts) writeFileSync(join(folder, file), text);
  }
  const names = readdirSync(folder);
  const texts = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  for (const name of edited(texts)) {
    console.log(`src/kubernetes/schemas/data/${name} is not as it was derived; npm run schemas writes it.`);
    process.exitCode = 1;
  }
  console.log(`${names.length} files`);
}
