import { readdirSync } from './disk.js';
import { readText } from './read-text.js';

/** The limit of files that are examined per chart. */
const mostChartFiles = 2000;

/**
 * Whether a template of a chart, or of a chart in it, may read other files of it, which needs `.Files`. True if unknown.
 * https://helm.sh/docs/chart_template_guide/accessing_files/
 */
export function readsOthers(chart: string): boolean {
  const left = { count: mostChartFiles };
  return ['templates', 'charts'].some((folder) => mayRead(`${chart}/${folder}`, left));
}

function mayRead(folder: string, left: { count: number }): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return mayRead(path, left);
      // A link may lead anywhere, and archives are not opened.
      if (!entry.isFile() || /\.tgz$/.test(entry.name) || (left.count -= 1) < 0) return true;
      return readText(path).includes('.Files');
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}
