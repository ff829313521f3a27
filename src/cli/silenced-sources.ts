import { commentsOf, silenced, today } from '../lint/comments.js';
import { ruleNames } from '../lint/select-rules.js';
import type { Finding } from '../model/finding.js';
import type { Source } from '../model/source.js';
import type { Rule } from '../rules/rule.js';
import type { CommandInputs, Settings } from './inputs.js';

/** What is left of findings that were rendered, when the comments of what they were rendered from have silenced theirs. */
export function withoutSilenced(
  findings: readonly Finding[],
  { sources }: Pick<CommandInputs, 'sources'>,
  { renders }: Pick<Settings, 'renders'>,
  rules: readonly Rule[],
): readonly Finding[] {
  if (!renders) return findings;
  // The comments of what was linted itself are known already.
  const linted = new Set(sources.map(({ path }) => path));
  const others = new Map<string, Source>();
  for (const { place, rendered } of findings)
    if (rendered && !linted.has(place.source.path)) others.set(place.source.path, place.source);
  return silenced(
    findings,
    commentsOf(others.values(), {
      names: new Set(ruleNames(rules)),
      today: today(),
      isWhole: () => false, // Another environment may be what a comment is for.
    }),
  );
}
