import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EditedFile } from '../../../src/lint/workspace/files.js';
import { Memory } from '../../../src/lint/workspace/memory.js';
import { discover } from '../../../src/repository/files/discover.js';
import { rules } from '../../../src/rules/index.js';
import { folderOf } from '../../support/command.js';

const service = (name: string): string => `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`;
const broken = service('Web_');

test('an unchanged file or text is the same object, and a changed one is found', () => {
  const folder = folderOf({ 'a.yaml': service('a'), 'b.yaml': service('b') });
  const memory = new Memory();
  const found = (text: string) => {
    const [first, ...others] = discover(['.'], folder).sources;
    return [new EditedFile(first!.path, first!.name, text), ...others];
  };
  const all = found(service('a'));
  expect([...memory.take(all)].sort()).toEqual(all.map((source) => source.path).sort());
  const [edited, kept] = memory.sources();
  expect(memory.take(found(service('a')))).toEqual(new Set());
  expect(memory.sources()).toEqual([edited, kept]);
  expect(memory.sources()[0]).toBe(edited);

  expect(memory.take(found(broken))).toEqual(new Set([edited!.path]));
  expect(memory.sources()[1]).toBe(kept);
  expect(memory.take(discover(['.'], folder).sources)).toEqual(new Set([edited!.path]));
  writeFileSync(path.join(folder, 'b.yaml'), broken);
  expect(memory.take(discover(['.'], folder).sources)).toEqual(new Set([kept!.path]));
});

test('what changed is linted again, and everything with other settings', () => {
  const folder = folderOf({ 'a.yaml': service('a') });
  const memory = new Memory();
  const linted = (): readonly string[] => {
    memory.take(discover(['.'], folder).sources);
    return memory.lint(memory.sources(), rules, {}).findings.map(({ rule }) => rule);
  };
  expect(memory.expect('{}')).toBe(true);
  expect(memory.expect('{}')).toBe(false);
  const before = linted();
  writeFileSync(path.join(folder, 'a.yaml'), broken);
  const after = linted();
  expect(after.length).toBeGreaterThan(before.length);
  expect(linted()).toEqual(after);
  expect(memory.expect('{"rules": {}}')).toBe(true);
  expect(linted()).toEqual(after);
});
