import { memoize } from '../../model/memo.js';
import { applicationSettings, type Automated } from '../../argocd/application-settings.js';
import { argoOf } from '../facts/argocd/moments.js';
import type { JsonMap } from '../../kubernetes/objects/json.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import { presentText } from '../../model/lines.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { isSettled } from '../../play/drift/settled.js';
import { typedRule } from '../rule.js';
import { type Command, commandsIn } from '../facts/argocd/commands.js';

export default typedRule({
  meta: {
    name: 'argocd/undo-outlives-self-heal',
    description:
      'Require a job, pipeline or script to restore an earlier version in Git if an Application self-heals.',
    why: 'The command patches the pod template in the cluster. Self-heal finds the Rollout OutOfSync and applies the version in Git again within seconds, so the version that was rolled back is rolled out again. An abort persists, because it is kept in the status.',
    consequence: 'overwritten',
    severity: 'warning',
    otherwise: {
      refused: {
        when: 'If Argo CD itself rolls back',
        consequence: 'no-effect',
        why: 'Argo CD refuses to roll back an Application that is synced automatically: the command fails, and the new version stays.',
      },
      unable: {
        when: 'If kubectl undoes a Rollout',
        consequence: 'no-effect',
        why: 'kubectl can undo Deployments, DaemonSets and StatefulSets and nothing else: the command fails, and the new version stays.',
      },
    },
    messages: {
      healed:
        '"{command}" lasts only until Application "{application}" self-heals {kind} "{name}"; change Git instead, as "rolloutkit rollback {rollout} --commit" does.',
      replaced:
        '"{command}" lasts only until Application "{application}" self-heals {kind} "{name}"; set the image in Git instead.',
      refused:
        '"{command}" is refused, because Application "{application}" syncs automatically; change Git instead, as "rolloutkit rollback --commit" does.',
      unable:
        '"{command}" fails, because kubectl cannot undo a Rollout; use "kubectl argo rollouts undo {rollout}", or "rolloutkit rollback {rollout} --commit" if Argo CD deploys it.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/#automatic-self-healing',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/server/application/application.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/undo/undo.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/set/set_image.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/abort/abort.go',
      'https://github.com/kubernetes/kubectl/blob/v0.37.0/pkg/polymorphichelpers/rollback.go',
    ],
  },

  check({ graph, report }) {
    const tell = (command: Command, at: Field | undefined, source: Source, namespace?: string): void => {
      const fault = faultOf(graph, command, namespace);
      if (!fault) return;
      const { by, data } = fault;
      const isImage = fault.message === 'healed' && command.words.includes(' set image ');
      const message = isImage ? 'replaced' : fault.message;
      const place = { source, start: command.start, end: command.end };
      report(
        at ?? by,
        message,
        { command: command.words, ...data },
        {
          ...(at ? {} : { place }),
          ...(message === 'healed' || message === 'replaced' ? {} : { case: message }),
          related: message === 'unable' ? [] : [{ at: by, message: reasons[message] }],
        },
      );
    };
    for (const job of runnerKinds.flatMap((kind) => graph.ofKind(kind))) {
      if (!mayUndo(job.source)) continue;
      for (const { at, command } of commandsOf(job.at())) tell(command, at, job.source, graph.namespace(job));
    }
    if (graph.rollouts.length === 0 || graph.allApplications.length === 0) return;
    for (const source of graph.commandFiles)
      for (const command of fileCommands(source)) tell(command, undefined, source);
  },
});

const reasons = {
  healed: 'heals what differs from Git',
  replaced: 'heals what differs from Git',
  refused: 'is synced automatically',
} as const;

/** Kinds that run commands in a cluster. */
const runnerKinds = [
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

interface UndoFault {
  readonly message: 'healed' | 'replaced' | 'refused' | 'unable';
  /** The field that causes it. */
  readonly by: Field;
  readonly data: Readonly<Record<string, string>>;
}

/** Why a command certainly does not have its intended effect; `own` is where it runs. */
function faultOf(graph: Graph, command: Command, own: string | undefined): UndoFault | undefined {
  const { kind, type = '', name, namespace = own } = command;
  if (kind === 'rollback') return refusedBy(graph, name);
  if (kind === 'rollouts') return healedOf(graph, deployments(graph, name, namespace, isRollout));
  if (/^rollouts?(?:\.argoproj\.io)?$/.test(type)) {
    const [rollout] = deployments(graph, name, namespace, isRollout);
    return (
      rollout && { message: 'unable', by: rollout.rollout.at('metadata', 'name'), data: { rollout: name } }
    );
  }
  // Other commands of kubectl matter only for a workload that supplies the pods of a Rollout.
  if (!/^deploy(?:ments?)?(?:\.apps)?$/.test(type)) return undefined;
  return healedOf(
    graph,
    deployments(graph, name, namespace, (template, rollout) => template !== rollout),
  );
}

/** A workload with the pod template of a Rollout, or the Rollout itself, and an Application that deploys it. */
interface DeployedWorkload {
  readonly rollout: Resource;
  readonly workload: Resource;
  readonly application: Resource | undefined;
}

function isRollout(workload: Resource, rollout: Resource): boolean {
  return workload === rollout;
}

/**
 * Everything that a name may mean: each Rollout, also by the names that Applications give it. What other kustomizations build
 * from a deployed Rollout counts as the same Rollout, and so may a chart under any release name.
 */
function deployments(
  graph: Graph,
  name: string,
  namespace: string | undefined,
  isMeant: (workload: Resource, rollout: Resource) => boolean,
): readonly DeployedWorkload[] {
  const all = allDeployments(graph, name, namespace, isMeant);
  const deployed = all.filter(({ application }) => application);
  return all.filter(
    ({ workload, application }) =>
      application ||
      !deployed.some(
        (other) =>
          workload.source.assumedRelease !== undefined || graph.areOneInGit(other.workload, workload),
      ),
  );
}

function allDeployments(
  graph: Graph,
  name: string,
  namespace: string | undefined,
  isMeant: (workload: Resource, rollout: Resource) => boolean,
): readonly DeployedWorkload[] {
  return graph.rollouts.flatMap((rollout): DeployedWorkload[] =>
    [...new Set([rollout, graph.podTemplate(rollout)?.resource ?? rollout])]
      .filter((workload) => isMeant(workload, rollout))
      .flatMap((workload): DeployedWorkload[] => {
        const applications = graph.applications(workload);
        if (applications.length === 0)
          return workload.name === name && mayBeEqual(namespace, graph.namespace(workload))
            ? [{ rollout, workload, application: undefined }]
            : [];
        return applications
          .filter((application) =>
            graph
              .deployedAs(application, workload)
              .some((as) => (as.name ?? workload.name) === name && mayBeEqual(namespace, as.namespace)),
          )
          .map((application) => ({ rollout, workload, application }));
      }),
  );
}

function mayBeEqual(wanted: string | undefined, itsOwn: string | undefined): boolean {
  return wanted === undefined || itsOwn === undefined || wanted === itsOwn;
}

/** The Application with self-heal, if every possible meaning has one. */
function healedOf(graph: Graph, meant: readonly DeployedWorkload[]): UndoFault | undefined {
  const [first] = meant;
  if (!first?.application || !meant.every((one) => isHealed(graph, one))) return undefined;
  const { rollout, workload, application } = first;
  return {
    message: 'healed',
    by: application.at('spec', 'syncPolicy', 'automated', 'selfHeal'),
    data: { application: application.name, kind: workload.kind, name: workload.name, rollout: rollout.name },
  };
}

function isHealed(graph: Graph, { rollout, application }: DeployedWorkload): boolean {
  if (!application || automatedOf(graph, application)?.selfHeal !== true) return false;
  if (!isSettled(graph, application)) return false;
  const template = graph.podTemplate(rollout);
  if (!template) return false;
  const { group, kind } = template.resource;
  const part = { spec: { template: template.value } } as JsonMap;
  const argo = argoOf(graph, application);
  return !graph
    .deployedAs(application, template.resource)
    .some(({ name, namespace }) =>
      argo.mayIgnorePart({ group, kind, name, namespace }, part, template.resource.at().value),
    );
}

function refusedBy(graph: Graph, written: string): UndoFault | undefined {
  const [name = '', namespace] = written.split('/').reverse();
  const meant = graph.allApplications.filter(
    (application) => application.name === name && mayBeEqual(namespace, application.namespace),
  );
  const [first] = meant;
  if (!first || !meant.every((application) => automatedOf(graph, application) !== undefined))
    return undefined;
  return {
    message: 'refused',
    by: first.at('spec', 'syncPolicy', 'automated'),
    data: { application: first.name },
  };
}

/** Undefined if a patch may set it. */
function automatedOf(graph: Graph, application: Resource): Automated | undefined {
  if (!isSettled(graph, application, [['spec', 'syncPolicy', 'automated']])) return undefined;
  return applicationSettings(application, graph.argoCdVersion).automated;
}

/** A cheap test of the file, because reading a field parses the document and almost none has such a command. */
const mayUndo = memoize((source: Source): boolean => /undo|image|rollback/.test(presentText(source)));

/** The commands of a file; none if it also disables automatic sync, because the order of the two is unknown. */
const fileCommands = memoize((source: Source): readonly Command[] => {
  const text = presentText(source);
  return /sync-?policy|self-?heal/i.test(text) ? [] : commandsIn(text);
});

/** The commands in scripts and in argument lists. */
function* commandsOf(field: Field): Iterable<{ readonly at: Field; readonly command: Command }> {
  const { text } = field;
  if (text !== undefined) for (const command of commandsIn(text)) yield { at: field, command };
  const lists = ['command', 'args'].map((key) => field.at(key)).filter(({ shape }) => shape === 'list');
  const words = lists.flatMap(({ items }) => items);
  if (words.every((word) => !/\s/.test(word.text ?? ''))) {
    const at = words.find(({ text: word }) => word === 'undo' || word === 'image' || word === 'rollback');
    const line = words.map((word) => word.text ?? '').join(' ');
    if (at) for (const command of commandsIn(line)) yield { at, command };
  }
  for (const child of [...field.entries, ...field.items]) yield* commandsOf(child);
}
