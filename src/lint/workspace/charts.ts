import { Boundary } from '../../repository/files/boundary.js';
import { isRendered } from '../../repository/render/inputs.js';
import type { Finding } from '../../model/finding.js';
import type { Fix } from '../../model/fix.js';
import type { Source } from '../../model/source.js';
import type { LintOptions } from '../lint.js';
import { overridingIn } from '../project/overriding.js';
import { type EvaluatedCharts, evaluatedCharts } from '../rendered/evaluated-charts.js';
import { bySilence } from '../../model/silencer.js';
import { silencedAtSources } from '../rendered/silenced-sources.js';
import type { Rule } from '../../rules/rule.js';
import { EditedFile } from './files.js';
import type { Settings } from './settings.js';

/** Files as they are linted: those of charts as the objects that these make. */
export interface Inputs {
  readonly sources: readonly Source[];
  readonly options: LintOptions;
  /** The outputs of charts among the sources. */
  readonly rendered: readonly Source[];
  /** Whether what is found in a file depends on charts. */
  readonly isOfCharts: (path: string) => boolean;
  /** The findings at the places that a user edits. */
  readonly told: (findings: readonly Finding[]) => readonly Finding[];
}

/** The charts among the files of a workspace. */
export class WorkspaceCharts {
  private readonly charts: EvaluatedCharts | undefined;
  private readonly open = new Map<string, EditedFile>();
  private readonly edited = new WeakMap<Finding, Finding>();

  constructor(
    private readonly settings: Settings,
    private readonly rules: readonly Rule[],
    /** The unsaved texts of all open files. */
    private readonly texts: ReadonlyMap<string, string>,
  ) {
    const { readsCharts, workingFolder, folder, options } = settings;
    if (!readsCharts) return;
    this.charts = evaluatedCharts({
      ...settings,
      valuesFolder: folder,
      readsModes: true,
      boundary: Boundary.around(workingFolder, ['.']),
      workTrees: options.graph?.workTrees,
    });
  }

  /** Looks at the disk again; returns whether charts may be others than before. */
  renew(): boolean {
    return this.charts?.renew() === true;
  }

  /** What is linted of sources. A trial leaves what is kept as it is. */
  of(sources: readonly Source[], { isTrial = false } = {}): Inputs {
    const { settings, rules } = this;
    const { overrides, chosen, options } = settings;
    const evaluated = this.charts?.of(sources, { others: this.openFiles(), isTrial });
    const { writtenIn } = evaluated ?? {};
    const overriding = overridingIn({ writtenIn }, { overrides }, chosen);
    if (!evaluated)
      return {
        ...{ sources, rendered: [], isOfCharts: () => false, told: (findings) => findings },
        options: { ...options, overriding },
      };
    const { asWritten, written, rendered, isOfCharts } = evaluated;
    return {
      ...{ sources: evaluated.sources, rendered, isOfCharts },
      options: { ...options, overriding, written, graph: { ...options.graph, asWritten } },
      told: (findings) =>
        bySilence(silencedAtSources(evaluated.relocate(findings), evaluated, rules)).findings.map((one) =>
          this.editable(one),
        ),
    };
  }

  /** All open files: also those that are not manifests, such as helpers of templates. */
  private openFiles(): readonly Source[] {
    for (const path of this.open.keys()) if (!this.texts.has(path)) this.open.delete(path);
    for (const [path, text] of this.texts)
      if (this.open.get(path)?.text !== text) this.open.set(path, new EditedFile(path, path, text));
    return [...this.open.values()];
  }

  /** A finding without fixes that no file can have: the value is made by a template. */
  private editable(finding: Finding): Finding {
    let its = this.edited.get(finding);
    if (!its) this.edited.set(finding, (its = withoutRenderedFixes(finding)));
    return its;
  }
}

function withoutRenderedFixes(finding: Finding): Finding {
  const { fix, choices } = finding;
  const isOfFiles = ({ writes }: Fix): boolean =>
    !writes.some(({ resource }) => isRendered(resource.source.path));
  if ([...(fix ? [fix] : []), ...(choices ?? [])].every(isOfFiles)) return finding;
  return { ...finding, fix: fix && isOfFiles(fix) ? fix : undefined, choices: choices?.filter(isOfFiles) };
}
