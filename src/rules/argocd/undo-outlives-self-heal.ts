import { applicationSettings } from '../../argocd/application-settings.js';
import { defaultArgoCdVersion } from '../../argocd/version.js';
import { mayIgnore } from '../../argocd/ignore.js';
import type { JsonMap } from '../../argocd/json.js';
import { derived } from '../../cluster/derived.js';
import type { Graph } from '../../graph/graph.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'argocd/undo-outlives-self-heal',
    description:
      'Require a job that puts an earlier version back to do so in Git, where an Application heals itself.',
    why: 'It patches the pod template in the cluster. Self-heal finds it OutOfSync and applies the version of Git again, within seconds: what was to be rolled back is rolled out anew. An abort stays, for it stands in the status.',
    severity: 'warning',
    messages: {
      healed:
        '"{command}" lasts until Application "{application}" heals Rollout "{rollout}"; change Git in its place, as "rolloutkit rollback {rollout} --commit" does.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/#automatic-self-healing',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/undo/undo.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/set/set_image.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/abort/abort.go',
    ],
  },

  check({ graph, report }) {
    for (const job of kinds.flatMap((kind) => graph.ofKind(kind))) {
      if (!mayUndo(job.source)) continue;
      const itsNamespace = graph.namespace(job);
      for (const { at, words, name, namespace = itsNamespace } of commandsIn(job.at())) {
        const target = healedAs(graph, name, namespace);
        if (!target) continue;
        const { rollout, application } = target;
        const selfHeal = application.at('spec', 'syncPolicy', 'automated', 'selfHeal');
        report(
          at,
          'healed',
          { command: words, application: application.name, rollout: rollout.name },
          { related: [{ at: selfHeal, message: 'heals what differs from Git' }] },
        );
      }
    }
  },
});

/** What runs commands by itself. A person who calls one has Argo CD before their eyes. */
const kinds = [
  'Job',
  'CronJob',
  'Workflow',
  'CronWorkflow',
  'WorkflowTemplate',
  'ClusterWorkflowTemplate',
  'Task',
  'TaskRun',
  'Pipeline',
  'PipelineRun',
  'AnalysisTemplate',
  'ClusterAnalysisTemplate',
];

interface Healed {
  readonly rollout: Resource;
  readonly application: Resource;
}

/** The Rollout of a name whose pod template self-heal takes back to what Git has. */
function healedAs(graph: Graph, name: string, namespace: string | undefined): Healed | undefined {
  for (const rollout of graph.rollouts) {
    if (rollout.name !== name) continue;
    const own = graph.namespace(rollout);
    if (namespace !== undefined && own !== undefined && own !== namespace) continue;
    const application = graph.applications(rollout).find((other) => isHealedBy(graph, rollout, other));
    if (application) return { rollout, application };
  }
  return undefined;
}

function isHealedBy(graph: Graph, rollout: Resource, application: Resource): boolean {
  if (applicationSettings(application, defaultArgoCdVersion).automated?.selfHeal !== true) return false;
  const template = graph.podTemplate(rollout);
  if (!template) return false;
  const { group, kind } = template.resource;
  const part = { spec: { template: template.value } } as JsonMap;
  return !graph
    .deployedAs(application, template.resource)
    .some(({ name, namespace }) => mayIgnore(application, { group, kind, name, namespace }, part));
}

/** To look into a document parses it, and nearly none has such a command. */
const mayUndo = derived((source: Source): boolean => {
  try {
    const text = source.read();
    const start = text.indexOf('rollouts');
    return start !== -1 && /undo|image/.test(text.slice(start));
  } catch {
    return false;
  }
});

interface Command {
  readonly at: Field;
  readonly words: string;
  /** The Rollout that is meant. */
  readonly name: string;
  readonly namespace?: string;
}

/** The commands that put another version into the cluster, in scripts and in lists of arguments. */
function* commandsIn(field: Field): Iterable<Command> {
  const { text } = field;
  if (text !== undefined) for (const command of commands(text)) yield { at: field, ...command };
  const lists = ['command', 'args'].map((key) => field.at(key)).filter(({ shape }) => shape === 'list');
  const words = lists.flatMap(({ items }) => items);
  if (words.every((word) => !/\s/.test(word.text ?? ''))) {
    const at = words.find((word) => word.text === 'undo' || word.text === 'image');
    if (at)
      for (const command of commands(words.map((word) => word.text ?? '').join(' ')))
        yield { at, ...command };
  }
  for (const child of [...field.entries, ...field.items]) yield* commandsIn(child);
}

/** `kubectl argo rollouts undo checkout`, `kubectl-argo-rollouts set image checkout web=web:1`. */
function* commands(script: string): Iterable<Omit<Command, 'at'>> {
  for (const command of script.replaceAll(/\\\r?\n/g, ' ').split(/[;&|\n]/)) {
    const start = command.search(/\bkubectl[ -]argo[ -]rollouts\b/);
    if (start === -1) continue;
    const [words, before = '', rest = ''] =
      /^kubectl.argo.rollouts(.*?)\s(?:undo|set\s+image)\s(.*)$/s.exec(command.slice(start)) ?? [];
    if (words === undefined) continue;
    const flags = `${before} ${rest}`;
    const namespace = /(?:^|\s)(?:-n|--namespace)[ =]?\s*([\w.-]+)/.exec(flags)?.[1];
    const name = rest
      .replaceAll(
        /(?:^|\s)(?:-n|--namespace|--to-revision|--context|--kubeconfig|--cluster|--user)(?:\s+|=)\S+/g,
        ' ',
      )
      .split(/\s+/)
      .find((word) => word !== '' && !word.startsWith('-'));
    if (name === undefined || !/^[a-z0-9][\w.-]*$/.test(name)) continue;
    yield {
      words: words.trim().replaceAll(/\s+/g, ' '),
      name,
      ...(namespace === undefined ? {} : { namespace }),
    };
  }
}
