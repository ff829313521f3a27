import { isDeepStrictEqual } from 'node:util';
import { outlivesSync, pruningAtOnce } from '../facts/argocd/pruning.js';
import { counterpart } from '../facts/earlier.js';
import { hasRestarter } from '../facts/restarters.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isConstructName, isContentName } from '../../kubernetes/kinds/content-name.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { type ConfigReference, configReferences, containers } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { removalOf } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'config/change-is-a-revision',
    description: 'Require a changed ConfigMap or Secret to start an update of the Rollouts that use it.',
    why: 'A change under the same name does not create a new revision: no canary, no steps, no analysis and nothing to abort. Mounted files change in all running pods, stable ones included, within about a minute; variables, and files mounted with subPath, change whenever any pod starts.',
    consequence: 'no-effect',
    severity: 'info',
    otherwise: {
      changed: {
        when: 'When the linted change (--changed, --staged) is such a change',
        consequence: 'hidden-change',
        why: 'The change also reaches the stable pods, with no canary, no steps and no analysis, and an abort does not revert it. Mounted files change in all running pods within about a minute; variables, and files mounted with subPath, change whenever any pod starts.',
        severity: 'warning',
      },
    },
    messages: {
      changed:
        '{kind} "{name}" changes but keeps its name, so Rollout "{rollout}", which uses it, does not start an update for the new content; use a new name, such as "{name}-<hash>"{kept}.',
      mounted:
        'Rollout "{rollout}" mounts {kind} "{name}", which keeps its name when its content changes; put a hash of the content into the name, such as "{name}-<hash>"{kept}.',
      read: 'Rollout "{rollout}" reads variables from {kind} "{name}", which keeps its name when its content changes; put a hash of the content into the name, such as "{name}-<hash>"{kept}.',
      generated:
        'Rollout "{rollout}" uses {kind} "{name}", which kustomize generates without a hash in its name; remove disableNameSuffixHash{taught}{kept}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://kubernetes.io/docs/concepts/configuration/configmap/#mounted-configmaps-are-updated-automatically',
      'https://github.com/argoproj/argo-rollouts/issues/958',
      'https://argo-rollouts.readthedocs.io/en/stable/features/kustomize/',
    ],
  },

  checkRollout(rollout, { graph, before, report }) {
    const template = graph.podTemplate(rollout);
    if (!template || isRestartedOnChange(rollout, template)) return;
    const pruning = pruningAtOnce(graph, rollout);
    const used = new Map<string, ConfigReference>();
    for (const reference of configReferences(template)) {
      const key = `${reference.to.kind}/${reference.to.name}`;
      if (!used.get(key)?.isMounted) used.set(key, reference);
    }

    for (const reference of used.values()) {
      const { from, to, isMounted } = reference;
      if (isPlaceholder(to.name)) continue;
      const named = { rollout: rollout.name, kind: to.kind, name: to.name };
      const generated = graph.generated(reference).find(({ hasHash }) => !hasHash);
      if (generated) {
        const isFollowed = graph.followsNames(reference);
        const kept = keptBeside(pruning, named.kind, [
          generated.at.parent?.at('options', 'annotations'),
          generated.at.resource.at('generatorOptions', 'annotations'),
        ]);
        report(
          from,
          'generated',
          { ...named, kept, taught: isFollowed ? '' : taught },
          {
            related: [{ at: generated.at, message: 'generated here' }],
            fix: () => (isFollowed && kept === '' ? nameSuffixFix(generated.at) : undefined),
          },
        );
        continue;
      }
      // What renames it, and why the Rollout does not follow, is k8s/config-exists's.
      if (isNamedByContent(graph, rollout, to.name) || graph.renaming(reference)) continue;
      const config = graph.find(reference);
      if (!config || isFixed(config)) continue;
      const data = {
        ...named,
        kept: keptBeside(pruning, named.kind, [config.at('metadata', 'annotations')]),
      };
      const changed = before && changedField(config, graph, before());
      if (changed) {
        const related = [{ at: from, message: isMounted ? 'mounted here' : 'read here' }];
        report(changed, 'changed', data, { case: 'changed', atKey: true, related });
        continue;
      }
      report(from, isMounted ? 'mounted' : 'read', data, {
        related: [{ at: config, message: 'changed in place' }],
      });
    }
  },
});

const taught =
  ' and list the transformer configuration of "rolloutkit init --kustomize", by which kustomize renames it in the Rollout';

/** What a new name needs besides if an Application deletes the object of the old name, which stable pods use. */
function keptBeside(
  pruning: Resource | undefined,
  kind: string,
  annotations: readonly (Field | undefined)[],
): string {
  return !pruning || annotations.some((one) => one && outlivesSync(one))
    ? ''
    : `, and annotate the ${kind} with Prune=false, because Application "${pruning.name}" prunes the old one while stable pods use it`;
}

/** A fix that lets kustomize add the hash to a name that it generates: at the generator, or for all of them. */
function nameSuffixFix(name: Field): ProposedFix | undefined {
  const key = 'disableNameSuffixHash';
  const own = name.parent?.at('options', key);
  const all = name.resource.at('generatorOptions', key);
  const field = [own, all].find((one) => one?.boolean === true);
  return field && own?.boolean !== all.boolean ? removalOf(field, 'unsafe') : undefined;
}

/** Whether each change of the configuration changes the pod template, manually or automatically. */
function isRestartedOnChange(rollout: Resource, template: Field): boolean {
  const ofPods = template.at('metadata');
  const keys = [...ofPods.at('annotations').entries, ...ofPods.at('labels').entries].map(({ key }) =>
    String(key),
  );
  const variables = containers(template).flatMap((container) =>
    container.at('env').items.flatMap((variable) => variable.at('name').text ?? ''),
  );
  return (
    keys.some((name) => digest.test(name)) ||
    variables.some((name) => configDigest.test(name)) ||
    hasRestarter(rollout, template)
  );
}

const digest = /checksum|hash(?!icorp)|digest|\bsha\d*\b|^(?=.*config).*(version|revision)/i;
const configDigest = /checksum|^(?=.*config).*(hash|digest|sha\d*$|version|revision)/i;

/** The content that differs under the same name. */
function changedField(config: Resource, graph: Graph, before: Graph): Field | undefined {
  const old = counterpart(config, graph, before);
  if (!old) return undefined;
  const isOther = (field: Field): boolean => !isDeepStrictEqual(field.value, old.at(...field.path).value);
  const content = ['data', 'stringData', 'binaryData'].map((key) => config.at(key)).find(isOther);
  return content && (content.entries.find(isOther) ?? content);
}

/** Whether the content cannot change under this name. */
function isFixed(config: Resource): boolean {
  const isVersioned = config
    .at('metadata', 'annotations')
    .entries.some(({ key }) => String(key).startsWith('kapp.k14s.io/versioned'));
  return isVersioned || config.at('immutable').boolean === true;
}

function isNamedByContent(graph: Graph, rollout: Resource, name: string): boolean {
  if (!isContentName(name)) return false;
  // Eight digits may be a hash of the content; if other names have the same form, they are hashes of cdk8s.
  return (
    !isConstructName(name) ||
    ![rollout, ...servicesOfRollout(graph, rollout)].some((other) => isConstructName(other.name))
  );
}

function servicesOfRollout(graph: Graph, rollout: Resource): readonly Resource[] {
  return services(rollout).flatMap((reference) => graph.find(reference) ?? []);
}
