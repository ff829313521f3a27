import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.join(__dirname, '..');
const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => path.join(folder, file));
const isSlow = (file: string): boolean => file.endsWith('.slow.test.ts');

it('a module is replaced only in a process of its own', () => {
  // Others have loaded the module already, or load what takes its place.
  const replaces = (file: string): boolean => /\bvi\s*\.(?:do)?mock\(/i.test(readFileSync(file, 'utf8'));
  const found = tests.filter((file) => file !== __filename && replaces(file));
  expect(found.filter(isSlow)).not.toEqual([]);
  expect(found.filter((file) => !isSlow(file))).toEqual([]);
});
