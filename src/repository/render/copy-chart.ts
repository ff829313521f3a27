import path from 'node:path';
import { existsSync, readdirSync, realpathSync, statSync } from '../files/disk.js';
import { realPath } from '../files/real-path.js';
import { helmignore, type LeavesOut } from '../template/helmignore.js';
import { NotEvaluated } from '../template/unknown.js';
import { type LocalDependency, localDependencies } from '../graph/local-dependencies.js';
import type { Permissions } from './refusal.js';
import type { View } from './view.js';

/** What Helm gets of a chart. */
export interface CopiedChart {
  /** Links that lead outside of the boundary. */
  readonly outside: readonly string[];
  /** Schemas of values that refer to files or addresses, or are invalid. */
  readonly schemas: readonly string[];
  /** Whether the chart contains archived charts, which may also have such schemas. */
  readonly hasArchives: boolean;
  /** The folders of dependencies that were copied into the chart, by their path in it: `charts/common`. */
  readonly resolved: ReadonlyMap<string, string>;
}

/** Folders that are often next to a chart and never part of it. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * Copies a chart with the targets of its links, because Helm follows any link. Its dependencies on folders of the repository are
 * copied into it from there: an archive that Git does not track may be older than the folder, and other states do not have it.
 */
export function copyChart(chart: string, view: View, permissions: Permissions): CopiedChart {
  const copier = new ChartCopier(view, permissions);
  const real = realpathSync(chart);
  // Helm itself applies the .helmignore of this chart.
  copier.copy({ chart: real, to: real, within: '', above: [real], ignored: () => false });
  return copier;
}

/** A chart to copy. */
interface Copying {
  readonly chart: string;
  readonly to: string;
  /** Its path in the outermost chart, empty or with a slash at the end. */
  readonly within: string;
  /** The charts that it is a dependency of, and itself. */
  readonly above: readonly string[];
  /** What is left out when it is packed. */
  readonly ignored: LeavesOut;
}

/** A folder of a chart to copy. */
interface FolderCopy {
  readonly folder: string;
  readonly to: string;
  /** Its path in the chart, empty or with a slash at the end. */
  readonly within: string;
  readonly above: readonly string[];
  readonly leavesOut: LeavesOut;
}

class ChartCopier implements CopiedChart {
  readonly outside: string[] = [];
  readonly schemas: string[] = [];
  readonly resolved = new Map<string, string>();
  hasArchives = false;

  constructor(
    private readonly view: View,
    private readonly permissions: Permissions,
  ) {}

  copy({ chart, to, within, above, ignored }: Copying): void {
    const local = this.dependenciesOf(chart).filter(({ folder }) => !above.includes(folder));
    const leavesOut: LeavesOut = (file, isFolder) =>
      ignored(file, isFolder) ||
      local.some(({ name }) => file.startsWith('charts/') && isArchiveOf(file.slice('charts/'.length), name));
    this.walk({ folder: chart, to, within: '', above: [chart], leavesOut });
    for (const { name, folder, leavesOut: its } of local) {
      const place = `${within}charts/${name}`;
      this.resolved.set(place, folder);
      this.copy({
        chart: folder,
        to: path.join(to, 'charts', name),
        within: `${place}/`,
        above: [...above, folder],
        ignored: its,
      });
    }
  }

  /** The dependencies to take from their folders. */
  private dependenciesOf(chart: string): readonly (LocalDependency & { readonly leavesOut: LeavesOut })[] {
    const { allows, sourceAt, isTracked } = this.permissions;
    const charts = path.join(chart, 'charts');
    const entries = existsSync(charts) ? readdirSync(charts) : [];
    return localDependencies(chart, (file) => sourceAt(file)?.read()).flatMap(({ name, folder }) => {
      const archives = entries.filter((entry) => isArchiveOf(entry, name));
      const isGiven =
        entries.includes(name) || archives.some((archive) => isTracked(path.join(charts, archive)));
      const real = isGiven || !allows(folder) ? undefined : realPath(folder);
      const leavesOut = real === undefined ? undefined : this.ignoredIn(real);
      return real === undefined || !leavesOut ? [] : { name, folder: real, leavesOut };
    });
  }

  /** What the .helmignore of a chart leaves out; undefined if that is not known. */
  private ignoredIn(chart: string): LeavesOut | undefined {
    try {
      return helmignore(this.permissions.sourceAt(path.join(chart, '.helmignore'))?.read() ?? '');
    } catch (error) {
      if (error instanceof NotEvaluated) return undefined;
      throw error;
    }
  }

  private walk({ folder, to, within, above, leavesOut }: FolderCopy): void {
    this.view.folder(to);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      let file = path.join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        const real = realPath(file);
        if (real === undefined) continue;
        if (!this.permissions.allows(real)) {
          this.outside.push(file);
          continue;
        }
        file = real;
      }
      const stats = statSync(file, { throwIfNoEntry: false });
      const isFolder = stats?.isDirectory() === true;
      const place = `${within}${entry.name}`;
      if (leavesOut(place, isFolder)) continue;
      const target = path.join(to, entry.name);
      if (isFolder && !above.includes(file))
        this.walk({ folder: file, to: target, within: `${place}/`, above: [...above, file], leavesOut });
      if (stats?.isFile() === true) this.copyFile(entry.name, file, target);
    }
  }

  private copyFile(name: string, file: string, target: string): void {
    this.hasArchives ||= name.endsWith('.tgz');
    if (name !== 'values.schema.json') {
      this.view.copy(target, file);
      return;
    }
    const schema = closedSchema(this.permissions.sourceAt(file)?.read() ?? '');
    if (schema === undefined) this.schemas.push(file);
    else this.view.write(target, schema);
  }
}

/** Whether `helm dependency build` gives the archive of a chart this name: `common-1.0.0.tgz`. */
function isArchiveOf(file: string, name: string): boolean {
  return file.startsWith(`${name}-`) && /^v?\d[^/]*\.tgz$/.test(file.slice(name.length + 1));
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
