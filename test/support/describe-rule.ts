import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Graph } from '../../src/repository/graph/graph.js';
import { round } from '../../src/lint/fix/round.js';
import { lint, type LintOptions, type LintResult } from '../../src/lint/lint.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import type { Source } from '../../src/model/source.js';
import type { Rule } from '../../src/rules/rule.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { filesBelow, fileSource } from './sources.js';

/**
 * Runs a rule over its fixtures in test/rules/<area>/<rule>/: each is a YAML file, or a folder that is linted as a
 * whole. The messages expected are listed; where they must start, the fixture itself says: a line that ends in
 * `# expect: <message id>` carries exactly that finding, with the case of `otherwise` in brackets where it is one, every
 * other line none. Lines that take part in a finding as a related place may say `# related`, and then must. A folder
 * with `before` and `after` in it is a change from one to the other. What holds in a later release only is linted for that one.
 */
export function describeRule(
  rule: Rule,
  fixtures: Readonly<Record<string, readonly string[]>>,
  options: Pick<LintOptions, 'graph'> = {},
): void {
  const [area = '', name = ''] = rule.meta.name.split('/');
  const folder = path.join(__dirname, '..', 'rules', area, name);

  describe(rule.meta.name, () => {
    const met = new Set<string>();
    const metCases = new Set<string>();
    const metFixes = new Set<string>();

    for (const [fixture, messages] of Object.entries(fixtures))
      it(fixture, () => {
        const target = path.join(folder, fixture);
        const [earlier, after] = ['before', 'after'].map((state) => path.join(target, state));
        const isChange = existsSync(earlier!);
        const linted = isChange ? after! : target;
        const files = statSync(linted).isDirectory() ? filesBelow(linted) : [linted];
        expect(files).not.toHaveLength(0);
        const before = isChange ? () => stateBefore(earlier!, after!) : undefined;
        const sources = files.map(fileSource);
        const { findings, resources, faults } = lint(sources, [rule], { ...options, before });
        expect(resources).toBeGreaterThan(0);
        expect(faults).toEqual([]);

        expect(findings.map(messageOf)).toEqual(messages);
        expect(startsOf(findings)).toEqual(files.flatMap(expectedStarts).sort());
        const related = files.flatMap((file) => marked(file, /# related\b/).map((line) => `${file}:${line}`));
        expect([...new Set(findings.flatMap(relatedLines))]).toEqual(expect.arrayContaining(related));
        for (const finding of findings) {
          met.add(finding.message.id);
          metCases.add(caseOf(finding));
          if (finding.fix) metFixes.add(finding.fix.safety);
          if (finding.choices) metFixes.add('choice');
        }
        const lintAll = (all: readonly Source[]): LintResult => lint(all, [rule], { ...options, before });
        expect(leftAfterFixes(sources, findings, lintAll)).toEqual([]);
        // Each choice resolves the finding by itself.
        for (const finding of findings)
          for (const fix of finding.choices ?? [])
            expect(leftAfterFixes(sources, [{ ...finding, fix }], lintAll), fix.title).toEqual([]);
      });

    it('lists every fixture of its folder', () => {
      const existing = existsSync(folder) ? readdirSync(folder) : [];
      expect(Object.keys(fixtures).sort()).toEqual(existing.sort());
    });

    it('meets every message and a silent case', () => {
      expect([...met].sort()).toEqual(Object.keys(rule.meta.messages).sort());
      expect([...metCases]).toEqual(
        expect.arrayContaining(Object.keys(rule.meta.otherwise ?? {}).map((name) => `(${name})`)),
      );
      expect([...metFixes].sort()).toEqual([...(rule.meta.fixes ?? [])].sort());
      expect(Object.values(fixtures)).toContainEqual([]);
    });
  });

  function startsOf(findings: readonly Finding[]): string[] {
    return findings
      .map(
        (finding) =>
          `${finding.place.source.path}:${lineAt(finding.place.source.read(), finding.place.start)} ${[finding.message.id, caseOf(finding)].join(' ').trim()}`,
      )
      .sort();
  }
}

/** The findings that are still there when their fixes have been made. */
function leftAfterFixes(
  sources: readonly Source[],
  findings: readonly Finding[],
  lintAll: (sources: readonly Source[]) => LintResult,
): readonly string[] {
  const { made, texts } = round(findings.flatMap(({ fix }) => fix ?? []));
  if (made.length === 0) return [];
  const after = lintAll(
    sources.map((source) => {
      const text = texts.get(source)?.after;
      return text === undefined ? source : { ...source, read: () => text };
    }),
  );
  expect(after.faults).toEqual([]);
  const wordsOf = (finding: Finding): string =>
    [finding.place.source.path, (finding.path ?? []).join('.'), messageOf(finding)].join(' ');
  const left = new Set(after.findings.map(wordsOf));
  return findings
    .filter(({ fix }) => fix && made.includes(fix))
    .map(wordsOf)
    .filter((words) => left.has(words));
}

/** What the folder of a change held, under the names that it has after the change. */
function stateBefore(folder: string, after: string): Graph {
  const sources = filesBelow(folder).map((file) => ({
    ...fileSource(path.join(after, path.relative(folder, file))),
    read: () => readFileSync(file, 'utf8'),
  }));
  return readGraph(sources).graph;
}

function relatedLines({ labels }: Finding): string[] {
  return labels.map(({ place }) => `${place.source.path}:${lineAt(place.source.read(), place.start)}`);
}

function expectedStarts(file: string): string[] {
  return lines(file).flatMap((line, index) => {
    // In a block scalar no line can carry a comment: `# expect(+1):` speaks of the next line.
    const [, offset = '0', ids = ''] = /# expect(?:\(\+(\d+)\))?: ([\w, ()]+)/.exec(line) ?? [];
    return ids
      .split(',')
      .map((id) => /^\s*(\w+(?: \(\w+\))?)/.exec(id)?.[1] ?? '')
      .filter((id) => id !== '')
      .map((id) => `${file}:${index + 1 + Number(offset)} ${id}`);
  });
}

function marked(file: string, mark: RegExp): number[] {
  return lines(file).flatMap((line, index) => (mark.test(line) ? [index + 1] : []));
}

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split('\n').length;
}

/** The case of `otherwise` that a finding is, in brackets; empty for none. */
function caseOf({ case: name }: Finding): string {
  return name === undefined ? '' : `(${name})`;
}
