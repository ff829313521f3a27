import { lintBoth } from '../../src/lint/lint-both.js';
import { lint } from '../../src/lint/lint.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import { hasProposal, withoutProposal } from '../../src/model/message.js';
import { Resource } from '../../src/model/resource.js';
import type { Source } from '../../src/model/source.js';
import { rules } from '../../src/rules/index.js';
import {
  edited,
  type File,
  fixtures,
  type Random,
  randomFrom,
  renamed,
  saidAnew,
} from '../support/random-repository.js';

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

function compared(files: readonly File[], random: Random): Comparison {
  const before = files.map(toSource);
  const after = [...before];
  const edits: string[] = [];
  const changed = new Set<string>();
  const any = () => {
    const { path, text } = random.pick(files);
    return { path, ...edited(text, files, random) };
  };
  for (let left = 1 + random.below(3); left > 0; left--) {
    const { path, text, edit } = random.below(3) === 0 ? (saidAnew(files, random) ?? any()) : any();
    after[files.findIndex((file) => file.path === path)] = toSource({ path, text });
    changed.add(path);
    edits.push(`${path}: ${edit}`);
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

export function keyOf(finding: Finding): string {
  const { rule, severity, place } = finding;
  const said = messageOf({ ...finding, message: withoutProposal(finding.message) });
  return [rule, severity, place.source.path, place.start, place.end, said].join(' | ');
}

export function toSource({ path: file, text }: File): Source {
  return { path: file, name: file, read: () => text };
}
