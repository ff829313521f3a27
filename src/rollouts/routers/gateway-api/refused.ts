import type { Objection } from '../../../kubernetes/objects/cluster.js';
import { isDnsSubdomain } from '../../../model/dns-name.js';
import type { Path } from '../../../model/field.js';
import type { BackendRef, RouteObject, RouteRule } from './route-object.js';

/** The limits of the definition. */
const apiLimits = { rules: 16, matches: 128, headers: 16, weight: 1_000_000 } as const;

const ruleName = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

const unchecked =
  '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/**
 * Why the API server rejects a route that the plugin has changed, in its words: what the definition says of the fields that the
 * plugin writes. What a user wrote was validated before.
 * https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/config/crd/standard/gateway.networking.k8s.io_httproutes.yaml
 */
export function refusalOf(route: RouteObject): string | undefined {
  const all = objectionsToRoute(route).map(({ text }) => text);
  return all.length > 1 ? `[${all.join(', ')}]` : all[0];
}

/** The same, as a list. */
export function objectionsToRoute(route: RouteObject): readonly Objection[] {
  const { before, after } = refusals(route);
  return [...before, ...after, ...(before.some(isTooMany) ? [{ path: [], text: unchecked }] : [])];
}

/** Errors from fields, and from expressions, which are only evaluated if no list is too long. */
function refusals(route: RouteObject): {
  readonly before: readonly Objection[];
  readonly after: readonly Objection[];
} {
  const rules = route.spec?.rules ?? [];
  const tooMany = [
    ...tooManyOf(rulesPath, rules, apiLimits.rules),
    ...rules.flatMap(({ matches = [] }, index) =>
      matches.flatMap(({ headers = [] }, place) =>
        tooManyOf([...rulesPath, index, 'matches', place, 'headers'], headers, apiLimits.headers),
      ),
    ),
  ];
  return {
    before: [...tooMany, ...each(rules, fieldProblems), ...each(rules, duplicates)],
    after: tooMany.length > 0 ? [] : [...matchTotal(route), ...each(rules, portProblems)],
  };
}

const rulesPath: Path = ['spec', 'rules'];

function isTooMany({ text }: Objection): boolean {
  return text.includes(': Too many: ');
}

type RuleCheck = (rule: RouteRule, at: Path) => readonly Objection[];

function each(rules: readonly RouteRule[], check: RuleCheck): readonly Objection[] {
  return rules.flatMap((rule, index) => check(rule, [...rulesPath, index]));
}

/** `spec.rules[0].name`. */
function spelled(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);
}

/** An error that starts with its field, as all of them do. */
function objectionTo(path: Path, words: string): Objection {
  return { path, text: `${spelled(path)}: ${words}` };
}

function tooManyOf(path: Path, { length }: readonly unknown[], max: number): readonly Objection[] {
  return length > max ? [objectionTo(path, `Too many: ${length}: must have at most ${max} items`)] : [];
}

function fieldProblems({ name, backendRefs = [] }: RouteRule, at: Path): readonly Objection[] {
  const isNamed = name === undefined || isDnsSubdomain(name);
  return [
    ...backendRefs.flatMap(({ weight = 1 }, index) => {
      const path = [...at, 'backendRefs', index, 'weight'];
      if (weight < 0) return [invalidValue(path, String(weight), 'should be greater than or equal to 0')];
      return weight > apiLimits.weight
        ? [invalidValue(path, String(weight), 'should be less than or equal to 1e+06')]
        : [];
    }),
    ...(isNamed ? [] : [invalidValue([...at, 'name'], JSON.stringify(name), `should match '${ruleName}'`)]),
  ];
}

/** An invalid value of one field. */
function invalidValue(path: Path, value: string, should: string): Objection {
  return objectionTo(path, `Invalid value: ${value}: ${spelled(path)} in body ${should}`);
}

const duplicates: RuleCheck = ({ matches = [] }, at) =>
  matches.flatMap(({ headers = [] }, index) =>
    headers.flatMap(({ name }, place) => {
      const isFirst = headers.findIndex((other) => other.name === name) === place;
      const path = [...at, 'matches', index, 'headers', place];
      return isFirst ? [] : [objectionTo(path, `Duplicate value: ${JSON.stringify({ name })}`)];
    }),
  );

function matchTotal({ kind, spec }: RouteObject): readonly Objection[] {
  const total = (spec?.rules ?? []).reduce((sum, { matches = [] }) => sum + matches.length, 0);
  if (kind === 'TCPRoute' || kind === 'TLSRoute' || total <= apiLimits.matches) return [];
  return [
    objectionTo(
      rulesPath,
      'Invalid value: "array": While 16 rules and 64 matches per rule are allowed, the total number of matches across all rules in a route must be less than 128',
    ),
  ];
}

const portProblems: RuleCheck = ({ backendRefs = [] }, at) =>
  backendRefs.flatMap((backend, index) =>
    lacksPort(backend)
      ? [
          objectionTo(
            [...at, 'backendRefs', index],
            'Invalid value: "object": Must have port for Service reference',
          ),
        ]
      : [],
  );

function lacksPort({ group, kind, port }: BackendRef): boolean {
  return group === '' && kind === 'Service' && port === undefined;
}
