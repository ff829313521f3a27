import type { Source } from '../../model/source.js';
import { lastValues } from '../../yaml/parse/values.js';
import type { Chart } from '../template/chart.js';
import { helmignore, type LeavesOut } from '../template/helmignore.js';
import { localDependencies } from '../graph/local-dependencies.js';
import { NotEvaluated, notEvaluated } from '../template/unknown.js';
import type { ChartEntry, ChartFiles } from './chart-files.js';

/** The limits of what is read of a chart and the charts in it. */
const [mostFiles, mostText, deepest] = [500, 2_000_000, 8];

/** What a chart is read with. */
type ChartFolders = Pick<ChartFiles, 'source' | 'entries'>;

/**
 * Reads the files that templates of a chart are made of. Undefined if it has links or archives, which only Helm reads, or too many
 * files.
 */
export function readChart(folder: string, from: ChartFolders): Chart | undefined {
  try {
    return new ChartReader(from, folder, { files: 0, length: 0 }).chart(folder, 0);
  } catch (error) {
    if (error instanceof NotEvaluated) return undefined;
    throw error;
  }
}

/** What was read of a chart and of those that it depends on. */
interface ReadSoFar {
  files: number;
  length: number;
}

class ChartReader {
  /** Where the paths of the list of what is left out begin. */
  private readonly within: number;
  private leavesOut: LeavesOut = helmignore('');

  constructor(
    private readonly from: ChartFolders,
    private readonly folder: string,
    private readonly read: ReadSoFar,
  ) {
    this.within = folder.length + 1;
  }

  chart(folder: string, depth: number): Chart {
    if (depth > deepest) notEvaluated('charts are nested too deeply');
    const names = new Map(this.entriesOf(folder).map((entry) => [entry.name, entry]));
    // A list of the old kind of charts.
    if (names.has('requirements.yaml')) notEvaluated('it has requirements.yaml');
    if (folder === this.folder && names.has('.helmignore'))
      this.leavesOut = helmignore(this.text(`${folder}/.helmignore`));
    for (const name of ['Chart.yaml', 'values.yaml', 'templates', 'charts'])
      if (this.isLeftOut(folder, name, names.get(name)?.kind === 'folder'))
        notEvaluated('it leaves out templates');
    const templates = new Map<string, string>();
    if (names.get('templates')) this.templates(folder, 'templates', templates);
    const inner = names.has('charts') ? this.entriesOf(`${folder}/charts`) : [];
    return {
      about: this.values(`${folder}/Chart.yaml`),
      values: names.has('values.yaml') ? this.values(`${folder}/values.yaml`) : undefined,
      schema: this.schema(folder, names.get('values.schema.json')),
      templates,
      charts: [
        ...inner.flatMap((entry) => {
          if (/^[._]|^README/.test(entry.name)) return [];
          const isFolder = entry.kind === 'folder';
          if (this.isLeftOut(folder, `charts/${entry.name}`, isFolder)) return [];
          return isFolder
            ? [this.chart(`${folder}/charts/${entry.name}`, depth + 1)]
            : notEvaluated('it has an archive');
        }),
        ...this.locals(folder, new Set(inner.map(({ name }) => name)), depth),
      ],
    };
  }

  /** The charts in folders elsewhere that `helm dependency build`, which Argo CD runs, packs into the folder `charts`. */
  private locals(folder: string, present: ReadonlySet<string>, depth: number): readonly Chart[] {
    return localDependencies(folder, (file) => readableText(this.from.source(file)))
      .filter(({ name }) => !present.has(name))
      .map((one) => new ChartReader(this.from, one.folder, this.read).chart(one.folder, depth + 1));
  }

  /** A schema does not count among what templates are made of. */
  private schema(folder: string, entry: ChartEntry | undefined): string | undefined {
    if (entry?.kind !== 'file' || this.isLeftOut(folder, entry.name, false)) return undefined;
    return readableText(this.from.source(`${folder}/${entry.name}`));
  }

  private templates(folder: string, within: string, found: Map<string, string>): void {
    for (const { name, kind } of this.entriesOf(`${folder}/${within}`)) {
      const path = `${within}/${name}`;
      if (this.isLeftOut(folder, path, kind === 'folder')) continue;
      if (kind === 'folder') this.templates(folder, path, found);
      else if (kind === 'file') found.set(path, this.text(`${folder}/${path}`));
      else notEvaluated('it has a link');
    }
  }

  private isLeftOut(folder: string, path: string, isFolder: boolean): boolean {
    return this.leavesOut(`${folder}/${path}`.slice(this.within), isFolder);
  }

  private text(path: string): string {
    const text = readableText(this.from.source(path)) ?? notEvaluated(`${path} is not read`);
    this.read.files++;
    this.read.length += text.length;
    if (this.read.files > mostFiles || this.read.length > mostText) notEvaluated('it is too large');
    return text.replaceAll('\r\n', '\n');
  }

  private values(path: string): unknown {
    const values = lastValues(this.text(path)) ?? notEvaluated(`${path} is broken`);
    return values[0];
  }

  private entriesOf(folder: string): readonly ChartEntry[] {
    return this.from.entries(folder) ?? notEvaluated(`${folder} is not read`);
  }
}

/** The text of a file; undefined if it cannot be read. */
export function readableText(source: Source | undefined): string | undefined {
  try {
    return source?.read();
  } catch {
    return undefined; // Lint says so.
  }
}
