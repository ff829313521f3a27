import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Permissions } from './refusal.js';
import type { View } from './view.js';

/** What of a chart Helm is not given. */
export interface CopiedChart {
  /** Links that lead out of what may be read. */
  readonly outside: readonly string[];
  /** Schemas of values that name files or addresses, or are none. */
  readonly schemas: readonly string[];
  /** Whether there are charts in archives, which may have such schemas, too. */
  readonly hasArchives: boolean;
}

/** Never of a chart, but often beside one. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Copies a chart with what its links lead to. Helm follows links, wherever they lead. */
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

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined; // It leads nowhere, or back to itself.
  }
}

/**
 * A schema as JSON that is read in one way only; undefined for what is none, or refers to another one. Helm has what `$ref` and `$schema`
 * name fetched, and reads files: https://github.com/helm/helm/blob/v3.22.0/pkg/chartutil/jsonschema.go
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

/** The dialects that Helm brings. */
const knownDialect = /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/(2019-09|2020-12))\/schema#?$/;
