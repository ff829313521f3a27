import { rbacGroup } from '../../kubernetes/kinds/rbac.js';
import { containers, serviceAccountField } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Graph } from '../../repository/graph/graph.js';
import { memoize } from '../../model/memo.js';
import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/jobs-permitted',
    description: 'Require the Job of a metric that calls the API server to run as an account that may.',
    why: 'Pods without serviceAccountName run as the account "default" of their namespace, which has no permissions unless a role is bound to it. The API server forbids the call, the Job fails, and the controller aborts the update of a good version; a script that ignores the error measures nothing.',
    consequence: 'analysis-void',
    severity: 'warning',
    messages: {
      kubectl:
        'The Job of metric "{metric}" runs kubectl as ServiceAccount "default", to which no RoleBinding among the files grants anything; set serviceAccountName to an account with a Role for what it reads.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/job/',
      'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#service-account-permissions',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const { field, name } of metricsOf(template)) {
        const pods = field.at('provider', 'job', 'spec', 'template');
        const command = pods.exists ? containers(pods).flatMap(commandsOf)[0] : undefined;
        if (!command) continue;
        const account = serviceAccountField(pods);
        if (account.exists && account.text !== 'default') continue;
        if (mayBeBound(graph)) continue;
        report(
          pods.at('spec'),
          'kubectl',
          { metric: name },
          {
            atKey: true,
            related: [{ at: command, message: 'calls the API server' }],
          },
        );
      }
    }
  },
});

/** What a container runs that calls the API server with the credentials of its pod: kubectl without a configuration of its own. */
function commandsOf(container: Field): readonly Field[] {
  const words = ['command', 'args'].flatMap((key) => container.at(key).items);
  const texts = words.map(({ text }) => text ?? '');
  const all = texts.join(' ');
  if (all.length > longestCommand || /--(?:kubeconfig|token|as)\b|KUBECONFIG/.test(all)) return [];
  if (container.at('env').items.some((variable) => variable.at('name').text === 'KUBECONFIG')) return [];
  const called = words.find((_, index) => kubectl.test(texts[index] ?? ''));
  // A script has variables of its own in it, which nothing else fills in: the list stands for it.
  return called?.parent ? [called.parent] : [];
}

/** Longer commands are not read. */
const longestCommand = 20_000;
/** Commands that ask the API server. */
const kubectl =
  /(?:^|[\s;|&(`])kubectl [^\n;|&]{0,80}\b(?:get|wait|rollout|describe|logs|exec|top|patch|scale|apply|delete|argo)\b|^kubectl$/m;

/** Whether a binding among the files may grant something to the account "default", or to all accounts. */
const mayBeBound = memoize((graph: Graph): boolean =>
  ['RoleBinding', 'ClusterRoleBinding'].some((kind) =>
    graph.ofKind(kind, rbacGroup).some((binding) => {
      const subjects = binding.at('subjects').items;
      return subjects.some(
        (subject) => subject.at('kind').text !== 'ServiceAccount' || subject.at('name').text === 'default',
      );
    }),
  ),
);
