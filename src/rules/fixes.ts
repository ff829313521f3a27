import type { Graph } from '../repository/graph/graph.js';
import { onlySimilarName } from './facts/similar.js';
import type { Field } from '../model/field.js';
import { onlyNearName } from '../model/nearest-name.js';
import type { JqProblem } from '../argocd/jq/problem.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { folderOf, type Source } from '../model/source.js';
import { kustomizeTransformers } from './facts/kustomize-transformers.js';
import { transformersFile } from '../repository/graph/kustomization.js';
import type { ProposedFix } from './rule.js';

/** A fix that writes a value to fields; none without a value. */
export function setTo(
  fields: Field | readonly Field[],
  value: string | number | undefined,
  safety: 'safe' | 'unsafe' = 'safe',
): ProposedFix | undefined {
  if (value === undefined) return undefined;
  const writes = [fields].flat().map((field) => ({ field, value }));
  const title = `Write ${typeof value === 'string' ? `"${value}"` : value}.`;
  return { title, isUnsafe: safety === 'unsafe', writes };
}

/** A fix that removes a field, and with it parents that would become empty. */
export function removalOf(field: Field, safety: 'safe' | 'unsafe' = 'safe'): ProposedFix {
  const { parent } = field;
  const isAlone = parent?.parent !== undefined && parent.items.length + parent.entries.length === 1;
  return {
    title: typeof field.key === 'number' ? 'Remove this entry.' : `Remove "${String(field.key)}".`,
    isUnsafe: safety === 'unsafe',
    writes: [{ field: isAlone ? parent : field, value: undefined }],
  };
}

/** A fix that removes several fields that mean nothing without each other. */
export function withoutAll(fields: readonly Field[], safety: 'safe' | 'unsafe' = 'safe'): ProposedFix {
  return {
    title: `Remove ${fields.map(({ key }) => `"${String(key)}"`).join(' and ')}.`,
    isUnsafe: safety === 'unsafe',
    writes: fields.filter(({ exists }) => exists).map((field) => ({ field, value: undefined })),
  };
}

/** A fix that removes options of a string with commas between them, and the field if it has no others. */
export function withoutOptions(
  field: Field,
  options: readonly string[],
  safety: 'safe' | 'unsafe' = 'safe',
): ProposedFix {
  const all = (field.text ?? '').split(',').map((one) => one.trim());
  const title = `Remove ${all
    .filter((one) => options.includes(one))
    .map((one) => `"${one}"`)
    .join(' and ')}.`;
  const others = all.filter((one) => !options.includes(one));
  if (others.length === 0) return { ...removalOf(field, safety), title };
  return { title, isUnsafe: safety === 'unsafe', writes: [{ field, value: others.join(',') }] };
}

/** A fix that adds an entry to the end of a list, or a list with it; none where something else stands in its place. */
export function addedTo(
  list: Field,
  entry: unknown,
  safety: 'safe' | 'unsafe' = 'safe',
): ProposedFix | undefined {
  if (list.exists && list.shape !== 'list') return undefined;
  const write = list.exists
    ? { field: list.at(list.items.length), value: entry }
    : { field: list, value: [entry] };
  const what = typeof entry === 'string' ? `"${entry}"` : 'an entry';
  return { title: `Add ${what} to "${String(list.key)}".`, isUnsafe: safety === 'unsafe', writes: [write] };
}

/** A fix that gives a field another name, beside which its value and comments stay; none if a field has that name. */
export function renamedTo(
  field: Field,
  name: string | undefined,
  safety: 'safe' | 'unsafe' = 'safe',
): ProposedFix | undefined {
  const { parent } = field;
  if (name === undefined || !parent || typeof field.key !== 'string' || parent.at(name).exists)
    return undefined;
  return {
    title: `Rename "${field.key}" to "${name}".`,
    isUnsafe: safety === 'unsafe',
    writes: [
      { field, value: undefined },
      { field: parent.at(name), value: field.value },
    ],
  };
}

/** A fix that writes a part of a string in another way; none if the string has the part several times. */
export function partTo(
  field: Field,
  part: string,
  right: string | undefined,
  safety: 'safe' | 'unsafe' = 'safe',
): ProposedFix | undefined {
  const text = field.text ?? '';
  const at = text.indexOf(part);
  if (right === undefined || part === '' || at === -1 || text.includes(part, at + 1)) return undefined;
  return setTo(field, text.slice(0, at) + right + text.slice(at + part.length), safety);
}

/** The name that a misspelt one probably means. If none is similar and only one exists, that one. */
export function nameAmong(field: Field, names: readonly string[]): ProposedFix | undefined {
  const near = onlyNearName(field.text ?? '', names);
  if (near !== undefined) return setTo(field, near);
  const [only, another] = new Set(names);
  return another === undefined ? setTo(field, only, 'unsafe') : undefined;
}

/** The only value. */
export function onlyOf(field: Field, values: readonly number[]): ProposedFix | undefined {
  const [only, another] = new Set(values);
  return another === undefined ? setTo(field, only) : undefined;
}

/** The name of the only object that a reference can mean. */
export function toSimilar(graph: Graph, reference: Reference): ProposedFix | undefined {
  return renamed(reference, onlySimilarName(graph, reference));
}

/** The unresolved references that can only mean one existing Service. */
export function meantFor(
  graph: Graph,
  service: Field,
  references: readonly Reference[],
): ProposedFix | undefined {
  const name = service.text;
  const isThere =
    name !== undefined && graph.find({ from: service, to: { group: '', kind: 'Service', name } });
  if (!isThere) return undefined;
  const lost = references.filter((reference) => graph.isAbsent(reference));
  const near = onlyNearName(
    name,
    lost.map(({ to }) => to.name),
  );
  const fixes = lost.filter(({ to }) => to.name === near).map((reference) => renamed(reference, name));
  const writes = fixes.flatMap((fix) => fix?.writes ?? []);
  return writes.length === 0 ? undefined : { title: `Write "${name}".`, writes };
}

/** A reference with another name; a namespace beside the name is kept. */
export function renamed({ from, to }: Reference, name: string | undefined): ProposedFix | undefined {
  const text = from.text ?? '';
  const at = text.indexOf(to.name);
  if (name === undefined || at === -1 || text.includes(to.name, at + 1)) return undefined;
  return setTo(from, text.slice(0, at) + name + text.slice(at + to.name.length));
}

/**
 * A fix that adds the neighbouring transformer configuration for Rollouts to a kustomization, if the file is unchanged from the
 * shipped one.
 */
export function taught(graph: Graph, kustomization: Resource): ProposedFix | undefined {
  const file = graph.fileAt(`${folderOf(kustomization.source)}/${transformersFile}`);
  const configurations = kustomization.at('configurations');
  if (!file || configurations.exists || unixText(file) !== kustomizeTransformers()) return undefined;
  return {
    title: `List ${transformersFile} under "configurations".`,
    writes: [{ field: configurations, value: [transformersFile] }],
  };
}

/** A string with normalized line breaks; undefined if unreadable. */
function unixText(source: Source): string | undefined {
  try {
    return source.read().replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

/** The intended form of an incorrect expression. */
export function mended(field: Field, { kind, suggestion }: JqProblem): ProposedFix | undefined {
  return certain.has(kind) ? setTo(field, suggestion) : undefined;
}

/** Syntax errors with only one correct form. */
const certain: ReadonlySet<JqProblem['kind']> = new Set<JqProblem['kind']>([
  'json-pointer',
  'json-path',
  'single-quotes',
  'space-after-dot',
  'trailing-comment',
  'index-after-dot',
  'optional-alternative',
  'missing-dot',
  'unquoted-key',
]);
