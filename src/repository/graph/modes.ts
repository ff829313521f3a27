import { isAtOrBelow } from '../../model/paths.js';
import type { Folder } from './layout.js';

/** The folder in a chart for its outputs with values that no release of it has; files of users are never in it. */
export const modesFolder = '.rolloutkit-modes';

/** The folder of the objects of a chart with values that no release has. */
export function folderOfMode(chart: Folder, name: string): Folder {
  return `${chart}/${modesFolder}/${name.replaceAll(/[^\w.=,-]/g, '_')}`;
}

/** The chart of which a folder has a mode. */
function chartOfMode(folder: Folder): Folder | undefined {
  const at = folder.indexOf(`/${modesFolder}/`);
  return at === -1 ? undefined : folder.slice(0, at);
}

/** Whether a folder is that of a mode, which no release has. */
export function isMode(folder: Folder): boolean {
  return chartOfMode(folder) !== undefined;
}

/** Whether two folders have the objects of one chart with different values, of which one is a mode that no release has. */
export function areOtherModes(here: Folder, there: Folder): boolean {
  if (here === there) return false;
  const [its, other] = [chartOfMode(here), chartOfMode(there)];
  return (its !== undefined && isAtOrBelow(there, its)) || (other !== undefined && isAtOrBelow(here, other));
}
