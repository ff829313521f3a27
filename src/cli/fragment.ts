import { judgeFragment, notesOn } from '../lint/fragments/fragment.js';
import type { Finding } from '../model/finding.js';
import type { Source } from '../model/source.js';
import type { Note } from '../report/report.js';
import type { Rule } from '../rules/rule.js';

/** What standard input is and what is found in it, where it is a part of an object. */
export function fragmentGiven(
  sources: readonly Source[],
  rules: readonly Rule[],
): { readonly findings: readonly Finding[]; readonly notes: readonly Note[] } | undefined {
  const [source] = sources;
  // A file of a repository that is no object is a patch, or values: it is judged by what uses it.
  if (sources.length !== 1 || source?.name !== '<stdin>') return undefined;
  const fragment = judgeFragment(source, rules);
  if (!fragment) return undefined;
  const notes = notesOn(fragment, 'Standard input').map((message) => ({ message }));
  return { findings: fragment.findings, notes };
}
