import type { Source } from '../../model/source.js';
import { filesOf } from '../../repository/graph/builds.js';
import { isMode } from '../../repository/graph/modes.js';
import type { Rendering } from '../../repository/render/inputs.js';

/** Which files are shared between units. */
export class Sharing {
  private readonly unitsByFile = new Map<string, Set<Rendering>>();

  constructor(renderings: readonly Rendering[]) {
    for (const rendering of renderings) {
      const { unit } = rendering;
      // What a mode has no finding of, all releases still have.
      if (isMode(unit.folder)) continue;
      const files = unit.tool === 'kustomize' ? filesOf(unit.chain) : unit.values;
      for (const file of files) {
        const units = this.unitsByFile.get(file) ?? new Set();
        this.unitsByFile.set(file, units.add(rendering));
      }
      if (unit.tool === 'helm') {
        const units = this.unitsByFile.get(unit.chart) ?? new Set();
        this.unitsByFile.set(unit.chart, units.add(rendering));
      }
    }
  }

  /** Whether other units also use the file. */
  isSharedBeyond(
    { source }: { readonly source: Pick<Source, 'path'> },
    units: readonly Rendering[],
  ): boolean {
    const users = this.unitsByFile.get(source.path) ?? this.chartUsers(source.path);
    return [...users].some((user) => !units.includes(user));
  }

  private chartUsers(file: string): ReadonlySet<Rendering> {
    for (let folder = file; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
      const users = this.unitsByFile.get(folder);
      if (users) return users;
    }
    return new Set();
  }
}
