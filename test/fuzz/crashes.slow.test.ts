import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Input } from './input.js';
import { judge } from './judge.js';

const folder = path.join(__dirname, 'crashes');
const kept = readdirSync(folder).map((name) => ({
  name,
  input: JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Input,
}));

it('what broke once is taken now', async () => {
  const broken: unknown[] = [];
  for (const { name, input } of kept) {
    const { fault, detail } = await judge(input);
    if (fault !== undefined) broken.push({ name, fault, detail });
  }
  expect(broken).toEqual([]);
});
