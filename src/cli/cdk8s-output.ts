import path from 'node:path';
import { existsSync } from '../repository/files/disk.js';
import { discover } from '../repository/files/discover.js';
import type { Boundary } from '../repository/files/boundary.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { isFile } from '../repository/files/is-file.js';
import { readWithin } from '../repository/files/read-text.js';
import { folderOf, type Source } from '../model/source.js';
import { leadsOutRefusal, told } from '../repository/render/refusal.js';
import { documentsOf, findNode, textAt } from '../repository/render/tree.js';

export interface Cdk8sOutputs {
  readonly sources: readonly Source[];
  readonly notes: readonly string[];
  /** For each folder, the construct metadata that cdk8s wrote for the objects in it. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** The cdk8s output in folders that Git ignores. rolloutkit never runs the app itself. */
export function cdk8sOutputs(
  given: readonly Source[],
  workingFolder: string,
  boundary: Boundary,
): Cdk8sOutputs {
  const known = new Set(given.map(({ path: file }) => file));
  const notes: string[] = [];
  const metadata = new Map<string, string>();
  const sources = given.flatMap((source) => {
    if (!source.path.endsWith('/cdk8s.yaml')) return [];
    const [config] = documentsOf(source);
    if (!config || !findNode(config.root, ['app'])) return [];
    const written = findNode(config.root, ['output']);
    const output = written ? textAt(config.root, 'output') : 'dist';
    if (output === undefined) return [];
    const folder = path.resolve(folderOf(source), output);
    if (written && !boundary.allows(folder)) {
      const place = config.place(written.node.start, written.node.end);
      notes.push(told(leadsOutRefusal(place, output)));
      return [];
    }
    if (!existsSync(folder)) {
      notes.push(
        `${source.name}: "${output}" is not found; run cdk8s synth first, rolloutkit does not run apps.`,
      );
      return [];
    }
    const file = path.join(folder, 'construct-metadata.json');
    if (isFile(file) && boundary.allows(file)) metadata.set(withSlashes(folder), readWithin(boundary, file));
    return discover([folder], workingFolder).sources.filter((one) => !known.has(one.path));
  });
  return { sources, notes, metadata };
}
