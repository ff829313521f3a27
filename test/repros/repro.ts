import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOf, run, type Run } from '../support/command.js';

/** A finding: the file, words of the line, and the rule with its severity. */
export type Expected = readonly [file: string, words: string, rule: string];

export interface Repro {
  readonly title: string;
  /** Of a repository that is called `repo`. */
  readonly files: Readonly<Record<string, string>>;
  /** All that is found, whatever the order. */
  readonly findings: readonly Expected[];
  readonly args?: readonly string[];
  readonly before?: () => void;
  /** What the last line says of what was not checked. */
  readonly unchecked?: string;
}

/** What creates the namespaces of the Applications. */
const setup = 'kubectl create namespace shop\nkubectl create namespace cart\n';

/** Runs a command in the repository of some files. */
export function inRepository(files: Repro['files'], ...args: readonly string[]): Run {
  const root = folderOf(
    Object.fromEntries(
      Object.entries({ '.git/HEAD': '', 'setup.sh': setup, ...files }).map(([name, text]) => [
        `repo/${name}`,
        text,
      ]),
    ),
  );
  return run(path.join(root, 'repo'), ...args);
}

/** Lints each repository, and holds all that is found against what is expected. */
export function describeRepros(repros: readonly Repro[]): void {
  it.each(repros)('$title', ({ files, findings, args = [], unchecked, before }) => {
    before?.();
    const { stdout } = inRepository(files, 'lint', '--format', 'json', ...args);
    const report = JSON.parse(stdout) as {
      findings: { file: string; line: number; severity: string; rule: string }[];
      unchecked: string[];
    };
    const found = report.findings.map(
      ({ file, line, severity, rule }) => `${file}:${line} ${severity} ${rule}`,
    );
    const expected = findings.map(([file, words, rule]) => `${file}:${lineWith(files[file], words)} ${rule}`);
    expect([...found].sort()).toEqual([...expected].sort());
    if (unchecked !== undefined) expect(report.unchecked.join(', ')).toBe(unchecked);
  });
}

/** The only line that holds some words; "nth" behind a number sign chooses one of several: `name: web#2`. */
function lineWith(text: string | undefined, given: string): number {
  const [, words = '', nth] = /^(.*?)(?:#(\d))?$/.exec(given) ?? [];
  const lines = (text ?? '').split('\n').flatMap((line, index) => (line.includes(words) ? [index + 1] : []));
  const line = lines[Number(nth ?? 1) - 1];
  if (line === undefined || (nth === undefined && lines.length > 1))
    throw new Error(`${lines.length} lines hold ${given}`);
  return line;
}
