import { isDnsSubdomain } from '../../model/dns-name.js';
import type { BackendRef, RouteObject, RouteRule } from './route-object.js';

/** What a definition allows at most. */
const most = { rules: 16, matches: 128, headers: 16, weight: 1_000_000 } as const;

const ruleName = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

const unchecked =
  '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/**
 * Why the API server refuses a route that the plugin has changed, in its words: what the definition says of the fields
 * that the plugin writes. What a user has written was refused before.
 * https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/config/crd/standard/gateway.networking.k8s.io_httproutes.yaml
 */
export function refusalOf(route: RouteObject): string | undefined {
  const rules = route.spec?.rules ?? [];
  const tooMany = [
    ...tooManyOf('spec.rules', rules, most.rules),
    ...rules.flatMap(({ matches = [] }, index) =>
      matches.flatMap(({ headers = [] }, place) =>
        tooManyOf(`spec.rules[${index}].matches[${place}].headers`, headers, most.headers),
      ),
    ),
  ];
  const problems = [
    ...tooMany,
    ...each(rules, fieldProblems),
    ...each(rules, duplicates),
    ...(tooMany.length > 0 ? [unchecked] : [...matchTotal(route), ...each(rules, portProblems)]),
  ];
  return problems.length > 1 ? `[${problems.join(', ')}]` : problems[0];
}

type Check = (rule: RouteRule, at: string) => readonly string[];

function each(rules: readonly RouteRule[], check: Check): readonly string[] {
  return rules.flatMap((rule, index) => check(rule, `spec.rules[${index}]`));
}

function tooManyOf(at: string, { length }: readonly unknown[], max: number): readonly string[] {
  return length > max ? [`${at}: Too many: ${length}: must have at most ${max} items`] : [];
}

function fieldProblems({ name, backendRefs = [] }: RouteRule, at: string): readonly string[] {
  const isNamed = name === undefined || isDnsSubdomain(name);
  return [
    ...backendRefs.flatMap(({ weight = 1 }, index) => {
      const field = `${at}.backendRefs[${index}].weight`;
      if (weight < 0) return [`${invalid(field, String(weight))} should be greater than or equal to 0`];
      return weight > most.weight
        ? [`${invalid(field, String(weight))} should be less than or equal to 1e+06`]
        : [];
    }),
    ...(isNamed ? [] : [`${invalid(`${at}.name`, JSON.stringify(name))} should match '${ruleName}'`]),
  ];
}

function invalid(field: string, value: string): string {
  return `${field}: Invalid value: ${value}: ${field} in body`;
}

const duplicates: Check = ({ matches = [] }, at) =>
  matches.flatMap(({ headers = [] }, index) =>
    headers.flatMap(({ name }, place) => {
      const isFirst = headers.findIndex((other) => other.name === name) === place;
      const field = `${at}.matches[${index}].headers[${place}]`;
      return isFirst ? [] : [`${field}: Duplicate value: ${JSON.stringify({ name })}`];
    }),
  );

function matchTotal({ kind, spec }: RouteObject): readonly string[] {
  const total = (spec?.rules ?? []).reduce((sum, { matches = [] }) => sum + matches.length, 0);
  if (kind !== 'HTTPRoute' || total <= most.matches) return [];
  return [
    'spec.rules: Invalid value: "array": While 16 rules and 64 matches per rule are allowed, the total number of matches across all rules in a route must be less than 128',
  ];
}

const portProblems: Check = ({ backendRefs = [] }, at) =>
  backendRefs.flatMap((backend, index) =>
    lacksPort(backend)
      ? [`${at}.backendRefs[${index}]: Invalid value: "object": Must have port for Service reference`]
      : [],
  );

function lacksPort({ group, kind, port }: BackendRef): boolean {
  return group === '' && kind === 'Service' && port === undefined;
}
