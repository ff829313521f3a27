import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { lint } from '../../src/lint/lint.js';
import { selectRules, type Selection } from '../../src/lint/select-rules.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import { rules } from '../../src/rules/index.js';
import {
  edited,
  type File,
  fixtures,
  type Random,
  randomFrom,
  renamed,
} from '../support/random-repository.js';
import { textSource } from '../support/sources.js';

const folder = path.join(__dirname, '../rules');
const systems = fixtures(folder);

/**
 * The law of hiding: a finding that is suppressed where it is, or whose rule is made less grave or is off, takes no other one
 * with it. Systems of fixtures stand beside each other, with a few edits, so that several things are wrong with one object.
 */
export function hiding(count: number, seed = 20_261_125): void {
  describe('a finding that is suppressed, lowered or off', () => {
    it(
      `hides no other one: ${count} cases`,
      () => {
        const random = randomFrom(seed);
        const lost: string[] = [];
        const tried = new Map<string, number>();
        const ofRules = new Set<string>();
        let cases = 0;
        while (cases < count) {
          const files = repository(random);
          const before = found(files);
          for (let tries = 4; tries > 0 && cases < count && before.length > 1; tries--) {
            const finding = random.pick(before);
            const [way, after] = random.pick(ways)(files, finding);
            if (!after) continue;
            cases += 1;
            ofRules.add(finding.rule);
            tried.set(way, (tried.get(way) ?? 0) + 1);
            const left = after.map(keyOf);
            for (const other of before) {
              const at = left.indexOf(keyOf(other));
              if (at >= 0) left.splice(at, 1);
              else if (other.rule !== finding.rule && !isDue(way, other))
                lost.push(`case ${cases}: ${way} ${keyOf(finding)} hides ${keyOf(other)}`);
            }
          }
        }
        if (count > 1000) console.log([...tried], `${ofRules.size} rules`);
        expect(lost).toEqual([]);
        expect(tried.size).toBe(ways.length);
      },
      60_000 + 200 * count,
    );
  });
}

/**
 * What a way changes besides: documents are read where a rule asks for them, and a rule that is off asks for none; what has no
 * annotation has one then.
 */
function isDue(way: string, { rule }: Finding): boolean {
  return (
    (way === 'off' && rule.startsWith('yaml/')) || (way === 'annotation' && rule === 'alb/ingress-annotated')
  );
}

function repository(random: Random): readonly File[] {
  const files = Array.from({ length: 1 + random.below(4) }, (_, index) =>
    renamed(random.pick(systems), index),
  ).flat();
  const all = [...files];
  for (let left = random.below(4); left > 0; left--) {
    const at = random.below(all.length);
    const { path: file, text } = all[at]!;
    all[at] = { path: file, text: edited(text, files, random).text };
  }
  return all;
}

/** What is found when a finding is put away in some way; nothing where it cannot be in this one. */
type Way = (
  files: readonly File[],
  finding: Finding,
) => readonly [way: string, found: readonly Finding[] | undefined];

const ways: readonly Way[] = [
  (files, { rule }) => ['info', found(files, { severities: [[rule, 'info']] })],
  (files, { rule }) => ['warning', found(files, { severities: [[rule, 'warning']] })],
  (files, { rule }) => ['off', found(files, { severities: [[rule, 'off']] })],
  (files, finding) => [
    'comment in the line',
    changed(files, finding, (lines, at) =>
      lines[at]!.includes('#') || /[|>][-+]?$/.test(lines[at]!)
        ? undefined
        : lines.with(at, `${lines[at]} # rolloutkit-ignore ${finding.rule} -- It is so.`),
    ),
  ],
  (files, finding) => [
    'annotation',
    changed(files, finding, (lines, at) => {
      const start = lines.slice(0, at + 1).lastIndexOf('---') + 1;
      const end = lines.indexOf('---', start);
      const own = lines.slice(start, end < 0 ? undefined : end);
      const metadata = own.indexOf('metadata:');
      if (metadata < 0 || own.some((line) => line.startsWith('  annotations:'))) return undefined;
      const annotation = `    suppress.rolloutkit/${finding.rule.replace('/', '.')}: It is so.`;
      return lines.toSpliced(start + metadata + 1, 0, '  annotations:', annotation);
    }),
  ],
];

function changed(
  files: readonly File[],
  { place }: Finding,
  change: (lines: readonly string[], at: number) => readonly string[] | undefined,
): readonly Finding[] | undefined {
  const index = files.findIndex((file) => file.path === place.source.path);
  const { path: file, text } = files[index]!;
  const lines = change(text.split('\n'), text.slice(0, place.start).split('\n').length - 1);
  const after = lines?.join('\n');
  // A comment may end a text of several lines, and a map be none.
  if (after === undefined || valuesOf(after) !== valuesOf(text)) return undefined;
  return found(files.with(index, { path: file, text: after }));
}

/** What is in a text, but for the annotations that suppress. */
function valuesOf(text: string): string {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' });
  // One with an alias for nothing has no values.
  const values = documents.map((document) => {
    try {
      return document.errors.length > 0 ? undefined : (document.toJS() as unknown);
    } catch {
      return undefined;
    }
  });
  return JSON.stringify(values, (key, value: unknown) =>
    key === 'annotations' && JSON.stringify(value).startsWith('{"suppress.rolloutkit/') ? undefined : value,
  );
}

function found(files: readonly File[], selection: Partial<Selection> = {}): readonly Finding[] {
  const selected = selectRules(rules, { only: [], skip: [], severities: [], ...selection });
  const { findings, faults } = lint(
    files.map((file) => textSource(file.path, file.text)),
    selected.rules,
  );
  expect(faults).toEqual([]);
  return findings.flatMap((finding) => selected.adjust(finding) ?? []);
}

/** What is said in which file; where is another line where a comment or an annotation comes in. */
function keyOf(finding: Finding): string {
  return `${finding.rule} | ${finding.place.source.path} | ${messageOf(finding)}`;
}
