import { isList, isMap, type JsonMap } from '../objects/json.js';
import { renewPatternWork } from '../kinds/go-pattern.js';
import type { Node } from '../../model/node.js';
import type { Schema, SchemaProblem } from '../schemas/schema.js';
import { validate } from '../schemas/validate.js';
import { schemaOf } from './structural.js';
import { type WorkLeft, TooMuch, Unfit, Work } from './work.js';

/** A CustomResourceDefinition, as far as it determines which objects the API server accepts. */
export interface Definition {
  readonly group: string;
  readonly kind: string;
  /** The versions that are served. */
  readonly served: readonly string[];
  /** The schema of a version, or why it cannot be used. */
  version(name: string): Version | Unusable;
}

export interface Version {
  readonly schema: Schema;
  problems(root: Node): readonly SchemaProblem[] | Unusable;
}

/** The requirements of a definition are unknown. */
export interface Unusable {
  /** `its schema has a $ref, which the API server refuses`. */
  readonly why: string;
  /** Whether the only reason is a limit on the work. */
  readonly isTooMuch?: boolean;
}

/** The remaining steps of the current run. */
let lastSteps: WorkLeft | undefined;

/** Reads a definition; undefined without a kind or version. `steps` limits the work for all definitions together. */
export function readDefinition(manifest: unknown, steps: WorkLeft): Definition | undefined {
  const spec = isMap(manifest) ? manifest['spec'] : undefined;
  if (!isMap(spec)) return undefined;
  const { group, names, versions } = spec;
  const kind = isMap(names) ? names['kind'] : undefined;
  if (typeof group !== 'string' || typeof kind !== 'string' || !isList(versions)) return undefined;
  const served = versions
    .filter(isMap)
    .flatMap((one) =>
      one['served'] === true && typeof one['name'] === 'string' ? [[one['name'], one] as const] : [],
    );
  if (served.length === 0) return undefined;
  if (lastSteps !== steps) renewPatternWork();
  lastSteps = steps;
  const work = new Work(steps);
  const known = new Map<string, Version | Unusable>();
  return {
    group,
    kind,
    served: served.map(([name]) => name),
    version: (name) => {
      let version = known.get(name);
      if (!version) {
        const written = served.find(([one]) => one === name)?.[1];
        known.set(name, (version = versionOf(written, spec, work)));
      }
      return version;
    },
  };
}

function versionOf(written: JsonMap | undefined, spec: JsonMap, work: Work): Version | Unusable {
  const { schema: schemas, subresources } = written ?? {};
  return usable(() => {
    if (spec['preserveUnknownFields'] === true) throw new Unfit('it keeps unknown fields, which v1 forbids');
    const upstream = isMap(schemas) ? schemas['openAPIV3Schema'] : undefined;
    const hasStatus = isMap(subresources) && isMap(subresources['status']);
    const schema = schemaOf(upstream, hasStatus, work);
    return { schema, problems: (root: Node) => usable(() => validate(schema, root)) };
  });
}

function usable<T>(compute: () => T): T | Unusable {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Unfit) return { why: error.message, isTooMuch: error instanceof TooMuch };
    throw error;
  }
}
