import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

export const rbacGroup = 'rbac.authorization.k8s.io';

/** The role that a binding grants. */
export function roleRef(binding: Resource): Reference | undefined {
  const [from, kind] = [binding.at('roleRef', 'name'), binding.at('roleRef', 'kind').text];
  if (from.text === undefined || kind === undefined) return undefined;
  return { from, to: { group: rbacGroup, kind, name: from.text } };
}

export function isBoundTo(binding: Resource, serviceAccount: string): boolean {
  return binding
    .at('subjects')
    .items.some(
      (subject) => subject.at('kind').text === 'ServiceAccount' && subject.at('name').text === serviceAccount,
    );
}

export function rulesOfRole(role: Resource): Field {
  return role.at('rules');
}

/** Whether a controller aggregates its rules from other roles. */
export function isAggregated(role: Resource): boolean {
  return role.at('aggregationRule').exists;
}

/** Whether a rule of a role applies to an API group. */
export function concernsGroup(rule: Field, group: string): boolean {
  return includes(rule.at('apiGroups'), group);
}

/** The verbs that a rule of a role allows on a resource. */
export function allowedVerbs(rule: Field, group: string, resource: string): Field | undefined {
  return concernsGroup(rule, group) && includes(rule.at('resources'), resource)
    ? rule.at('verbs')
    : undefined;
}

/** Whether a list of a rule contains a word or the wildcard. */
export function includes(list: Field, word: string): boolean {
  return list.items.some(({ value }) => value === word || value === '*');
}
