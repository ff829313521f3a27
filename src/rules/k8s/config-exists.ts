import type { Graph } from '../../repository/graph/graph.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { type ConfigReference, configReferences, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { onlyNearName } from '../../model/nearest-name.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { deployedAs, instead, renamedBy } from '../absent.js';
import { renamedTo, setTo } from '../fixes.js';
import type { ProposedFix } from '../rule.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';
import { quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'k8s/config-exists',
    description:
      'Require the ConfigMaps that the pods of a Rollout need, and their keys and those of Secrets, to exist.',
    why: 'The pods of the new revision do not start (CreateContainerConfigError, or a volume that cannot be mounted), and the update hangs until progressDeadlineSeconds.',
    consequence: 'wrong-pods',
    severity: 'warning',
    otherwise: {
      secret: {
        when: 'For a Secret that is in no manifest, beside one with a similar name that the pods do not use',
        consequence: 'wrong-pods',
        why: 'Unless a Secret with this name is in the cluster, the pods of the new revision do not start (CreateContainerConfigError, or a volume that cannot be mounted).',
        severity: 'info',
      },
    },
    yieldsTo: ['schema/fields-known'],
    fixes: ['safe', 'choice'],
    messages: {
      absent: 'ConfigMap "{name}", which Rollout "{rollout}" {uses}, is not found{hint}',
      secret:
        'Secret "{name}", which Rollout "{rollout}" {uses}, is not found, and Secret "{other}" beside it is not used by its pods; did you mean "{other}"?',
      renamed: deployedAs('ConfigMap "{name}", which Rollout "{rollout}" {uses},', '{deployed}'),
      key: '{kind} "{name}" has no key "{key}", which Rollout "{rollout}" {uses}, only {known}; add the key, or use one of these.',
      field:
        'ConfigMap "{name}", which Rollout "{rollout}" {uses}, has no data but the field "{field}", which the API server drops; did you mean "{right}"?',
    },
    links: [
      'https://kubernetes.io/docs/concepts/configuration/configmap/',
      'https://github.com/argoproj/argo-rollouts/issues/111',
    ],
    aliases: ['env-value-from'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    if (!template) return;
    const reported = new Set<string>();
    for (const reference of configReferences(template)) {
      const { from, to, isOptional, keys } = reference;
      if (isOptional || providedNames.has(to.name)) continue;
      // Secrets are rarely in Git; if one is, its keys are known.
      const isConfig = to.kind === 'ConfigMap';
      const data = { ...use(reference), rollout: rollout.name };

      if (isConfig && graph.isAbsent(reference)) {
        if (reported.has(to.name) || isProvided(graph, reference)) continue;
        reported.add(to.name);
        const { hint, related, fix } = instead(graph, reference);
        report(from, 'absent', { ...data, hint }, { related, fix });
        continue;
      }
      const other = isConfig || reported.has(to.name) ? undefined : unusedSecret(graph, rollout, reference);
      if (other) {
        reported.add(to.name);
        const choices = (): readonly (ProposedFix | undefined)[] => [setTo(from, other.name)];
        const related = [{ at: other, message: 'the Secret that is not used' }];
        report(from, 'secret', { ...data, other: other.name }, { case: 'secret', related, choices });
        continue;
      }
      const renaming = isConfig ? graph.renaming(reference) : undefined;
      if (renaming && !reported.has(to.name)) {
        reported.add(to.name);
        report(from, 'renamed', { ...data, deployed: renaming.name }, renamedBy(graph, renaming, reference));
      }

      const config = graph.find(reference);
      if (!config) continue;
      const content = (isConfig ? ['data', 'binaryData'] : ['data', 'stringData']).map((name) =>
        config.at(name),
      );
      const known = content.flatMap(({ entries }) => entries.map(({ key }) => String(key))).sort();
      const [misspelt] = known.length === 0 && isConfig ? misspeltIn(config) : [];
      if (misspelt && !reported.has(to.name)) {
        reported.add(to.name);
        const { field, right } = misspelt;
        const related = [{ at: field, message: 'the field' }];
        const fix = (): ProposedFix | undefined => renamedTo(field, right);
        const unless = { 'schema/fields-known': [field] };
        report(from, 'field', { ...data, field: String(field.key), right }, { related, fix, unless });
      }
      // An empty Secret is filled by something else, and so may be one with a type of its own.
      if (known.length === 0 || (config.at('type').text ?? 'Opaque') !== 'Opaque') continue;
      const related = [{ at: config, message: `the ${to.kind}` }];
      for (const key of keys) {
        if (key.text === undefined || known.includes(key.text)) continue;
        const fix = (): ProposedFix | undefined => setTo(key, onlyNearName(key.text ?? '', known));
        const its = { ...data, key: key.text, known: quoted(known) };
        report(key, 'key', its, { related, complete: content, fix, choices: () => eachOf(key, known) });
      }
    }
  },
});

/** What is used and how, as messages say it. */
function use({
  to: { kind, name },
  isMounted,
}: ConfigReference): Readonly<Record<'kind' | 'name' | 'uses', string>> {
  return { kind, name, uses: isMounted ? 'mounts' : 'reads' };
}

/**
 * The Secret that was probably meant by a name that no Secret has: the only one beside a Rollout that no pods use and that has
 * all words of the name, or none but these.
 */
function unusedSecret(graph: Graph, rollout: Resource, reference: Reference): Resource | undefined {
  const template = graph.podTemplate(rollout);
  if (!template || !graph.isAbsent(reference) || graph.generated(reference).length > 0) return undefined;
  const others = graph.companions(rollout, kinds.deployment).flatMap((one) => podTemplate(one) ?? []);
  const used = new Set([template, ...others].flatMap(configReferences).map(({ to }) => to.name));
  const words = wordsOf(reference.to.name);
  const alike = graph
    .companions(rollout, { group: '', kind: 'Secret' })
    .filter(({ name }) => !used.has(name) && areAlike(words, wordsOf(name)));
  const [only, another] = alike;
  return another === undefined ? only : undefined;
}

function wordsOf(name: string): ReadonlySet<string> {
  return new Set(name.split(/[-_.]/).map((word) => word.replace(/s$/, '')));
}

/** Whether one of two names has all words of the other; a single word says too little. */
function areAlike(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  return few.size > 1 && [...few].every((word) => many.has(word));
}

/** The fields of a ConfigMap that none has, and what each probably means. */
function misspeltIn(config: Resource): readonly { readonly field: Field; readonly right: string }[] {
  return config.at().entries.flatMap((field) => {
    const right = onlyNearName(String(field.key), ['data', 'binaryData']);
    return right === undefined || right === String(field.key) || field.shape !== 'map'
      ? []
      : [{ field, right }];
  });
}

/** ConfigMaps that the cluster or the mesh creates in every namespace. */
const providedNames: ReadonlySet<string> = new Set([
  'istio-ca-root-cert',
  'kube-root-ca.crt',
  'openshift-service-ca.crt',
]);

/** Kinds that create a ConfigMap with their own name. */
const providers = [
  { group: 'trust.cert-manager.io', kind: 'Bundle' },
  { group: 'objectbucket.io', kind: 'ObjectBucketClaim' },
];

function isProvided(graph: Graph, { from, to }: Reference): boolean {
  return providers.some(({ group, kind }) => graph.find({ from, to: { group, kind, name: to.name } }));
}
