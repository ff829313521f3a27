import { identitiesBelow } from '../../repository/graph/built.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization } from '../../repository/graph/kustomization.js';
import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'kustomize/patches-match',
    description: 'Require the target of a patch to fit an object that the kustomization builds.',
    why: 'Kustomize silently leaves the patch out: what is deployed is without it.',
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      beside: {
        when: 'Where the kustomization builds no Rollout',
        consequence: 'no-effect',
        why: 'Kustomize silently leaves the patch out: what is deployed is without it.',
        severity: 'info',
      },
    },
    looksAt: 'kustomizations',
    fixes: ['safe'],
    messages: {
      almost:
        'This patch changes nothing, because its target matches no object that this kustomization builds; to match {kind} "{name}", set {field} to "{right}".',
      none: 'This patch changes nothing, because its target matches no object that this kustomization builds.',
    },
    links: [
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/',
      'https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/types/selector.go',
    ],
  },

  *check({ graph, report }) {
    for (const [kustomization, { objects, isKnown }] of builds(graph)) {
      yield kustomization;
      if (!isKnown) continue;
      const where = objects.some(({ resource }) => isRollout(resource)) ? undefined : 'beside';
      for (const target of patchTargets(kustomization)) {
        if (objects.some((object) => misfits(target, object).length === 0)) continue;
        const { object, field } = almost(target, objects) ?? {};
        if (!object || !field) report(target, 'none', {}, { atKey: true, case: where });
        else
          report(
            target.at(field),
            'almost',
            { kind: object.resource.kind, name: object.resource.name, field, right: object[field][0] },
            {
              case: where,
              related: [{ at: object.resource, message: 'probably meant' }],
              fix: () => setTo(target.at(field), object[field][0]),
            },
          );
      }
    }
  },
});

const fields = ['group', 'version', 'kind', 'name', 'namespace'] as const;

/** The fields of an object that a target can select; name and namespace are those in its file and those when it is patched. */
type Selectable = Readonly<Record<(typeof fields)[number], readonly string[]>> & {
  readonly resource: Resource;
};

interface Build {
  readonly objects: Selectable[];
  /** Whether all resources are known, under their final names. */
  isKnown: boolean;
}

/** The resources of kustomizations that have patches with targets. */
function builds(graph: Graph): ReadonlyMap<Resource, Build> {
  const found = new Map<Resource, Build>();
  if (!graph.hasKustomizations) return found;
  for (const resource of graph.resources)
    for (const { via } of graph.placements(resource))
      for (const { resource: kustomization, isComponent, isTaught, mayRename } of via) {
        // A component is built as a part of the kustomizations that use it.
        if (!isKustomization(kustomization) || isComponent || patchTargets(kustomization).length === 0)
          continue;
        const build = found.get(kustomization) ?? { objects: [], isKnown: true };
        found.set(kustomization, build);
        build.isKnown &&= !isTaught && !mayRename && isNameKnown(resource) && graph.isComplete(resource);
        const names = identitiesBelow(resource, via, { resource: kustomization });
        const ends = [names[0]!, names.at(-1)!];
        build.objects.push({
          resource,
          ...{ group: [resource.group], version: [resource.version], kind: [resource.kind] },
          name: ends.map(({ name }) => name),
          namespace: ends.map(({ namespace }) => namespace),
        });
      }
  return found;
}

/** Whether an object is deployed under the name that it has in Git. */
function isNameKnown({ kind, name }: Resource): boolean {
  return !kind.endsWith('List') && !isPlaceholder(name);
}

/** Targets that can be checked: labels and annotations may come from anywhere, and generators create objects. */
function patchTargets(kustomization: Resource): readonly Field[] {
  return ['patches', 'patchesJson6902']
    .flatMap((key) => kustomization.at(key).items)
    .map((patch) => patch.at('target'))
    .filter((target) => {
      const kind = target.at('kind').text ?? '';
      const isGenerated = kind === '' || fitsPattern(kind, 'ConfigMap') || fitsPattern(kind, 'Secret');
      const hasSelector = ['labelSelector', 'annotationSelector'].some((key) => target.at(key).exists);
      return target.entries.length > 0 && !hasSelector && !isGenerated && !isPlaceholder(joinedTexts(target));
    });
}

function joinedTexts(target: Field): string {
  return target.entries.map(({ text }) => text ?? '').join(' ');
}

/** The fields of a target that an object does not match. Kustomize matches name and namespace separately. */
function misfits(target: Field, object: Selectable): readonly (typeof fields)[number][] {
  return fields.filter((field) => {
    const pattern = target.at(field).text;
    return pattern !== undefined && !object[field].some((text) => fitsPattern(pattern, text));
  });
}

/** An invalid expression is assumed to match. */
function fitsPattern(pattern: string, text: string): boolean {
  return fitsWhole(pattern, text) ?? true;
}

/** The only object that matches except for one field; for a name, only one with a similar name. */
function almost(
  target: Field,
  objects: readonly Selectable[],
): { readonly object: Selectable; readonly field: (typeof fields)[number] } | undefined {
  const near = objects.flatMap((object) => {
    const [field, another] = misfits(target, object);
    if (field === undefined || another !== undefined) return [];
    const isNear = field !== 'name' || nearestName(target.at('name').text ?? '', object.name) !== undefined;
    return isNear && (field !== 'kind' || isRollout(object.resource)) ? [{ object, field }] : [];
  });
  return near.length === 1 ? near[0] : undefined;
}
