import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import { ofRefusal } from '../choices.js';
import { isFilledIn } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { caseBeside } from '../facts/comes-alone.js';
import { checkedKinds, problemPath, problemsIn } from '../facts/schema/problems.js';
import { hasStandIn, nameRefusals } from '../../kubernetes/validation/kubernetes/names.js';
import { metadataRefusals, metadataTypes } from '../../kubernetes/validation/kubernetes/metadata.js';
import { specRefusals, validatedKinds } from '../../kubernetes/validation/kubernetes/refusals.js';
import type { Refusals } from '../../kubernetes/validation/refusal.js';
import { repeatedIn } from '../facts/rollout/repeated.js';
import { typedRule, type RuleContext } from '../rule.js';

const why =
  'The API server refuses the object, so a sync or an apply fails, and an earlier version of it stays.';

export default typedRule({
  meta: {
    name: 'k8s/accepted-by-api-server',
    description:
      'Require names, labels and annotations to be valid, keys in lists of Rollouts to be unique, and Services, Ingresses, PodDisruptionBudgets and HorizontalPodAutoscalers to pass the validation of Kubernetes.',
    why,
    consequence: 'refused-by-api-server',
    severity: 'error',
    otherwise: {
      untouched: {
        when: 'Where it does not come with a Rollout',
        consequence: 'refused-by-api-server',
        why,
        severity: 'info',
      },
    },
    fixes: ['choice'],
    messages: {
      refused: '{path} of {kind} "{name}" {problem}.',
      unnamed: '{kind} has no name; add metadata.name.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
      'https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go',
    ],
    aliases: ['invalid-target-ports', 'duplicate-env-var'],
  },

  checkRollout(rollout, { graph, report }) {
    if (!rollout.isReadable) return;
    const tell = teller(graph, report);
    tell(rollout, metadataRefusals(rollout));
    if (graph.isPatched(rollout, ['spec', 'template'])) return;
    for (const { path, earlier, keys } of repeatedIn(graph, rollout)) {
      const at = rollout.at(...path);
      const rests = [at, rollout.at(...earlier)].flatMap((item) => keys.map((key) => item.at(key)));
      const problem = `has the ${keys.join(' and ')} of an earlier item; remove one of the two`;
      const removable = [at, rollout.at(...earlier)];
      if (!rests.some(isFilledIn)) tell(rollout, [{ at, problem, rests, removable }]);
    }
  },

  *check({ graph, report }) {
    const tell = teller(graph, report);
    for (const resource of graph.resources) tell(resource, nameRefusals(resource));
    for (const resource of graph.ofKinds(othersWithSchema)) {
      yield resource;
      if (resource.isReadable) tell(resource, metadataRefusals(resource));
    }
    for (const resource of graph.ofKinds(withoutSchema)) {
      yield resource;
      if (resource.isReadable) tell(resource, [...metadataRefusals(resource), ...metadataTypes(resource)]);
    }
    for (const resource of graph.ofKinds(validatedKinds)) {
      yield resource;
      const problems = problemsIn(graph, resource) ?? [];
      // The API server checks types first and stops at wrong ones.
      if (!resource.isReadable || problems.some(({ keyword }) => keyword === 'type')) continue;
      const misspelt = new Set(
        problems.flatMap(({ keyword, path }) =>
          keyword === 'unknown' ? [JSON.stringify(path.slice(0, -1))] : [],
        ),
      );
      // A missing name may be a placeholder.
      const isAbsent = ({ exists, path }: Field): boolean =>
        !exists && misspelt.has(JSON.stringify(path.slice(0, -1)));
      const refusals = [...metadataRefusals(resource), ...specRefusals(resource)];
      tell(
        resource,
        refusals.filter(({ at }) => !isAbsent(at)),
      );
    }
  },
});

/** The kinds of which only labels and annotations are checked here: those that are parsed for their schema. */
const othersWithSchema = checkedKinds.filter(
  ({ group, kind }) =>
    kind !== 'Rollout' && !validatedKinds.some((one) => one.group === group && one.kind === kind),
);

/** Small objects that come with Rollouts, of kinds without a schema here. */
const withoutSchema = [
  { group: '', kind: 'Namespace' },
  { group: '', kind: 'ServiceAccount' },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy' },
];

/** Formats the refusals of an object, one sentence each. */
function teller(
  graph: Graph,
  report: RuleContext<'refused' | 'unnamed', 'untouched'>['report'],
): (resource: Resource, refusals: Refusals) => void {
  return (resource, refusals) => {
    for (const refusal of refusals) {
      const { at, problem, rests = [] } = refusal;
      if (hasStandIn(at.text ?? '')) continue;
      const { kind, name } = resource;
      const data = { path: problemPath(at.path), kind, name, problem };
      const message = name === '' && at.key === 'name' ? 'unnamed' : 'refused';
      report(at, message, data, {
        rests,
        case: caseBeside(graph, resource),
        choices: () => ofRefusal(refusal),
      });
    }
  };
}
