import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import type { Finding } from '../../src/model/finding.js';
import { rules } from '../../src/rules/index.js';
import type { Rule } from '../../src/rules/rule.js';
import { filesBelow, fileSource } from '../support/sources.js';
import { wholeOr } from '../support/whole.js';

/** The rules that yield, each with one that it yields to. */
const pairs = rules.flatMap((rule) => (rule.meta.yieldsTo ?? []).map((name) => [rule, name] as const));
const byName = new Map(rules.map((rule) => [rule.meta.name, rule]));
const folder = path.join(__dirname, '../rules');
/** The pairs whose fixtures are linted: of the fast tests, one in three. */
const linted = new Set(
  pairs.filter((_, index) => index % wholeOr(1, 3) === 0).map((pair) => `${pair[0].meta.name} ${pair[1]}`),
);

it('there are rules that yield', () => {
  expect(pairs).not.toEqual([]);
});

describe.each(pairs.map(([rule, other]) => [rule.meta.name, other, rule] as const))(
  '%s yields to %s',
  (name, otherName, rule) => {
    it('which is a rule, and yields to nobody that yields to it', () => {
      expect([...byName.keys()]).toContain(otherName);
      expect(reachedFrom(otherName)).not.toContain(name);
    });

    it.runIf(linted.has(`${name} ${otherName}`))('and not where that one does not run', () => {
      const other = byName.get(otherName)!;
      const isShown = fixturesOf(name, otherName).some((files) => {
        const [alone, together] = [[rule], [rule, other]].map(
          (some) => lint(files.map(fileSource), some).findings,
        );
        const left = keysOf(together!, rule);
        return (
          keysOf(together!, other).length > 0 &&
          keysOf(alone!, rule).some((finding) => !left.includes(finding))
        );
      });
      expect(isShown).toBe(true);
    });
  },
);

it('no comment of a rule leaves something to another one', () => {
  const names = new RegExp(`(?:${[...byName.keys()].join('|')})(?:'s)? (?:reports?|says?|asks|speaks)\\b`);
  const rooms = [path.join(__dirname, '../../src/rules')];
  const sources = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(room, name)),
  );
  expect(sources.length).toBeGreaterThan(byName.size);
  const left = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (names.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(left).toEqual([]);
});

/** The rules that a rule yields to, and those that they yield to. */
function reachedFrom(name: string, known = new Set<string>()): ReadonlySet<string> {
  for (const other of byName.get(name)?.meta.yieldsTo ?? [])
    if (!known.has(other)) reachedFrom(other, known.add(other));
  return known;
}

/** The fixtures of some rules: files, and folders that are linted as a whole. */
function fixturesOf(...names: readonly string[]): (readonly string[])[] {
  return names
    .map((name) => path.join(folder, name))
    .flatMap((rule) => readdirSync(rule).map((name) => path.join(rule, name)))
    .map((fixture) => (statSync(fixture).isDirectory() ? filesBelow(fixture) : [fixture]));
}

function keysOf(findings: readonly Finding[], { meta }: Rule): readonly string[] {
  return findings
    .filter(({ rule }) => rule === meta.name)
    .map(({ message, place }) => `${place.source.path}:${place.start} ${message.id}`);
}
