import path from 'node:path';
import type { Resource } from '../model/resource.js';
import { type PageFiles, type PageParts, pagePartsOf } from '../report/simulation-page/page.js';
import { readFileSync } from '../repository/files/disk.js';
import { UsageError } from './exit.js';

/** A page of so many Rollouts takes a hundred megabytes, which browsers open only after a warning. */
const maxOnPage = 1000;

/** A page holds all frames of all Rollouts at once. */
export function checkPage({ length }: readonly Resource[], format: string): void {
  if (format === 'html' && length > maxOnPage)
    throw new UsageError(
      `${length} Rollouts are too many for one page; choose some with --rollout, or use --format json.`,
    );
}

/** The page of `simulate`. Its files are in the same folder of the sources and of the build. */
export function pageParts(files?: PageFiles): PageParts {
  const folder = path.join(__dirname, '..', 'report', 'pages', 'simulation');
  return pagePartsOf((name) => readFileSync(path.join(folder, name), 'utf8'), files);
}
