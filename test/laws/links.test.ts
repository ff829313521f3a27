import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(__dirname, '../..');
const pages = ['.', 'docs', 'examples', 'templates'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name)),
);

it('links lead to pages and files that exist', () => {
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.flatMap(brokenLinks)).toEqual([]);
});

function brokenLinks(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
    .filter((link) => !existsSync(path.join(root, path.dirname(page), link)))
    .map((link) => `${page}: ${link}`);
}
