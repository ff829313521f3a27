import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemRules } from '../../src/yaml/parse/problems.js';
import { rules } from '../../src/rules/index.js';
import type { RuleMeta } from '../../src/rules/rule.js';

const root = path.join(__dirname, '../..');
const all: readonly (Omit<RuleMeta, 'messages'> & Partial<Pick<RuleMeta, 'messages'>>)[] = [
  ...rules.map(({ meta }) => meta),
  ...problemRules,
];
const names = rules.map(({ meta }) => meta.name);

/** The names of the files of an area; what rules share is in src/rules/facts. */
function filesOf(area: string): string[] {
  return readdirSync(path.join(root, 'src/rules', area)).map(
    (file) => `${area}/${file.replace(/\.ts$/, '')}`,
  );
}

describe('the list of rules', () => {
  it('holds every file of an area, sorted, by the name that the rule has', () => {
    const areas = readdirSync(path.join(root, 'src/rules'), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== 'facts',
    );
    expect(areas.flatMap(({ name }) => filesOf(name)).sort()).toEqual(names);
  });
});

it.each(all)(
  '$name is described in sentences, linked to upstream, tested and documented',
  ({ name, description, why, links, messages }) => {
    expect(name).toMatch(/^[a-z][a-z0-9]*\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(description).toMatch(/^Require [^\n…]+\.$/);
    expect(why).toMatch(/^\S[^\n]*[.]"?$/);
    for (const link of links) expect(new URL(link).protocol).toBe('https:');
    if (messages) {
      expect(links).not.toEqual([]);
      expect(Object.keys(messages)).not.toEqual([]);
      for (const message of Object.values(messages)) {
        expect(message).toMatch(/[.?}]$/);
        expect(message).not.toMatch(/\n| $|^ | {2}/);
      }
    }
    expect(readdirSync(path.join(root, 'test/rules', name)).length).toBeGreaterThan(1);
    expect(existsSync(path.join(root, 'docs/rules', `${name}.md`))).toBe(true);
  },
);
