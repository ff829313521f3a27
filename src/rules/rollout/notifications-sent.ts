import type { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { titled } from '../choices.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/notifications-sent',
    description:
      'Require the triggers that a Rollout subscribes to to be defined where its controller reads them.',
    why: 'The Rollouts controller looks for a trigger by the name of each event, such as "on-rollout-aborted", in its own ConfigMap. Where it finds none, it sends nothing and reports no error.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      event:
        'Rollout "{rollout}" subscribes to trigger "{trigger}", which no event starts: all names of triggers begin with "on-"; {advice}.',
      unknown:
        'Rollout "{rollout}" subscribes to trigger "{trigger}", which ConfigMap "{config}" does not define; {advice}.',
      ofArgoCd:
        'Trigger "{trigger}" of ConfigMap "argocd-notifications-cm" asks for a rollout, but Argo CD gives its triggers Applications alone, and the Rollouts controller does not read this ConfigMap; move it to ConfigMap "{config}" in the namespace of that controller.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/notifications/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/record/record.go',
      'https://github.com/argoproj/notifications-engine/blob/master/pkg/subscriptions/annotations.go',
    ],
  },

  *check({ graph, report }) {
    for (const rollout of graph.rollouts) {
      yield rollout;
      for (const entry of rollout.at('metadata', 'annotations').entries)
        reportSubscription(graph, rollout, entry, report);
    }
    for (const config of graph.ofKind('ConfigMap', '')) {
      if (config.name !== 'argocd-notifications-cm') continue;
      yield config;
      for (const { key, trigger, field } of triggersIn(config)) {
        const text = field.text ?? '';
        if (!/\brollout\.\w/.test(text) || /\bapp\.\w/.test(text)) continue;
        report(field, 'ofArgoCd', { trigger, config: configName }, { atKey: true, once: key });
      }
    }
  },
});

type Report = RuleContext<'event' | 'unknown' | 'ofArgoCd'>['report'];

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/record/record.go (NotificationConfigMap) */
const configName = 'argo-rollouts-notification-configmap';

/** The triggers that upstream's own manifest defines, which may have been installed beside what is in Git. */
const installed: readonly string[] = [
  'on-analysis-run-error',
  'on-analysis-run-failed',
  'on-analysis-run-running',
  'on-rollout-aborted',
  'on-rollout-completed',
  'on-rollout-paused',
  'on-rollout-step-completed',
  'on-rollout-updated',
  'on-scaling-replica-set',
];

const subscribePrefix = 'notifications.argoproj.io/subscribe.';

function reportSubscription(graph: Graph, rollout: Resource, entry: Field, report: Report): void {
  const key = String(entry.key);
  if (!key.startsWith(subscribePrefix) || isPlaceholder(key)) return;
  const parts = key.slice(subscribePrefix.length).split('.');
  const [trigger = ''] = parts;
  // With the name of a service alone, the triggers are those of the configuration.
  if (parts.length < 2 || trigger === '') return;
  const configs = configsOf(graph);
  const defined = new Set(configs.flatMap((config) => triggersIn(config).map((one) => one.trigger)));
  const known = new Set([...defined, ...installed]);
  const isEvent = trigger.startsWith('on-');
  if (isEvent && (defined.size === 0 || known.has(trigger))) return;
  const meant = known.has(`on-${trigger}`) ? `on-${trigger}` : nearestName(trigger, known);
  report(
    entry,
    isEvent ? 'unknown' : 'event',
    {
      ...{ rollout: rollout.name, trigger, config: configName },
      advice: meant === undefined ? 'name the trigger of an event' : `write "${meant}"`,
    },
    {
      atKey: true,
      related: configs.slice(0, 1).map((at) => ({ at, message: 'has the triggers' })),
      fix: () => (meant === undefined ? undefined : withTrigger(rollout, entry, [trigger, meant])),
      complete: configs.map((config) => config.at('data')),
    },
  );
}

/** The annotation with another trigger. */
function withTrigger(rollout: Resource, entry: Field, [from, to]: readonly [string, string]): ProposedFix {
  const key = String(entry.key).replace(`${subscribePrefix}${from}.`, `${subscribePrefix}${to}.`);
  const fix = titled(
    `Subscribe to "${to}".`,
    { field: rollout.at('metadata', 'annotations', key), value: entry.value },
    { field: entry, value: undefined },
  );
  return { ...fix, isUnsafe: true };
}

/** The ConfigMaps that a controller may read: its own and, if that is on, those of namespaces. */
const configsOf = memoize((graph: Graph): readonly Resource[] =>
  graph.ofKind('ConfigMap', '').filter((config) => config.name === configName && config.isReadable),
);

interface Trigger {
  readonly key: string;
  readonly trigger: string;
  readonly field: Field;
}

function triggersIn(config: Resource): readonly Trigger[] {
  return config.at('data').entries.flatMap((field) => {
    const key = String(field.key);
    return key.startsWith('trigger.') ? [{ key, trigger: key.slice('trigger.'.length), field }] : [];
  });
}
