import type { Drift } from '../../play/drift/drift.js';
import type { Trace } from '../../play/simulate/trace.js';
import type { Conclusion } from '../conclusions.js';
import { type PageData, pageData } from './data.js';

/** The parts of the page. */
export interface PageParts {
  readonly html: string;
  /** What is between the header and the scripts. */
  readonly main: string;
  readonly css: string;
  readonly script: string;
}

/** The files of src/report/pages/simulation that are concatenated to each part. */
export type PageFiles = Readonly<Record<keyof PageParts, readonly string[]>>;

/** The files that all pages share. */
export const shared: PageFiles = {
  html: ['page.html'],
  main: ['main.html'],
  css: ['colours.css', 'page.css', 'verdict.css', 'table.css', 'time.css', 'frames.css', 'narrow.css'],
  script: [
    'state.js',
    'terms.js',
    'words.js',
    'verdict.js',
    'sorted-table.js',
    'rollouts.js',
    'player.js',
    'overview.js',
    'frame.js',
    'choose.js',
  ],
};

const files: PageFiles = {
  ...shared,
  script: [...shared.script, 'time.js', 'browser.js'],
};

/** Builds the parts of a page from its files. */
export function pagePartsOf(read: (file: string) => string, of: PageFiles = files): PageParts {
  const part = (names: readonly string[]): string => names.map(read).join('\n');
  return { html: part(of.html), main: part(of.main), css: part(of.css), script: part(of.script) };
}

/** One HTML file that shows rollouts and conclusions on the inputs. It loads nothing else, so it can be sent and opened offline. */
export function renderPage(
  parts: PageParts,
  traces: readonly Trace[],
  drifts: readonly Drift[] = [],
  inputs: readonly Conclusion[] = [],
): string {
  return filledPage(parts, pageData(traces, drifts, inputs));
}

/** A page with the data that its script reads. */
export function filledPage({ html, main, css, script }: PageParts, values: PageData): string {
  // No string may end its script element.
  const data = JSON.stringify(values).replaceAll('<', String.raw`\u003c`);
  const parts: Readonly<Record<string, string>> = {
    '/* {style} */': css,
    '{main}': main,
    '{data}': data,
    '/* {script} */': script,
  };
  return html.replaceAll(
    /\/\* \{style\} \*\/|\{(?:main|data)\}|\/\* \{script\} \*\//g,
    (place) => parts[place] ?? place,
  );
}
