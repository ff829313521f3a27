import type { ImpactResult } from '../impact-json.js';
import { filledPage, type PageFiles, type PageParts, shared } from '../simulation-page/page.js';
import { impactPageData } from './data.js';

/** The files of the page, relative to the folder of the simulation page. */
export const impactFiles: PageFiles = {
  ...shared,
  css: [...shared.css, '../impact/impact.css'],
  script: [...shared.script, '../impact/change.js', '../impact/impact.js'],
};

/** One HTML file that shows the effects of a change. */
export default function impactPage(parts: PageParts, result: ImpactResult, version: string): string {
  return filledPage(parts, impactPageData(result, version));
}
