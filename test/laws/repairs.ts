import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { withEdits } from '../../src/lint/fix/shown.js';
import { lint } from '../../src/lint/lint.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { rules } from '../../src/rules/index.js';
import type { Rule } from '../../src/rules/rule.js';
import { filesBelow, fileSource } from '../support/sources.js';
import { type Advice, adviceOf } from './advice.js';

/** How many findings there are, how many carry an edit of either kind, and how many without one carry choices. */
export interface Repaired {
  count: number;
  safe: number;
  unsafe: number;
  choice: number;
}

/** A message of a rule, and how often the fixtures of the rule meet it, by what it asks for. */
export interface MessageRepairs extends Readonly<Record<Advice, Repaired>> {
  readonly rule: string;
  readonly id: string;
  /** A finding without an edit for each advice that it could follow. */
  readonly examples: Partial<Record<Advice, string>>;
}

/** What the findings of all fixtures say, each linted by its own rule alone, as the tests of rules lint them. */
export function repairsOf(folder: string): readonly MessageRepairs[] {
  return rules.flatMap((rule) => {
    const [area = '', name = ''] = rule.meta.name.split('/');
    return repairsIn(rule, path.join(folder, area, name));
  });
}

function repairsIn(rule: Rule, folder: string): readonly MessageRepairs[] {
  const known = new Map<string, MessageRepairs>();
  const fixtures = existsSync(folder) ? readdirSync(folder) : [];
  for (const finding of fixtures.flatMap((fixture) => findingsIn(rule, path.join(folder, fixture)))) {
    const { id } = finding.message;
    const its = known.get(id) ?? unmet(rule.meta.name, id);
    known.set(id, its);
    const message = messageOf(finding);
    const advice = adviceOf(message);
    its[advice].count += 1;
    if (finding.fix?.edits) its[advice][finding.fix.safety] += 1;
    else if (finding.choices?.some(({ edits }) => edits)) its[advice].choice += 1;
    else its.examples[advice] ??= message;
  }
  return [...known.values()];
}

function unmet(rule: string, id: string): MessageRepairs {
  const none = (): Repaired => ({ count: 0, safe: 0, unsafe: 0, choice: 0 });
  return { rule, id, none: none(), open: none(), choice: none(), value: none(), examples: {} };
}

function findingsIn(rule: Rule, target: string): readonly Finding[] {
  const [earlier, after] = ['before', 'after'].map((state) => path.join(target, state)) as [string, string];
  const isChange = existsSync(earlier);
  const linted = isChange ? after : target;
  const isFolder = statSync(linted).isDirectory();
  const files = isFolder ? filesBelow(linted) : [linted];
  // A folder is a whole repository: some rules say nothing of a part of one.
  const graph = isFolder ? { workTrees: [{ folder: linted, remotes: [] }] } : {};
  const before = isChange ? () => readGraph(filesBelow(earlier).map(fileSource)).graph : undefined;
  return withEdits(lint(files.map(fileSource), [rule], { before, graph }).findings, { choices: true });
}
