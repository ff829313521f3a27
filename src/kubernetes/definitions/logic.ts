import { isList, isMap, type JsonMap } from '../objects/json.js';
import { fromValue, type Node } from '../../model/node.js';
import { enumeration } from '../../model/wording.js';
import type { ValueProblem, TypeName } from '../schemas/schema.js';
import { isOfTypes } from '../schemas/shape.js';
import { type ValueCheck, isNull, valueChecks } from './values.js';
import { fieldIn, structureOf } from './seen.js';
import type { Work } from './work.js';

type Fits = (node: Node) => boolean;

/** The requirements of `allOf`, `anyOf`, `oneOf` and `not` of a schema. */
export function logicOf(asked: JsonMap, within: JsonMap, work: Work): readonly ValueCheck[] {
  const { allOf, anyOf, oneOf, not } = asked;
  const fitting = (one: JsonMap): Fits => fitsOf(one, within, work);
  const checks: ValueCheck[] = branchesOf(allOf).flatMap((branch) => explained(branch, within, work));
  const any = branchesOf(anyOf);
  if (any.length > 0) {
    const fits = any.map(fitting);
    const expected = requiredNames(any)
      ? `have ${enumeration(requiredNames(any)!, 'or')}`
      : `fit one of the ${any.length} alternatives that its definition allows (anyOf)`;
    checks.push((node) => (fits.some((one) => one(node)) ? undefined : { keyword: 'form', expected }));
  }
  const one = branchesOf(oneOf);
  if (one.length > 0) checks.push(exactlyOne(one, one.map(fitting), within));
  if (isMap(not)) {
    const fits = fitting(not);
    const expected = `not ${excluded(not)}`;
    checks.push((node) => (fits(node) ? { keyword: 'form', expected } : undefined));
  }
  return checks;
}

function branchesOf(value: unknown): readonly JsonMap[] {
  return isList(value) ? value.filter(isMap) : [];
}

function exactlyOne(branches: readonly JsonMap[], fits: readonly Fits[], within: JsonMap): ValueCheck {
  // Istio writes "at most one" as a first branch that excludes all others.
  const names = requiredNames(branches) ?? requiredNames(branches.slice(1));
  const form = (text: string): ValueProblem => ({ keyword: 'form', expected: text });
  return (node) => {
    const count = fits.filter((one) => one(node)).length;
    if (count === 1) return undefined;
    const there =
      names && node.kind === 'map' ? names.filter((name) => fieldIn(node, name, within) !== undefined) : [];
    if (names && there.length > 1) return { keyword: 'exclusive', name: there.join(', '), known: names };
    if (names && count === 0) return form(`have ${enumeration(names, 'or')}`);
    return form(
      `fit exactly one of the ${branches.length} alternatives that its definition allows (oneOf); it fits ${count === 0 ? 'none' : count}`,
    );
  };
}

/** The fields of alternatives that require one field each and nothing else. */
function requiredNames(branches: readonly JsonMap[]): readonly string[] | undefined {
  const names = branches.map((branch) => {
    const { required } = branch;
    return Object.keys(branch).length === 1 && isList(required) && required.length === 1
      ? required[0]
      : undefined;
  });
  return names.length > 0 && names.every((name) => typeof name === 'string') ? names : undefined;
}

function excluded(not: JsonMap): string {
  const { required, anyOf } = not;
  const names = requiredNames(branchesOf(anyOf));
  if (Object.keys(not).length === 1 && names) return `have ${enumeration(names, 'or')}`;
  if (Object.keys(not).length === 1 && isList(required) && required.every((name) => typeof name === 'string'))
    return `have ${enumeration(required, 'and')}${required.length > 1 ? ' together' : ''}`;
  return 'fit what its definition excludes (not)';
}

/** The result of one of several conditions that all have to hold, as if it were alone. */
function explained(asked: JsonMap, within: JsonMap, work: Work): readonly ValueCheck[] {
  const inside = fieldsFit(asked, within, work);
  return [
    ...valueChecks(asked, within, work),
    ...logicOf(asked, within, work),
    ...requiredIn(asked).map(
      (name): ValueCheck =>
        (node) =>
          lacks(node, name, within) ? { keyword: 'required', name } : undefined,
    ),
    ...(inside
      ? [
          (node: Node): ValueProblem | undefined =>
            inside(node)
              ? undefined
              : { keyword: 'form', expected: 'fit all that its definition asks (allOf)' },
        ]
      : []),
  ];
}

/** Whether a value meets a condition. */
function fitsOf(asked: JsonMap, within: JsonMap, work: Work): Fits {
  work.count();
  const { type } = asked;
  const checks = [...valueChecks(asked, within, work), ...logicOf(asked, within, work)];
  const required = requiredIn(asked);
  const inside = fieldsFit(asked, within, work);
  return (node) => {
    work.count();
    if (typeof type === 'string' && !isNull(node) && !isOfTypes(node, [type as TypeName])) return false;
    if (checks.some((check) => check(node) !== undefined)) return false;
    return !required.some((name) => lacks(node, name, within)) && (inside?.(node) ?? true);
  };
}

function requiredIn({ required }: JsonMap): readonly string[] {
  return isList(required) ? required.filter((name) => typeof name === 'string') : [];
}

function lacks(node: Node, name: string, within: JsonMap): boolean {
  return node.kind === 'map' && fieldIn(node, name, within) === undefined;
}

/** Whether the fields of a map or the items of a list meet a condition about them. */
function fieldsFit(asked: JsonMap, within: JsonMap, work: Work): Fits | undefined {
  const { properties, items } = asked;
  const fields = isMap(properties)
    ? Object.entries(properties).flatMap(([name, of]) => {
        if (!isMap(of)) return [];
        const structure = structureOf(within, name) ?? {};
        const filled = structure['default'];
        return [
          {
            name,
            fits: fitsOf(of, structure, work),
            filled: filled === undefined ? undefined : fromValue(filled),
          },
        ];
      })
    : [];
  const inner = within['items'];
  const ofItems = isMap(items) ? fitsOf(items, isMap(inner) ? inner : {}, work) : undefined;
  if (fields.length === 0 && !ofItems) return undefined;
  return (node) => {
    if (node.kind === 'list') return ofItems ? node.items.every(ofItems) : true;
    if (node.kind !== 'map') return true;
    return fields.every(({ name, fits, filled }) => {
      const field = fieldIn(node, name, within);
      const value = field === true ? filled : field;
      return value === undefined || fits(value);
    });
  };
}
