import type { Generated, Kustomization } from '../../repository/graph/kustomization.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'kustomize/generated-config-used',
    description:
      'Require ConfigMaps and Secrets that a kustomization with a Rollout generates to be referred to by name.',
    why: 'The object gets a hash of its content in its name, and kustomize writes that name only into fields that refer to the object. Without such a field no pod reads the content, and a change of it has no effect.',
    consequence: 'no-effect',
    severity: 'info',
    looksAt: 'kustomizations',
    messages: {
      unused:
        '{kind} "{name}" is generated with a hash in its name, but no file refers to it, so its content has no effect; mount it, read it with envFrom, or remove the entry.',
    },
    links: [
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/',
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/generatoroptions/',
    ],
  },

  check({ graph, report }) {
    let examined = 0;
    for (const { generated } of kustomizationsWithRollouts(graph))
      for (const one of generated) {
        if (!isOwn(one) || isSelected(one) || ++examined > mostExamined) continue;
        if (!isReferredTo(graph, one.name)) report(one.at, 'unused', { kind: one.kind, name: one.name });
      }
  },
});

/** All kustomizations of the builds that contain a Rollout, where the whole build is known. */
function kustomizationsWithRollouts(graph: Graph): Iterable<Kustomization> {
  if (!graph.hasKustomizations) return [];
  const leaves = new Set(
    graph.rollouts
      .filter((rollout) => graph.isComplete(rollout))
      .flatMap((rollout) => graph.placements(rollout).flatMap(({ leaf }) => leaf ?? [])),
  );
  const found = new Map<Resource, Kustomization>();
  for (const resource of graph.resources)
    for (const { leaf, via } of graph.placements(resource))
      if (leaf && leaves.has(leaf)) for (const one of via) found.set(one.resource, one);
  return found.values();
}

/** Each name is looked for in all files. */
const mostExamined = 50;

/** Whether an entry makes an object whose name only references in the same build can know. */
function isOwn({ name, hasHash, isMerged }: Generated): boolean {
  return name !== '' && !isPlaceholder(name) && hasHash && !isMerged;
}

/** Whether a program may find the object by its labels or annotations. */
function isSelected({ at }: Generated): boolean {
  const options = [at.resource.at('generatorOptions'), at.parent?.at('options')];
  return options.some((one) => one?.at('labels').exists === true || one?.at('annotations').exists === true);
}

/** Whether a file has the name anywhere but in the entry of a generator. */
function isReferredTo(graph: Graph, name: string): boolean {
  const isIn = (text: string): boolean => {
    if (!text.includes(name)) return false;
    const [, behind = '', ...others] = text.split(name);
    const isEntry = text.includes('Generator:') && /^["']?[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/.test(behind);
    return others.length > 0 || !isEntry;
  };
  return graph.someText(isIn) || graph.commandFiles.some((script) => isIn(script.read()));
}
