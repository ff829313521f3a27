import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const src = join(__dirname, '../../src');

/** Names that have one role in each file of their kind, so that a reader who knows one file knows them all. */
const conventions = {
  'a rule': ['why', 'Context', 'Case', 'MessageId', 'Report', 'reported'],
  'a command': ['Options', 'readOptions', 'printReport'],
  'a traffic router': ['origin', 'withHeaderRoute', 'withWeights', 'weightsKnown'],
};

/** How many other names three or more files define; to be lowered with what falls. */
const ceiling = 24;

/** Declarations start in the first column, because all files are formatted. */
const declaration =
  /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/gm;

/** The names that files define at the top, each with its files. */
function definitions(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !path.endsWith('.ts') || path.endsWith('rules/registry.ts')) continue;
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(declaration))
      files.set(name, (files.get(name) ?? new Set()).add(relative(src, path)));
  }
  return files;
}

const inSeveral = [...definitions()].filter(([, files]) => files.size >= 3);

it('has no more names that three files define for different things', () => {
  const known = new Set(Object.values(conventions).flat());
  const others = inSeveral.filter(([name]) => !known.has(name));
  const list = others
    .map(([name, files]) => `${name}: ${[...files].join(', ')}`)
    .sort()
    .join('\n');
  expect(others.length, list).toBeLessThanOrEqual(ceiling);
});

it('knows no convention that fewer than three files follow', () => {
  const names = new Set(inSeveral.map(([name]) => name));
  const unused = Object.values(conventions)
    .flat()
    .filter((name) => !names.has(name));
  expect(unused).toEqual([]);
});
