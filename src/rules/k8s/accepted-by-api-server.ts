import { kinds } from '../../cluster/object.js';
import type { Graph } from '../../graph/graph.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { caseOf } from '../../facts/istio/mesh.js';
import { inWords, problemsIn } from '../../facts/schema/problems.js';
import { hasStandIn, nameRefusals } from '../../validation/kubernetes/names.js';
import { specRefusals, validatedKinds } from '../../validation/kubernetes/refusals.js';
import type { Refusals } from '../../validation/refusal.js';
import { defineRule } from '../rule.js';

const why =
  'The API server refuses the object, so a sync or an apply fails, and an earlier version of it stays.';

export default defineRule({
  meta: {
    name: 'k8s/accepted-by-api-server',
    description:
      'Require names to be DNS names, and Services, Ingresses, PodDisruptionBudgets and HorizontalPodAutoscalers to pass the validation of Kubernetes.',
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
    messages: { refused: '{path} of {kind} "{name}" {problem}.' },
    links: [
      'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
      'https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go',
    ],
    aliases: ['invalid-target-ports'],
  },

  check({ graph, report }) {
    const told = (resource: Resource, refusals: Refusals): void => {
      for (const { at, problem, rests = [] } of refusals) {
        if (hasStandIn(at.text ?? '')) continue;
        report(
          at,
          'refused',
          { path: inWords(at.path), kind: resource.kind, name: resource.name, problem },
          { rests, case: caseFor(graph, resource) },
        );
      }
    };
    for (const resource of graph.resources) told(resource, nameRefusals(resource));
    for (const { group, kind } of validatedKinds)
      for (const resource of graph.ofKind(kind, group)) {
        const problems = problemsIn(graph, resource) ?? [];
        // What has not the right types is refused before anything else of it is looked at.
        if (!resource.isReadable || problems.some(({ keyword }) => keyword === 'type')) continue;
        const misspelt = new Set(
          problems.flatMap(({ keyword, path }) =>
            keyword === 'unknown' ? [JSON.stringify(path.slice(0, -1))] : [],
          ),
        );
        // What is absent may be there under a name that nobody knows.
        const isAbsent = ({ exists, path }: Field): boolean =>
          !exists && misspelt.has(JSON.stringify(path.slice(0, -1)));
        told(
          resource,
          [...specRefusals(resource)].filter(({ at }) => !isAbsent(at)),
        );
      }
  },
});

/** Whether an object comes with no Rollout: what is said of it then is information. */
function caseFor(graph: Graph, resource: Resource): 'untouched' | undefined {
  return graph.hasBeside(resource, kinds.rollout) ? undefined : caseOf(graph, resource);
}
