import { judgeFragment, notesOn } from '../lint/fragments/fragment.js';
import type { Finding } from '../model/finding.js';
import type { Source } from '../model/source.js';
import type { Note } from '../report/report.js';
import type { Rule } from '../rules/rule.js';

/** The fragment on standard input with its findings, if the input is a part of an object. */
export function fragmentGiven(
  sources: readonly Source[],
  rules: readonly Rule[],
): { readonly findings: readonly Finding[]; readonly notes: readonly Note[] } | undefined {
  const [source] = sources;
  // A file of a repository that is not an object is a patch or values; the files that use it determine its meaning.
  if (sources.length !== 1 || source?.name !== '<stdin>') return undefined;
  const fragment = judgeFragment(source, rules);
  if (!fragment) return undefined;
  const notes = notesOn(fragment, 'Standard input').map((message) => ({ message }));
  return { findings: fragment.findings, notes };
}
