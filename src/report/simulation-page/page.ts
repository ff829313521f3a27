import type { Drift } from '../../drift/drift.js';
import type { Trace } from '../../simulate/trace.js';
import { pageData } from './data.js';

/** The parts of the page, as they stand beside this file. */
export interface PageParts {
  readonly html: string;
  readonly css: string;
  readonly script: string;
}

/** The names of the files that the parts are in. */
export const pageFiles: Readonly<Record<keyof PageParts, string>> = {
  html: 'page.html',
  css: 'page.css',
  script: 'browser.js',
};

/** One file that shows rollouts in a browser. It asks for nothing else, so it may be kept, sent and opened offline. */
export function renderPage(
  { html, css, script }: PageParts,
  traces: readonly Trace[],
  drifts: readonly Drift[] = [],
): string {
  // Nothing in a text may end the element that it stands in.
  const data = JSON.stringify(pageData(traces, drifts)).replaceAll('<', String.raw`\u003c`);
  const parts: Readonly<Record<string, string>> = {
    '/* {style} */': css,
    '{data}': data,
    '/* {script} */': script,
  };
  return html.replaceAll(
    /\/\* \{style\} \*\/|\{data\}|\/\* \{script\} \*\//g,
    (place) => parts[place] ?? place,
  );
}
