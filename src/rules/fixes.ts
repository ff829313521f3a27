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

/** A fix that writes a value into fields; none where there is no value. */
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

/** A fix that takes a field away, and with it what would be left with nothing in it. */
export function without(field: Field, safety: 'safe' | 'unsafe' = 'safe'): ProposedFix {
  const { parent } = field;
  const isAlone = parent?.parent !== undefined && parent.items.length + parent.entries.length === 1;
  return {
    title: typeof field.key === 'number' ? 'Remove this entry.' : `Remove "${String(field.key)}".`,
    isUnsafe: safety === 'unsafe',
    writes: [{ field: isAlone ? parent : field, value: undefined }],
  };
}

/**
 * The one of several names that a misspelt one can mean. Where none comes near, but there is no more than one, that is
 * likely meant.
 */
export function nameAmong(field: Field, names: readonly string[]): ProposedFix | undefined {
  const near = onlyNearName(field.text ?? '', names);
  if (near !== undefined) return setTo(field, near);
  const [only, another] = new Set(names);
  return another === undefined ? setTo(field, only, 'unsafe') : undefined;
}

/** The one value that there is. */
export function onlyOf(field: Field, values: readonly number[]): ProposedFix | undefined {
  const [only, another] = new Set(values);
  return another === undefined ? setTo(field, only) : undefined;
}

/** The name of the one object that a reference can mean. */
export function toSimilar(graph: Graph, reference: Reference): ProposedFix | undefined {
  return renamed(reference, onlySimilarName(graph, reference));
}

/** The references among several that lead nowhere and can mean no other Service than one that is there. */
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

/** A reference with another name in it, whatever namespace stands beside the name. */
function renamed({ from, to }: Reference, name: string | undefined): ProposedFix | undefined {
  const text = from.text ?? '';
  const at = text.indexOf(to.name);
  if (name === undefined || at === -1 || text.includes(to.name, at + 1)) return undefined;
  return setTo(from, text.slice(0, at) + name + text.slice(at + to.name.length));
}

/** A kustomization that lists the file beside it by which kustomize changes the fields of Rollouts, where that is as it is shipped. */
export function taught(graph: Graph, kustomization: Resource): ProposedFix | undefined {
  const file = graph.fileAt(`${folderOf(kustomization.source)}/${transformersFile}`);
  const configurations = kustomization.at('configurations');
  if (!file || configurations.exists || textOf(file) !== kustomizeTransformers()) return undefined;
  return {
    title: `List ${transformersFile} under "configurations".`,
    writes: [{ field: configurations, value: [transformersFile] }],
  };
}

/** A text as its lines are, whatever ends them; undefined for what cannot be read. */
function textOf(source: Source): string | undefined {
  try {
    return source.read().replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

/** The expression that one with a mistake was meant to be. */
export function mended(field: Field, { kind, suggestion }: JqProblem): ProposedFix | undefined {
  return certain.has(kind) ? setTo(field, suggestion) : undefined;
}

/** Mistakes of writing, of which there is one right form. */
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
