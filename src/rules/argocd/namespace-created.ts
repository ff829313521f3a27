import { destinationNamespace, isApplication, syncOptions } from '../../kubernetes/kinds/application.js';
import { isNamespaced } from '../../kubernetes/kinds/cluster-kinds.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { memoize } from '../../model/memo.js';
import { mentionsNamespace } from '../../model/mentions.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { editDistance } from '../../model/nearest-name.js';
import { titled } from '../choices.js';
import { addedTo } from '../fixes.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/namespace-created',
    description: 'Require the namespace of an Application to be created by it or by the repository.',
    why: 'Argo CD creates no namespace unless it is told to. While the namespace does not exist, the API server rejects each object of the Application (namespaces "…" not found), and the sync fails.',
    consequence: 'not-deployed',
    severity: 'info',
    otherwise: {
      misspelled: {
        when: 'For a namespace that Argo CD creates under nearly the name of one that each cluster has',
        consequence: 'not-deployed',
        why: 'Argo CD creates the namespace with the wrong name and deploys all objects there, where no other program looks for them.',
        severity: 'warning',
      },
    },
    fixes: ['choice'],
    messages: {
      misspelled:
        'Application "{application}" creates namespace "{namespace}" and deploys there; did you mean "{meant}"?',
      off: 'Namespace "{namespace}" of Application "{application}"{more} is created by no manifest or script of the repository, and a sync fails while it does not exist; change "CreateNamespace=false" to "CreateNamespace=true" in syncOptions, or add the namespace.',
      unknown:
        'Namespace "{namespace}" of Application "{application}"{more} is created by no manifest or script of the repository, and a sync fails while it does not exist; add "CreateNamespace=true" to syncOptions.',
      other:
        'Namespace "{namespace}", where Git puts {kind} "{name}" of Application "{application}", is created by no manifest or script of the repository, and a sync fails while it does not exist; add a manifest of it, because "CreateNamespace=true" creates only "{own}".',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#create-namespace',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync_namespace.go',
    ],
  },

  check({ graph, report }) {
    const byNamespace = new Map<string, Resource[]>();
    for (const application of graph.ofKind('Application').filter(isApplication)) {
      const namespace = destinationNamespace(application) ?? '';
      // Another part of the repository may create it, so all of it has to be there.
      if (!graph.isInWholeClone(application)) continue;
      if (graph.isSetAside(application.source)) continue;
      if (namespace === '' || isPlaceholder(namespace) || ofEachCluster.has(namespace)) continue;
      byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), application]);
    }
    // Each of them is looked for in all files.
    for (const [namespace, applications] of [...byNamespace].slice(0, mostNamespaces)) {
      const [first, ...others] = applications
        .filter((one) => deploysTo(graph, one, namespace))
        .sort(byFixedOrder);
      if (!first || applications.some(createsNamespace) || isCreated(graph, namespace)) continue;
      const off = syncOptions(first.at()).find(({ text }) => text === 'CreateNamespace=false');
      report(
        first.at('spec', 'destination', 'namespace'),
        off ? 'off' : 'unknown',
        {
          ...{ application: first.name, namespace },
          more: others.length === 0 ? '' : ` and ${others.length} more`,
        },
        { rests: [first.at('spec', 'syncPolicy')], choices: () => [creating(first, off)] },
      );
    }
    for (const [namespace, applications] of byNamespace) {
      const meant = misspelled(namespace);
      const first = applications.filter(createsNamespace).sort(byFixedOrder)[0];
      if (first && meant !== undefined && !declared(graph).has(namespace))
        report(
          first.at('spec', 'destination', 'namespace'),
          'misspelled',
          { application: first.name, namespace, meant },
          { case: 'misspelled', choices: () => [withNamespace(first, meant)] },
        );
    }
    reportOthers({ graph, report });
  },
});

/** The namespace of each cluster that a name without one letter, or with a wrong one, stands for. */
function misspelled(namespace: string): string | undefined {
  return ['default', 'kube-system'].find(
    (name) =>
      namespace.length <= name.length &&
      /^[a-z-]+$/.test(namespace) &&
      editDistance(namespace, name, 2) === 1,
  );
}

function withNamespace(application: Resource, meant: string): ProposedFix | undefined {
  return titled(`Write "${meant}".`, {
    field: application.at('spec', 'destination', 'namespace'),
    value: meant,
  });
}

/** Reports namespaces that workloads have in Git, and that are those of no destination. */
function reportOthers({ graph, report }: Pick<RuleContext<'other'>, 'graph' | 'report'>): void {
  const destinations = new Set(graph.allApplications.map(destinationNamespace));
  const told = new Set<string>();
  for (const kind of kindsOfPrograms)
    for (const resource of graph.ofKind(kind)) {
      const [application] = graph.applications(resource);
      if (!application || !graph.isInWholeClone(application) || graph.isSetAside(resource.source)) continue;
      const [as, ...others] = graph.deployedAs(application, resource);
      const [namespace, own] = [as?.namespace ?? '', destinationNamespace(application) ?? ''];
      if (others.length > 0 || namespace === '' || own === '' || told.size === mostNamespaces) continue;
      if (told.has(namespace) || destinations.has(namespace) || ofEachCluster.has(namespace)) continue;
      if (isPlaceholder(`${namespace} ${own}`) || isCreated(graph, namespace)) continue;
      told.add(namespace);
      const written = resource.at('metadata', 'namespace');
      report(
        application.at('spec', 'destination', 'namespace'),
        'other',
        { namespace, kind, name: resource.name, application: application.name, own },
        { related: [{ at: written.exists ? written : resource, message: 'deployed there' }] },
      );
    }
}

/** What an application consists of; other objects often go to the namespaces of tools. */
const kindsOfPrograms = ['Rollout', 'Deployment', 'StatefulSet'] as const;

/** Has an Application create its namespace. */
function creating(application: Resource, off: Field | undefined): ProposedFix | undefined {
  const option = 'CreateNamespace=true';
  return off
    ? titled(`Write "${option}".`, { field: off, value: option })
    : addedTo(application.at('spec', 'syncPolicy', 'syncOptions'), option, 'unsafe');
}

/** Namespaces that each cluster has, and those of Argo CD itself. */
const ofEachCluster: ReadonlySet<string> = new Set([
  ...['default', 'kube-system', 'kube-public', 'kube-node-lease', 'argocd', 'argo-cd', 'openshift-gitops'],
]);

function createsNamespace(application: Resource): boolean {
  return syncOptions(application.at()).some(
    ({ text }) => text === undefined || text === 'CreateNamespace=true',
  );
}

/** Whether an Application deploys objects of the repository to a namespace. */
function deploysTo(graph: Graph, application: Resource, namespace: string): boolean {
  if (application.at('metadata', 'namespace').text === namespace) return false;
  const deployed = graph.deployedBy(application);
  const isOfChart = graph.sourceFolders(application).some(({ type }) => type === 'helm');
  // What is not rendered may be anything.
  if (isOfChart) return deployed.length === 0 || deployed.some(isNamespaced);
  return deployed
    .filter(isNamespaced)
    .some((resource) =>
      graph
        .deployedAs(application, resource)
        .every((as) => as.namespace === namespace && as.name !== undefined),
    );
}

const mostNamespaces = 20;

/** Among more scripts a name is not looked for. */
const mostObjects = 500;

/** The namespaces that manifests declare, also those that nothing deploys. */
const declared = memoize(
  (graph: Graph): ReadonlySet<string> =>
    new Set(
      graph.given
        .filter(({ kind }) => kind === 'Namespace' || kind === 'Project')
        .flatMap((one) => [one.name, ...graph.deployedNames(one)]),
    ),
);

/** Whether a manifest, a script or a file that is not read as one may create a namespace. */
function isCreated(graph: Graph, namespace: string): boolean {
  if (declared(graph).has(namespace) || graph.commandFiles.length > mostObjects) return true;
  const isNamed = (text: string): boolean => text.includes(namespace);
  if (graph.commandFiles.some((script) => makes.test(script.read()) && isNamed(script.read()))) return true;
  return graph.someText((text) => isNamed(text) && mentionsNamespace(text));
}

const makes = /\bcreate\s{1,9}(?:ns|namespace)\b|--create-namespace|\bkind:\s{0,9}Namespace\b/;
