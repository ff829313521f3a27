import type { ProtectReport } from '../protect-json.js';
import { filledPage, type PageFiles, type PageParts } from '../simulation-page/page.js';
import { protectPageData } from './data.js';

/** The files of the page, relative to the folder of the simulation page. */
export const protectFiles: PageFiles = {
  html: ['page.html'],
  main: ['../protect/main.html'],
  css: [
    'colours.css',
    'page.css',
    'verdict.css',
    'table.css',
    '../protect/protect.css',
    '../protect/chart.css',
  ],
  script: [
    'state.js',
    'terms.js',
    'words.js',
    'verdict.js',
    'sorted-table.js',
    '../protect/table.js',
    '../protect/chart.js',
    '../protect/turn.js',
    '../protect/protect.js',
  ],
};

/** One HTML file that shows what a bad version of each Rollout costs. */
export default function protectPage(parts: PageParts, report: ProtectReport): string {
  return filledPage(parts, protectPageData(report));
}
