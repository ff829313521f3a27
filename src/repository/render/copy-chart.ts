import path from 'node:path';
import { readdirSync, realpathSync, statSync } from '../files/disk.js';
import { realPath } from '../files/real-path.js';
import type { Permissions } from './refusal.js';
import type { View } from './view.js';

/** The parts of a chart that Helm does not get. */
export interface CopiedChart {
  /** Links that lead outside of the boundary. */
  readonly outside: readonly string[];
  /** Schemas of values that refer to files or addresses, or are invalid. */
  readonly schemas: readonly string[];
  /** Whether the chart contains archived charts, which may also have such schemas. */
  readonly hasArchives: boolean;
}

/** Folders that are often next to a chart and never part of it. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Copies a chart with the targets of its links, because Helm follows any link. */
export function copyChart(chart: string, view: View, { allows, sourceAt }: Permissions): CopiedChart {
  const outside: string[] = [];
  const schemas: string[] = [];
  let hasArchives = false;
  const walk = (folder: string, to: string, above: readonly string[]): void => {
    view.folder(to);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      let file = path.join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        const real = realPath(file);
        if (real === undefined) continue;
        if (!allows(real)) {
          outside.push(file);
          continue;
        }
        file = real;
      }
      const stats = statSync(file, { throwIfNoEntry: false });
      const target = path.join(to, entry.name);
      if (stats?.isDirectory() && !above.includes(file)) walk(file, target, [...above, file]);
      if (!stats?.isFile()) continue;
      hasArchives ||= entry.name.endsWith('.tgz');
      if (entry.name !== 'values.schema.json') view.copy(target, file);
      else {
        const schema = closedSchema(sourceAt(file)?.read() ?? '');
        if (schema === undefined) schemas.push(file);
        else view.write(target, schema);
      }
    }
  };
  const real = realpathSync(chart);
  walk(real, real, [real]);
  return { outside, schemas, hasArchives };
}

/**
 * A schema as unambiguous JSON; undefined if it is invalid, or refers to another one. Helm fetches the targets of `$ref` and
 * `$schema`, including local files: https://github.com/helm/helm/blob/v3.22.0/pkg/chartutil/jsonschema.go
 */
function closedSchema(text: string): string | undefined {
  let isClosed = true;
  try {
    const schema: unknown = JSON.parse(text, (key, value: unknown) => {
      if (typeof value !== 'string') return value;
      if (/^\$(ref|dynamicRef|recursiveRef)$/.test(key) && !value.startsWith('#')) isClosed = false;
      if (key === '$schema' && !knownDialect.test(value)) isClosed = false;
      return value;
    });
    return isClosed ? JSON.stringify(schema) : undefined;
  } catch {
    return undefined;
  }
}

/** The dialects that are built into Helm. */
const knownDialect = /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/(2019-09|2020-12))\/schema#?$/;
