import { ignoreRules, isMeant, type IgnoreRule } from '../../argocd/ignore.js';
import type { Graph } from '../../graph/graph.js';
import { isApplication } from '../../kinds/application.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Identity, Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'argocd/ignore-rule-matches',
    description: 'Require an ignoreDifferences entry to match an object that the Application deploys.',
    why: 'Argo CD skips an entry that matches nothing without a word, so the differences it was written for count.',
    severity: 'error',
    messages: {
      group:
        'The group "{group}" matches no {kind} that Application "{application}" deploys; theirs is "{right}".',
      groupMissing:
        'Without a group this entry means the core group, and {kind} is of "{right}"; set group to "{right}".',
      version: 'The group "{group}" contains a version; Argo CD compares it with the group alone, "{right}".',
      kind: 'Application "{application}" deploys no kind "{kind}"; the kind is spelt "{right}".',
      name: 'Application "{application}" deploys no {kind} "{name}"; it deploys {known}.',
      namespace:
        'Application "{application}" deploys {kind} "{name}" to namespace "{right}", not "{namespace}".',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/ignore.go',
    ],
  },

  check({ graph, report }) {
    for (const application of graph.ofKind('Application').filter(isApplication)) {
      const rules = ignoreRules(application);
      if (rules.length === 0) continue;
      const deployed = graph.deployedBy(application).map((resource) => identityOf(graph, resource));
      if (deployed.length === 0) continue; // What it deploys is not among the files given.
      for (const rule of rules) {
        if (deployed.some((identity) => isMeant(rule, identity))) continue;
        const mistake = nearMiss(rule, deployed);
        if (!mistake) continue; // Meant for kinds that are not here: boilerplate, or made by something else.
        report(mistake.at, mistake.message, {
          application: application.name,
          group: rule.group.text,
          kind: rule.kind.text,
          name: rule.name.text,
          namespace: rule.namespace.text,
          ...mistake.data,
        });
      }
    }
  },
});

type Message = 'group' | 'groupMissing' | 'version' | 'kind' | 'name' | 'namespace';

interface Mistake {
  readonly at: Field;
  readonly message: Message;
  readonly data: Readonly<Record<string, string>>;
}

/** The one field that keeps an entry from matching something that is deployed. */
function nearMiss(rule: IgnoreRule, deployed: readonly Identity[]): Mistake | undefined {
  const { group, kind, name, namespace } = rule;
  const kindText = kind.text ?? '';
  if (/[*?[{]/.test(kindText + (group.text ?? ''))) return undefined;
  const isNamed = (identity: Identity): boolean => name.text === undefined || name.text === identity.name;

  const sameKind = deployed.filter((identity) => identity.kind === kindText);
  const sameType = sameKind.filter((identity) => identity.group === (group.text ?? ''));
  if (sameType.length > 0) {
    const named = sameType.find(isNamed);
    if (named)
      return {
        at: namespace,
        message: 'namespace',
        data: { name: named.name, right: named.namespace ?? '' },
      };
    const known = [...new Set(sameType.map((identity) => `"${identity.name}"`))].sort().join(', ');
    return { at: name, message: 'name', data: { known } };
  }
  const otherGroup = sameKind.find(isNamed) ?? sameKind[0];
  if (otherGroup) {
    const data = { right: otherGroup.group };
    if (group.text === undefined) return { at: group, message: 'groupMissing', data };
    if (group.text.includes('/')) return { at: group, message: 'version', data };
    return { at: group, message: 'group', data };
  }
  const right = nearestName(kindText, new Set(deployed.map((identity) => identity.kind)));
  return right === undefined || !isPlausible(kindText, right)
    ? undefined
    : { at: kind, message: 'kind', data: { right } };
}

/** `Service` and `ServiceEntry` are near in letters and two kinds: only what is no kind by itself is misspelt. */
function isPlausible(written: string, right: string): boolean {
  return !knownKinds.has(written) || written.toLowerCase() === right.toLowerCase();
}

/** Kinds that an entry may mean although the Application deploys none of them. */
const knownKinds: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'Service',
  'ServiceEntry',
  'ServiceAccount',
  'Ingress',
  'IngressClass',
  'Secret',
  'ConfigMap',
  'Role',
  'RoleBinding',
  'ClusterRole',
  'ClusterRoleBinding',
  'Job',
  'CronJob',
  'Rollout',
  'Route',
  'HTTPRoute',
  'GRPCRoute',
  'TCPRoute',
  'TLSRoute',
  'Gateway',
  'VirtualService',
  'DestinationRule',
  'Application',
  'ApplicationSet',
  'Certificate',
  'Issuer',
  'Node',
  'Pod',
]);

function identityOf(graph: Graph, resource: Resource): Identity {
  const { group, version, kind, name } = resource;
  return { group, version, kind, name, namespace: graph.namespace(resource) };
}
