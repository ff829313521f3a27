import type { Source } from '../model/source.js';
import type { Note } from '../report/report.js';

/** One note for each folder of unrendered Helm templates, with how to lint them. */
export function templateNotes(templates: readonly Source[]): readonly Note[] {
  const folders = new Map<string, number>();
  for (const { name } of templates) {
    const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '.';
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders].map(([folder, count]) => {
    const chart = folder.endsWith('/templates') ? folder.slice(0, -'/templates'.length) : folder;
    const files = count === 1 ? '1 unrendered template' : `${count} unrendered templates`;
    return { message: `${folder}: ${files} left out. To lint them: helm template ${chart} | rolloutkit lint -` };
  });
}
