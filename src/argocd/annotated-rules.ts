import { memoize } from '../model/memo.js';
import { at, isList, isMap, type JsonMap } from '../kubernetes/objects/json.js';
import { loadYaml } from './load-yaml.js';
import { type IgnoreRule, matchedOf } from './match.js';
import type { DiffSettings } from './settings.js';
import { type ArgoCdVersion, readsAnnotatedRules } from './version.js';

/** The annotation of an object in Git that lists its ignored fields. */
export const ignoreAnnotation = 'argocd.argoproj.io/ignore-differences';

/**
 * The settings with the rules in the annotation of an object in Git, which come after those of the Application and before those
 * of argocd-cm. Unreadable entries are skipped. https://github.com/argoproj/argo-cd/blob/v3.6.1/util/argo/diff/ignore.go
 * (ExtractIgnoreDifferencesFromAnnotations)
 */
export function annotatedRules(target: JsonMap | undefined, settings: DiffSettings): DiffSettings {
  const [rule] = target ? rulesInAnnotation(target, settings.version) : [];
  if (!rule) return settings;
  const { rules, applicationRules } = settings;
  const own = rules.slice(0, applicationRules.length);
  return { ...settings, rules: [...own, rule, ...rules.slice(applicationRules.length)] };
}

/** The rules in the annotation of an object in Git. */
export function rulesInAnnotation(target: JsonMap, version: ArgoCdVersion): readonly IgnoreRule[] {
  const rule = readsAnnotatedRules(version) ? annotatedRule(target) : undefined;
  return rule ? [rule] : [];
}

const annotatedRule = memoize((target: JsonMap): IgnoreRule | undefined => {
  const annotations = at(target, 'metadata', 'annotations');
  if (!isMap(annotations)) return undefined;
  // A single annotation that is neither a string nor null makes all of them unreadable.
  if (Object.values(annotations).some((value) => value !== null && typeof value !== 'string'))
    return undefined;
  const pointers = pointersIn(annotations[ignoreAnnotation]);
  if (pointers.length === 0) return undefined;
  const { group, kind, name = '', namespace = '' } = matchedOf(target);
  return {
    group,
    kind,
    name,
    namespace,
    jsonPointers: pointers.map((text) => ({ text })),
    jqPathExpressions: [],
    managedFieldsManagers: [],
  };
});

function pointersIn(text: unknown): readonly string[] {
  if (typeof text !== 'string' || text === '') return [];
  const value = yamlOrNothing(text);
  if (!isMap(value)) return [];
  // Go matches the keys of a struct in any case.
  const lists = Object.entries(value).filter(([key]) => key.toLowerCase() === 'jsonpointers');
  const pointers = lists.at(-1)?.[1];
  if (!isList(pointers) || pointers.some((item) => isMap(item) || isList(item))) return [];
  // Go reads a number or a boolean as a string and null as an empty one; none of these is a path.
  return pointers.map((item) => (typeof item === 'string' ? item : ''));
}

function yamlOrNothing(text: string): unknown {
  try {
    return loadYaml(text);
  } catch {
    return undefined;
  }
}
