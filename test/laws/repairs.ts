import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { withEdits } from '../../src/lint/fix/shown.js';
import { lint } from '../../src/lint/lint.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { rules } from '../../src/rules/index.js';
import type { Rule } from '../../src/rules/rule.js';
import { filesBelow, fileSource } from '../support/sources.js';

/** A message of a rule, and how often the fixtures of the rule meet it. */
export interface MessageRepairs {
  readonly rule: string;
  readonly id: string;
  /** Findings with this message. */
  count: number;
  /** Those whose message names what to write, to add or to remove. */
  named: number;
  /** Of these, those with an edit. */
  safe: number;
  unsafe: number;
  /** The kinds of all edits, also of findings whose message names no value. */
  readonly kinds: Set<string>;
  /** Those without an edit whose message names several values to choose from. */
  choices: number;
  /** A message without an edit, if one names a value. */
  example: string | undefined;
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
    let its = known.get(id);
    if (!its)
      known.set(
        id,
        (its = {
          ...{
            rule: rule.meta.name,
            id,
            count: 0,
            named: 0,
            safe: 0,
            unsafe: 0,
            choices: 0,
            kinds: new Set(),
          },
          example: undefined,
        }),
      );
    its.count += 1;
    if (finding.fix?.edits) its.kinds.add(finding.fix.safety);
    const message = messageOf(finding);
    if (!namesValue(message)) continue;
    its.named += 1;
    if (finding.fix?.edits) its[finding.fix.safety] += 1;
    else {
      if (/ or /.test(advice.exec(message)?.[2] ?? '')) its.choices += 1;
      its.example ??= message;
    }
  }
  return [...known.values()];
}

function findingsIn(rule: Rule, target: string): readonly Finding[] {
  const [earlier, after] = ['before', 'after'].map((state) => path.join(target, state)) as [string, string];
  const isChange = existsSync(earlier);
  const linted = isChange ? after : target;
  const files = statSync(linted).isDirectory() ? filesBelow(linted) : [linted];
  const before = isChange ? () => readGraph(filesBelow(earlier).map(fileSource)).graph : undefined;
  return withEdits(lint(files.map(fileSource), [rule], { before }).findings);
}

/** The clause of a message that says what to do: after a semicolon, or a question at its end. */
const advice = /(?:; |\. )(did you mean|write|use|set|add|remove|rename|list|delete|give)\b([^;]*)$/i;

/** Whether a message says what to write, add or remove by its value or its name. */
export function namesValue(message: string): boolean {
  const [, verb = '', rest = ''] = advice.exec(message) ?? [];
  if (verb === '') return false;
  if (/^ (?:it|them|this entry|the field|the entry)\b/.test(rest)) return /^(?:remove|delete)$/i.test(verb);
  return /"[^"]+"|\b\d+\b|\b[a-z]+[A-Z]\w*|\w+: /.test(rest);
}
