import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lintBoth } from '../../src/lint/lint-both.js';
import { lint } from '../../src/lint/lint.js';
import { readGraph } from '../../src/graph/read-graph.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import { hasProposal, withoutProposal } from '../../src/model/message.js';
import { Resource } from '../../src/model/resource.js';
import type { Source } from '../../src/model/source.js';
import { rules } from '../../src/rules/index.js';

/** A repository, an edit of it, and what is found that the edit causes: by both states linted whole, and by what it can reach. */
export interface Comparison {
  readonly edits: readonly string[];
  readonly missed: readonly string[];
  readonly extra: readonly string[];
  /** Whether less was looked at than all. */
  readonly isPart: boolean;
}

/** The manifests of a folder, each group of them a system with names of its own, and edits by chance of one to three files. */
export function* comparisons(
  folder: string,
  count: number,
  seed: number,
  groups = 30,
): Generator<Comparison> {
  const random = randomFrom(seed);
  const systems = fixtures(folder);
  for (let made = 0; made < count; made++) {
    const chosen = Array.from({ length: groups }, (_, index) => renamed(random.pick(systems), index));
    yield compared(chosen.flat(), random);
  }
}

interface File {
  readonly path: string;
  readonly text: string;
}

interface Random {
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
}

function compared(files: readonly File[], random: Random): Comparison {
  const before = files.map(toSource);
  const after = [...before];
  const edits: string[] = [];
  const changed = new Set<string>();
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(files.length);
    const file = files[at]!;
    const { text, edit } = edited(file.text, files, random);
    after[at] = toSource({ path: file.path, text });
    changed.add(file.path);
    edits.push(`${file.path}: ${edit}`);
  }
  const graphBefore = () => readGraph(before).graph;
  const whole = [after, before].map((sources) => lint(sources, rules, { before: graphBefore }).findings);
  const both = lintBoth(after, before, rules);
  const part = [both.after.findings, both.before().findings];
  const [wanted, got] = [whole, part].map(([now, then]) => caused(now!, then!, changed));
  return {
    edits,
    missed: wanted!.filter((finding) => !got!.includes(finding)),
    extra: got!.filter((finding) => !wanted!.includes(finding)),
    isPart: part[0]!.length < whole[0]!.length,
  };
}

/** As the command selects them: what touches a changed file, and what was not there before. */
function caused(
  after: readonly Finding[],
  before: readonly Finding[],
  changed: ReadonlySet<string>,
): string[] {
  const known = new Set(before.map(keyOf));
  return after
    .filter(({ place, labels, resource, message }) => {
      const shown = hasProposal(message) ? [] : labels;
      const sources = [place.source, ...shown.map((label) => label.place.source)];
      if (resource instanceof Resource) sources.push(resource.source);
      return sources.some((source) => changed.has(source.path));
    })
    .map(keyOf)
    .concat(after.map(keyOf).filter((key) => !known.has(key)));
}

function keyOf(finding: Finding): string {
  const { rule, severity, place } = finding;
  const said = messageOf({ ...finding, message: withoutProposal(finding.message) });
  return [rule, severity, place.source.path, place.start, place.end, said].join(' | ');
}

function toSource({ path: file, text }: File): Source {
  return { path: file, name: file, read: () => text };
}

const field = /^(\s*(?:- )?[\w./-]+:\s+|\s*- )(\S.*)$/;

/** One or two lines of a text changed: a value from elsewhere, another number, a line twice or gone. */
function edited(text: string, files: readonly File[], random: Random): { text: string; edit: string } {
  const lines = text.split('\n');
  const done: string[] = [];
  for (let left = 1 + random.below(2); left > 0; left--) {
    const at = random.below(lines.length);
    const line = lines[at] ?? '';
    const [, key = '', value = ''] = field.exec(line) ?? [];
    const kind = random.below(8);
    const foreign = field.exec(random.pick(random.pick(files).text.split('\n')))?.[2] ?? 'other';
    const own = field.exec(random.pick(lines))?.[2] ?? 'other';
    if (value === '' || kind === 0) lines.splice(at, 1);
    else if (kind === 1) lines.splice(at, 0, line);
    else
      lines[at] =
        key +
        (kind === 2
          ? `${value}x`
          : /^\d+$/.test(value)
            ? String(Number(value) + 1)
            : kind < 5
              ? own
              : foreign);
    done.push(`${line.trim()} → ${lines[at]?.trim() ?? ''}`);
  }
  return { text: lines.join('\n'), edit: done.join('; ') };
}

/** The files of each fixture: a file or a folder beside the test of a rule. */
function fixtures(folder: string): readonly (readonly File[])[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  const groups = new Map<string, File[]>();
  for (const file of all) {
    const group = file.split('/').slice(0, 3).join('/');
    const files = groups.get(group) ?? [];
    groups.set(group, files);
    files.push({ path: file, text: readFileSync(path.join(folder, file), 'utf8') });
  }
  return [...groups.values()];
}

/** The same system under other names. A name that two systems have in common joins them, which some do. */
function renamed(files: readonly File[], index: number): readonly File[] {
  const names = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/^ {2}name: ([a-z][a-z0-9-]+)$/gm)].map(([, name]) => name!),
    ),
  );
  const others = index % 4 === 0 ? [] : [...names].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(String.raw`(?<![\w-])(?:${others.join('|')})(?![\w-])`, 'g');
  return files.map(({ path: file, text }) => ({
    path: `/repository/system-${index}/${file}`,
    text: others.length === 0 ? text : text.replace(pattern, (name) => `${name}-${index}`),
  }));
}

/** Mulberry32. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { below, pick: (items) => items[below(items.length)]! };
}
