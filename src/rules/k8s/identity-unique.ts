import { sortedJson } from '../../kubernetes/objects/json.js';
import type { Resource } from '../../model/resource.js';
import { knownVersions } from '../../kubernetes/schemas/load.js';
import { applicationsTwice } from '../facts/argocd/applications-twice.js';
import { namedTwice } from '../facts/rollout/named-twice.js';
import { type RuleContext, typedRule } from '../rule.js';
import type { Graph } from '../../repository/graph/graph.js';

export default typedRule({
  meta: {
    name: 'k8s/identity-unique',
    description:
      'Require each object to be defined only once among the manifests that are deployed together.',
    why: 'The last definition applied wins and the others are lost (Argo CD: RepeatedResourceWarning); kustomize build fails.',
    consequence: 'not-deployed',
    severity: 'error',
    otherwise: {
      oneFile: {
        when: 'In a file that no kustomization or Application is known to deploy',
        consequence: 'not-deployed',
        why: 'Applying the whole file leaves only the last definition.',
        severity: 'warning',
      },
      oneFolder: {
        when: 'In two files of a folder that no kustomization or Application is known to deploy, for an object that a Rollout of the folder names',
        consequence: 'not-deployed',
        why: 'Applying the folder applies its files in the order of their names, so the last definition takes the place of the others.',
        severity: 'warning',
      },
      applications: {
        when: 'For Applications in several files of a folder that no kustomization or Application is known to deploy',
        consequence: 'not-deployed',
        why: 'The Application that is applied last takes the place of the others, and with prune its sync removes what they have deployed.',
        severity: 'info',
      },
      generated: {
        when: 'For Applications of an ApplicationSet',
        consequence: 'not-deployed',
        why: 'The controller of ApplicationSets reports the condition ErrorOccurred ("contains applications with duplicate name"), and at most one of the Applications is created.',
        severity: 'error',
      },
    },
    messages: {
      generated:
        'ApplicationSet "{set}" gives the name "{name}" to {count} Applications; put a value that its generators give to each of them into the name.',
      applications:
        'Application "{name}" of namespace "{namespace}" is defined here and for another destination in {other}, so the one that is applied last takes the place of the other; give them different names.',
      repeated: '{kind} "{name}"{namespace} is defined here and in {other}; keep one.',
      differs:
        '{kind} "{name}"{namespace}, which Rollout "{rollout}" names, is defined here and otherwise in {other} of the same folder; keep one.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#fail-the-sync-if-a-shared-resource-is-found',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/types.go',
    ],
  },

  check({ graph, report }) {
    for (const { set, name, count } of graph.repeatedApplications) {
      const field = set.at('spec', 'template', 'metadata', 'name');
      const rests = [set.at('spec', 'generators')];
      report(field, 'generated', { set: set.name, name, count }, { case: 'generated', rests, atKey: true });
    }
    for (const [first, ...others] of graph.repeated())
      for (const other of others) {
        // Several files often declare the same namespace with equal content.
        if (other.kind === 'Namespace' && sortedJson(first!.at().value) === sortedJson(other.at().value))
          continue;
        // If one of two versions is no longer served, the API server accepts only the other; schema/version-served covers the first.
        if (first!.version !== other.version && ![first!, other].every(isServed)) continue;
        const { source, kind, name } = other;
        const namespace = kind === 'Namespace' ? undefined : graph.namespace(other);
        report(
          other.at('metadata', 'name'),
          'repeated',
          {
            kind,
            name,
            namespace: namespace === undefined ? '' : ` of namespace "${namespace}"`,
            other: first!.source === source ? 'an earlier document of this file' : first!.source.name,
          },
          {
            related: [{ at: first!.at('metadata', 'name'), message: 'defined first' }],
            case: graph.isDeployed(other) ? undefined : 'oneFile',
          },
        );
      }
    reportApplications(graph, report);
    for (const { rollout, definitions } of namedTwice(graph)) {
      const [first, ...others] = definitions;
      const other = others.findLast(({ source }) => source !== first!.source);
      if (!other || (first!.version !== other.version && ![first!, other].every(isServed))) continue;
      const namespace = graph.namespace(other);
      report(
        other.at('metadata', 'name'),
        'differs',
        {
          ...{ kind: other.kind, name: other.name, rollout: rollout.name },
          namespace: namespace === undefined ? '' : ` of namespace "${namespace}"`,
          other: first!.source.name,
        },
        {
          case: 'oneFolder',
          related: [
            { at: first!.at('metadata', 'name'), message: 'defined first' },
            { at: rollout, message: 'names it' },
          ],
        },
      );
    }
  },
});

function isServed({ group, kind, version }: Resource): boolean {
  const versions = knownVersions(group, kind);
  return versions.length === 0 || versions.includes(version);
}

function reportApplications(
  graph: Graph,
  report: RuleContext<'applications', 'applications'>['report'],
): void {
  for (const [first, ...others] of applicationsTwice(graph))
    for (const other of others)
      report(
        other.at('metadata', 'name'),
        'applications',
        {
          ...{ name: other.name, namespace: other.at('metadata', 'namespace').text },
          other: first!.source.name,
        },
        {
          case: 'applications',
          related: [{ at: first!.at('metadata', 'name'), message: 'defined first' }],
        },
      );
}
