import { fitsWhole, maxPattern } from '../../kubernetes/kinds/go-pattern.js';
import { notEvaluated } from './unknown.js';

/** Whether Helm leaves out a file or folder, by its path in the outermost chart. */
export type LeavesOut = (path: string, isFolder: boolean) => boolean;

/** More lines than a .helmignore has. */
const mostLines = 200;

/**
 * What a .helmignore leaves out of a chart and of the charts in it, whose own lists Helm does not read. Not known if a line that may be
 * about templates has `!`, which means all others, `**`, which Helm refuses, a set or an escape.
 * https://github.com/helm/helm/blob/v3.19.0/internal/ignore/rules.go
 */
export function helmignore(text: string): LeavesOut {
  const lines = [...text.split('\n').map((line) => line.trim()), 'templates/.?*'];
  if (lines.length > mostLines) notEvaluated('its .helmignore is too long');
  const patterns = lines.flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    if (!/^!|\*\*|[[\\]/.test(line) && line.length <= maxPattern) return [patternOf(line)];
    return /templates|charts|ya?ml|tpl/.test(line) ? notEvaluated('it leaves out templates') : [];
  });
  return (path, isFolder) =>
    patterns.some(({ needsFolder, ofName, source }) => {
      if (needsFolder && !isFolder) return false;
      return fitsWhole(source, ofName ? path.slice(path.lastIndexOf('/') + 1) : path) === true;
    });
}

function patternOf(line: string): {
  readonly needsFolder: boolean;
  /** Without a slash the name alone is compared. */
  readonly ofName: boolean;
  readonly source: string;
} {
  const needsFolder = line.endsWith('/');
  const glob = needsFolder ? line.slice(0, -1) : line;
  const source = glob
    .replace(/^\//, '')
    .replace(/[.+^$(){}|]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  return { needsFolder, ofName: !glob.includes('/'), source };
}
