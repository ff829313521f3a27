import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rooms } from '../../scripts/rooms.mjs';

const root = path.join(__dirname, '../..');
const names = Object.keys(rooms);

/** The folders of a folder, as far as they have modules: templates of pages are none. */
const foldersOf = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

describe('the folders of src', () => {
  it('are those of scripts/rooms.mjs, and few', () => {
    expect(foldersOf('src')).toEqual([...names].sort());
    expect(names.length).toBeLessThanOrEqual(16);
  });

  it('are told in docs/architecture.md, in the same order', () => {
    const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
    expect([...page.matchAll(/^\| \[src\/(\w+)\]/gm)].map(([, name]) => name)).toEqual(names);
  });

  it.each(Object.entries(rooms).filter(([, parts]) => parts.length > 0))(
    '%s has the parts that are in order there',
    (room, parts) => {
      const listed = parts.flat().filter((part) => part !== '.');
      expect(foldersOf(`src/${room}`)).toEqual([...listed].sort());
    },
  );
});
