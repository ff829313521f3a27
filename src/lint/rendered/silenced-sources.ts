import { isManifestName } from '../../repository/files/discover.js';
import { isTemplate } from '../../yaml/parse/template.js';
import { memoize } from '../../model/memo.js';
import { commentsOf, silenced, today } from '../comments.js';
import { ruleNames } from '../select-rules.js';
import type { Finding } from '../../model/finding.js';
import type { Source } from '../../model/source.js';
import type { Inputs } from '../../repository/render/inputs.js';
import type { Rule } from '../../rules/rule.js';

/**
 * Whether a file contains suppression comments and is not a template. False for a file that was deleted after it was
 * read.
 */
const hasComments = memoize((source: Source): boolean => {
  try {
    const text = source.read();
    return text.includes('rolloutkit-ignore') && !isTemplate(text, source.path);
  } catch {
    return false;
  }
});

/**
 * Gives findings in rendered output a silencer that comments in the original files suppress, and adds the problems of these
 * comments. Does not report unused comments: they may be for an environment that was not rendered, or for a finding
 * that is reported at the kustomization that causes it.
 */
export function silencedAtSources(
  findings: readonly Finding[],
  { sources, written }: Pick<Inputs, 'sources'> & { readonly written?: Inputs['written'] | undefined },
  rules: readonly Rule[],
): readonly Finding[] {
  if (!written) return findings;
  // The comments of linted files are already applied.
  const linted = new Set(sources.map(({ path }) => path));
  const others = new Map<string, Source>();
  for (const source of written.sources)
    if (!linted.has(source.path) && isManifestName(source.path) && hasComments(source))
      others.set(source.path, source);
  for (const { place, rendered } of findings)
    if (rendered && !linted.has(place.source.path)) others.set(place.source.path, place.source);
  return silenced(
    findings,
    commentsOf(others.values(), {
      names: new Set(ruleNames(rules)),
      today: today(),
      isWhole: () => false,
    }),
  );
}
