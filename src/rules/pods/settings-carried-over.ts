import { configReferences, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import {
  type CarriedContainer,
  commonContainers,
  replacedDeployments,
} from '../facts/replaced-deployment.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/settings-carried-over',
    description:
      'Require the containers of a Rollout to have the environment that they have in the Deployment it was made from.',
    why: 'The Rollout has a pod template of its own, so its pods start without these variables: with defaults of the program, or not at all.',
    consequence: 'wrong-pods',
    severity: 'warning',
    messages: {
      environment:
        'Container "{container}" of Rollout "{rollout}" lacks {what}, which it has in Deployment "{deployment}"; copy it, or remove the Deployment if it is outdated.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/',
      'https://kubernetes.io/docs/tasks/inject-data-application/distribute-credentials-secure/#configure-all-key-value-pairs-in-a-secret-as-container-environment-variables',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const deployments = replacedDeployments(graph, rollout);
    const [deployment] = deployments;
    const template = graph.podTemplate(rollout);
    if (!deployment || !template || readsOtherFiles(graph, rollout, deployment)) return;
    for (const { ours, theirs } of commonContainers(graph, rollout, deployment)) {
      const lacked = lackedBy({ ours, theirs });
      // Where environments differ, the Rollout may be that of one of them.
      const isOfAll = deployments.every((one) =>
        commonContainers(graph, rollout, one).some(
          (pair) =>
            pair.theirs.at('name').text === theirs.at('name').text && lackedBy(pair).join() === lacked.join(),
        ),
      );
      if (lacked.length === 0 || !isOfAll) continue;
      report(
        ours.at('name'),
        'environment',
        {
          container: ours.at('name').text ?? '',
          rollout: rollout.name,
          what: lacked.join(', '),
          deployment: deployment.name,
        },
        {
          complete: [ours.at('env'), ours.at('envFrom')],
          related: [{ at: theirs.at('name'), message: 'has them' }],
        },
      );
    }
  },
});

/** What the container of a Deployment gets from its environment and that of the Rollout does not, in words. */
function lackedBy({ ours, theirs }: CarriedContainer): readonly string[] {
  const own = [...sourcesOf(ours), ...variablesOf(ours)];
  // One of the same kind may have the same under another name, and each variable may be read by itself.
  const sources = sourcesOf(theirs).filter(({ kind }) => !own.some((one) => one.kind === kind));
  const known = new Set(ours.at('env').items.map((one) => one.at('name').text));
  const variables =
    sourcesOf(ours).length > 0 ? [] : variablesOf(theirs).filter(({ name }) => !known.has(name));
  return [
    ...sources.map(({ kind, name }) => `envFrom of ${kind} "${name}"`),
    ...(variables.length === 0
      ? []
      : [`${variables.length > 1 ? 'variables' : 'variable'} ${inWords(variables.map(({ name }) => name))}`]),
  ];
}

/** What a container reads from a ConfigMap or Secret. */
interface ReadFrom {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
}

/** The ConfigMaps and Secrets that a container reads as a whole. */
function sourcesOf(container: Field): readonly ReadFrom[] {
  return container.at('envFrom').items.flatMap((one) => readFrom(one, 'Ref'));
}

/** The variables that a container reads from ConfigMaps and Secrets. */
function variablesOf(container: Field): readonly ReadFrom[] {
  return container
    .at('env')
    .items.flatMap((one) =>
      readFrom(one.at('valueFrom'), 'KeyRef').map(({ kind }) => ({ kind, name: one.at('name').text ?? '' })),
    );
}

function readFrom(holder: Field, end: 'Ref' | 'KeyRef'): readonly ReadFrom[] {
  return (['ConfigMap', 'Secret'] as const).flatMap((kind) => {
    const reference = holder.at(kind === 'Secret' ? `secret${end}` : `configMap${end}`);
    const name = reference.at('name').text;
    return name === undefined || reference.at('optional').boolean === true ? [] : [{ kind, name }];
  });
}

function inWords(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostNamed = 4;

/** Whether the pods of a Rollout mount a ConfigMap or Secret that those of the Deployment do not: another way to the same settings. */
function readsOtherFiles(graph: Graph, rollout: Resource, deployment: Resource): boolean {
  const [own, its] = [graph.podTemplate(rollout), podTemplate(deployment)].map((template) =>
    template ? configReferences(template).filter(({ isMounted }) => isMounted) : [],
  );
  const known = new Set(its?.map(({ to }) => `${to.kind}/${to.name}`));
  return (own ?? []).some(({ to }) => !known.has(`${to.kind}/${to.name}`));
}
