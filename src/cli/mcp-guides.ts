import path from 'node:path';
import { readdirSync, readFileSync } from '../repository/files/disk.js';
import type { Page } from '../editor/mcp/host.js';
import { rules } from '../rules/index.js';
import { problemRules } from '../yaml/parse/problems.js';
import { documentationFile } from './rule-pages.js';

/** Pages for people who work on rolloutkit. */
const inner: readonly string[] = ['architecture', 'adding-a-router', 'wording'];

/** The guides and the pages of rules, in that order. A path is that of the file in docs/, without its extension. */
export function docPages(): readonly Page[] {
  const all = [...rules.map(({ meta }) => meta), ...problemRules];
  return [
    ...guidesIn('.').filter(({ path: at }) => !inner.includes(at)),
    ...guidesIn('guides'),
    ...all.map(({ name, description }) => ({ path: `rules/${name}`, title: name, about: description })),
  ];
}

/** The text of a page that `docPages` has. */
export function pageText(at: string): string {
  return readFileSync(documentationFile(`${at}.md`), 'utf8');
}

function guidesIn(folder: string): readonly Page[] {
  return readdirSync(documentationFile(folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const at = path.posix.join(folder, name.replace(/\.md$/, ''));
      const title = /^# (.*)/m.exec(pageText(at))?.[1] ?? at;
      return { path: at, title: title.replaceAll('`', ''), about: `Guide: ${title.replaceAll('`', '')}` };
    });
}
