import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(__dirname, '../..');
const promises = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/security.md', () => {
  it('has rows for each promise of SECURITY.md', () => {
    const numbers = [...promises.matchAll(/^(\d)\. \*\*/gm)].map(([, number]) => number);
    expect(numbers).toEqual(['1', '2', '3', '4', '5', '6']);
    const kept = rows.flatMap(([, promise = '']) => /^(\d)\./.exec(promise)?.[1] ?? []);
    expect(kept).toEqual(numbers);
  });

  it('names a test for each row', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const [, , detail, , tests = ''] of rows) {
      const files = [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file);
      expect(files, detail).not.toEqual([]);
      for (const file of files) expect(existsSync(path.join(root, 'docs', file)), file).toBe(true);
    }
  });
});
