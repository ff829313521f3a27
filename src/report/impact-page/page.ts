import type { ImpactResult } from '../impact-json.js';
import { filledPage, type PageFiles, type PageParts, shared } from '../simulation-page/page.js';
import { impactPageData } from './data.js';

/** The files of the page, named from the folder of the page of an update. */
export const impactFiles: PageFiles = {
  ...shared,
  css: [...shared.css, '../impact/impact.css'],
  script: [...shared.script, '../impact/change.js', '../impact/impact.js'],
};

/** One file that shows in a browser what a change does. */
export default function impactPage(parts: PageParts, result: ImpactResult, version: string): string {
  return filledPage(parts, impactPageData(result, version));
}
