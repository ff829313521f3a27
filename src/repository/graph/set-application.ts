import { own } from '../../kubernetes/objects/json.js';
import type { MapEntry, Node } from '../../model/node.js';
import { Resource } from '../../model/resource.js';
import type { GeneratedElement, Parameters } from './set-generators.js';
import { mergedPatch, patchFor, type TemplatePatch } from './set-patch.js';

/** An Application of an ApplicationSet, and why the `templatePatch` is not applied to it, if so. */
export interface GeneratedApplication {
  readonly application: Resource;
  readonly unpatched: string | undefined;
}

/** The Application of an element. Its fields have the places of the template, and those of a patch the place of the patch. */
export function applicationOf(
  set: Resource,
  element: GeneratedElement,
  inner: Node | undefined,
  { isGo, patch }: { readonly isGo: boolean; readonly patch: TemplatePatch | undefined },
): GeneratedApplication {
  const { root } = set;
  const { parameters } = element;
  const template = isGo ? goTemplate(parameters) : fastTemplate(parameters);
  const { start, end } = root;
  const entry = (key: string, value: Node): MapEntry => ({ key, keyStart: start, keyEnd: start, value });
  const scalar = (value: string): Node => ({ kind: 'scalar', value, start, end: start });
  const filled = inner ? fill(inner, template) : undefined;
  const node: Node = {
    kind: 'map',
    entries: [
      entry('apiVersion', scalar(set.apiVersion)),
      entry('kind', scalar('Application')),
      ...(filled?.kind === 'map' ? filled.entries : []),
    ],
    start,
    end,
  };
  const change = patch && patchFor(patch, element, fastTemplate(parameters));
  const patched = patch && change?.kind === 'patch' ? mergedPatch(node, change.value, patch.node) : undefined;
  const reason = change?.kind === 'unknown' ? change.reason : 'how it is merged is not known';
  const application = asApplication(set, patched ?? node);
  return { application, unpatched: patch && !patched ? reason : undefined };
}

function asApplication(set: Resource, node: Node): Resource {
  const metadata = fieldIn(node, 'metadata');
  const name = fieldIn(metadata, 'name');
  return new Resource(
    {
      group: set.group,
      version: set.version,
      kind: 'Application',
      name: name?.kind === 'scalar' ? String(name.value) : '',
      namespace: set.namespace,
    },
    set.source,
    set.offset,
    { root: node },
  );
}

/** A field of a map; undefined if there is none. */
export function fieldIn(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

function fill(node: Node, template: (text: string) => string): Node {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'string' ? { ...node, value: template(node.value) } : node;
    case 'list':
      return { ...node, items: node.items.map((item) => fill(item, template)) };
    case 'map':
      return {
        ...node,
        entries: node.entries.map((entry) => ({
          ...entry,
          key: template(entry.key),
          value: fill(entry.value, template),
        })),
      };
  }
}

/** https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Template/ */
function fastTemplate(parameters: Parameters): (text: string) => string {
  return (text) =>
    text.replaceAll(/\{\{([^{}]+)\}\}/g, (all, name: string) => own(parameters, name.trim()) ?? all);
}

/** https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/GoTemplate/ */
function goTemplate(parameters: Parameters): (text: string) => string {
  return (text) =>
    text
      .replaceAll(/\{\{-?\s*\.([\w.]+)\s*-?\}\}/g, (all, name: string) => own(parameters, name) ?? all)
      .replaceAll(
        /\{\{-?\s*index\s+\.path\.segments\s+(\d+)\s*-?\}\}/g,
        (all, index: string) => parameters[`path[${index}]`] ?? all,
      );
}
