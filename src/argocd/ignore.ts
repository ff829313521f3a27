import { memoize } from '../model/memo.js';
import type { Resource } from '../model/resource.js';
import { rulesInAnnotation } from './annotated-rules.js';
import { ignoreRule } from './application-settings.js';
import { isMap, isSameJson, type JsonMap } from '../kubernetes/objects/json.js';
import { isMeantFor, type IgnoreRule, type Matched } from './match.js';
import { strip } from './normalize.js';
import { UnknownOutcome } from '../kubernetes/apply/unknown-outcome.js';
import type { DiffSettings } from './settings.js';

/** The entries of an Application's `ignoreDifferences`. */
export const ignoreRules = memoize((application: Resource): readonly IgnoreRule[] =>
  application.at('spec', 'ignoreDifferences').items.map((entry) => ignoreRule(entry.lasting)),
);

/** The entries that apply to an object. */
export function rulesFor(application: Resource, matched: Matched): readonly IgnoreRule[] {
  return ignoreRules(application).filter((rule) => isMeantFor(rule, matched));
}

/**
 * Whether an Application, argocd-cm or the annotation of the object in Git ignores differences in part of a value, or might.
 */
export function mayIgnore(
  { rules: all, version }: Pick<DiffSettings, 'rules' | 'version'>,
  matched: Matched,
  part: JsonMap,
  git: unknown,
): boolean {
  // An annotation applies to its object, under whatever name that is deployed.
  const rules = [
    ...all.filter((rule) => isMeantFor(rule, matched, version)),
    ...(isMap(git) ? rulesInAnnotation(git, version) : []),
  ];
  if (rules.some(({ managedFieldsManagers }) => managedFieldsManagers.length > 0)) return true;
  try {
    return !isSameJson(strip(rules, part).document, part);
  } catch (error) {
    if (error instanceof UnknownOutcome) return true;
    throw error;
  }
}
