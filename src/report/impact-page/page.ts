import type { ImpactResult } from '../impact-json.js';
import { filledPage, type PageFiles, type PageParts, shared } from '../simulation-page/page.js';
import { impactPageData } from './data.js';

/** The files of the page, named from those of the page of an update. */
export const impactFiles: PageFiles = {
  ...shared,
  css: [...shared.css, '../impact-page/impact.css'],
  script: [...shared.script, '../impact-page/change.js', '../impact-page/impact.js'],
};

/** One file that shows in a browser what a change does. */
export default function impactPage(parts: PageParts, result: ImpactResult, version: string): string {
  return filledPage(parts, impactPageData(result, version));
}
