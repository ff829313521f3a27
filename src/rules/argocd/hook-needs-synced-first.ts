import type { Graph } from '../../repository/graph/graph.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import { configReferences, podTemplate, serviceAccountField } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { comesBefore, firstSync, type FirstSync, syncText, waveOf } from '../facts/argocd/first-sync.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/hook-needs-synced-first',
    description: 'Require what the pods of a hook need to be synced before the hook.',
    why: 'In the first sync the object does not exist yet, so the pod of the hook does not start (CreateContainerConfigError, FailedMount or FailedCreate). Argo CD waits for the hook before it applies anything else, so it never gets to the object. In later syncs the hook runs with the object of the sync before.',
    consequence: 'not-deployed',
    severity: 'warning',
    messages: {
      later:
        '{hookKind} "{hook}" runs in {own} of a sync, before {kind} "{name}" in {when}, which its pod needs, so the first sync of {deployer} never ends; apply it before the hook, as a hook with a lower sync-wave, or run the hook after the sync.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go',
      'https://helm.sh/docs/topics/charts_hooks/#the-available-hooks',
    ],
  },

  *check({ graph, report }) {
    for (const kind of ['Job', 'Pod'])
      for (const hook of graph.ofKind(kind, kind === 'Job' ? 'batch' : '')) {
        yield hook;
        const order = syncOrderOf(hook).isHook ? firstSync(hook) : undefined;
        if (order) reportNeeded(hook, order, { graph, report });
      }
  },
});

function reportNeeded(
  hook: Resource,
  own: FirstSync,
  { graph, report }: Pick<RuleContext<'later'>, 'graph' | 'report'>,
): void {
  const template = podTemplate(hook);
  const told = new Set<Resource>();
  for (const reference of template ? neededByPods(template) : []) {
    const [needed, ...others] = graph.resolve(reference).found;
    if (!needed || others.length > 0 || told.has(needed)) continue;
    const order = firstSync(needed);
    const deployer = order && comesBefore(own, order) ? commonDeployer(graph, hook, needed) : undefined;
    if (!order || deployer === undefined) continue;
    told.add(needed);
    report(
      waveOf(hook) ?? reference.from,
      'later',
      {
        ...{ hookKind: hook.kind, hook: hook.name, kind: needed.kind, name: needed.name, deployer },
        ...{ own: syncText(own, order), when: syncText(order, own) },
      },
      {
        rests: [reference.from],
        complete: [hook, needed].map((one) => one.at('metadata', 'annotations')),
        related: [
          { at: reference.from, message: 'needed here' },
          { at: needed, message: `applied in ${syncText(order, own)}` },
        ],
      },
    );
  }
}

/** What the pods of a hook cannot start without. */
function neededByPods(template: Field): readonly Reference[] {
  const account = serviceAccountField(template);
  const isOwn = account.text !== undefined && account.text !== 'default';
  return [
    ...configReferences(template).filter(({ isOptional }) => !isOptional),
    ...(isOwn ? [{ from: account, to: { ...kinds.serviceAccount, name: account.text } }] : []),
  ];
}

/** The Application, or the release of a chart, that deploys both, as messages name it. */
function commonDeployer(graph: Graph, hook: Resource, needed: Resource): string | undefined {
  const own = graph.applications(hook);
  const application = graph.applications(needed).find((one) => own.includes(one));
  if (application) return `Application "${application.name}"`;
  const isOfHelm = hook.at('metadata', 'annotations', 'helm.sh/hook').exists;
  return isOfHelm && own.length === 0 && graph.areDeployedTogether(hook, needed) ? 'the chart' : undefined;
}
