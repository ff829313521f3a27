import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.join(__dirname, '../..');
const pages = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

/** The hooks that the repository offers. */
const offered = parse(readFileSync(path.join(root, '.pre-commit-hooks.yaml'), 'utf8')) as { id: string }[];

/** The blocks of YAML in README and docs that show hooks for pre-commit. */
const blocks = pages.flatMap((page) =>
  [...readFileSync(path.join(root, page), 'utf8').matchAll(/```yaml\n(.*?)```/gs)]
    .map(([, text = '']) => ({ page, text }))
    .filter(({ text }) => /^\s*hooks:$/m.test(text) && /\brepo:/.test(text)),
);

it('show whole files for pre-commit, which can be pasted into an empty one', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  for (const { page, text } of blocks) {
    const config = parse(text) as { repos?: { repo?: unknown; hooks?: { id?: unknown }[] }[] };
    expect(config, page).not.toBeInstanceOf(Array);
    for (const { repo, hooks } of config.repos ?? [{}]) {
      expect(typeof repo, `${page}: ${text}`).toBe('string');
      expect(hooks?.every(({ id }) => offered.some((one) => one.id === id))).toBe(true);
    }
  }
});
