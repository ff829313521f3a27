import { analyses, nestedTemplates, templatesOfExperiment } from '../../kubernetes/kinds/analysis.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { folderOf } from '../../model/source.js';
import { isRendered } from '../../repository/graph/deployment.js';
import { absence, instead, reportRenamed, type Unfound } from '../absent.js';
import { removalOf } from '../fixes.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

const { absent, renamed } = absence('{kind} "{template}" of {owner}');

export default typedRule({
  meta: {
    name: 'rollout/analysis-template-exists',
    description: 'Require the templates of an analysis to exist and not to contain themselves.',
    why: "The controller marks the Rollout InvalidSpec (AnalysisTemplate '…' not found) and starts no update.",
    otherwise: {
      circle: {
        when: 'For templates that contain each other',
        consequence: 'panic',
        why: 'The controller follows them endlessly and crashes.',
      },
      experiment: {
        when: 'In the experiment of a step',
        consequence: 'update-stuck',
        why: 'The missing template is only noticed when the step starts, which aborts the update.',
      },
      beside: {
        when: 'If its file lies beside the templates of the chart of the Rollout',
        consequence: 'not-deployed',
        why: 'Helm deploys only what is in templates. Where the file is not applied in another way, the template is missing, and the controller starts no update.',
        severity: 'info',
      },
      alone: {
        when: 'In an Experiment that no Rollout creates',
        consequence: 'analysis-void',
        why: 'The Experiment ends in an error before it begins, and compares nothing.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe', 'choice'],
    messages: {
      absent,
      beside:
        '{kind} "{template}" of {owner} is in {file}, which Helm does not deploy, because it is not in the folder templates of the chart; move it there.',
      clusterScoped:
        'AnalysisTemplate "{template}" of {owner} is not found, but ClusterAnalysisTemplate "{template}" exists; set clusterScope to true.',
      namespaced:
        'ClusterAnalysisTemplate "{template}" of {owner} is not found, but AnalysisTemplate "{template}" exists; remove clusterScope.',
      renamed,
      circle: '{kind} "{template}" contains itself: {circle}; remove one of these references.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go',
    ],
  },

  *check({ graph, report }) {
    const walk = { graph, report, seen: new Set<Resource>(), circles: new Set<string>() };
    // Templates of experiments come first, because a missing one is an immediate error, even if another analysis uses it too.
    const experimenting: Resource[] = [];
    for (const rollout of graph.rollouts) {
      yield rollout;
      const found = analyses(rollout);
      for (const { place, templates } of found)
        if (place !== 'experiment') for (const reference of templates) visit(walk, reference, [], undefined);
      if (found.some(({ place }) => place === 'experiment')) experimenting.push(rollout);
    }
    for (const rollout of experimenting) {
      yield rollout;
      for (const { place, templates } of analyses(rollout))
        if (place === 'experiment')
          for (const reference of templates) visit(walk, reference, [], 'experiment');
    }
    for (const experiment of graph.ofKind('Experiment', 'argoproj.io')) {
      yield experiment;
      for (const reference of templatesOfExperiment(experiment)) visit(walk, reference, [], 'alone');
    }
  },
});

type Case = 'beside' | 'circle' | 'experiment' | 'alone';
type MessageId = 'absent' | 'beside' | 'clusterScoped' | 'namespaced' | 'renamed' | 'circle';

/** A walk through templates and those that they are made of. */
interface Walk extends Pick<RuleContext<MessageId, Case>, 'graph' | 'report'> {
  /** Templates that were visited. */
  readonly seen: Set<Resource>;
  /** The circles that were reported. */
  readonly circles: Set<string>;
}

/** Looks at a template, and at those that it is made of; `above` are those that are made of it. */
function visit(walk: Walk, reference: Reference, above: readonly Resource[], when: Case | undefined): void {
  const { graph, report, seen } = walk;
  const { from, to } = reference;
  const { resource } = from;
  const data = { kind: to.kind, template: to.name, owner: `${resource.kind} "${resource.name}"` };
  const unfound = { graph, reference, data };
  reportRenamed(unfound, report, { case: when });
  if (graph.isAbsent(reference)) {
    reportMissing(unfound, when, report);
    return;
  }

  const template = graph.find(reference);
  if (!template) {
    reportBeside(unfound, walk);
    return;
  }
  const start = above.indexOf(template);
  if (start !== -1) {
    reportCircle(walk, unfound, above.slice(start), template);
    return;
  }
  if (seen.has(template)) return;
  for (const nested of nestedTemplates(template)) visit(walk, nested, [...above, template], when);
  seen.add(template);
}

function reportMissing(unfound: Unfound, when: Case | undefined, report: Walk['report']): void {
  const { graph, reference, data } = unfound;
  const { from, to } = reference;
  const other = graph.find({ from, to: { ...to, kind: otherKind(to.kind) } });
  if (other) {
    reportScope(unfound, other, when, report);
    return;
  }
  // They are cluster-scoped; a repository without any gets them from elsewhere.
  if (isClusterScoped(to.kind) && graph.ofKind(to.kind, to.group).length === 0) return;
  const { hint, related, fix } = instead(graph, reference);
  report(from, 'absent', { ...data, hint }, { case: when, related, fix });
}

/** Reports a template whose file lies in the folder of the chart that the Rollout is of, if no script applies it. */
function reportBeside({ graph, reference, data }: Unfound, { report, seen }: Walk): void {
  const { from, to } = reference;
  const { source } = from.resource;
  const folder = folderOf(source);
  const other = graph.undeployed.unlisted.find(
    (one) =>
      one.kind === to.kind &&
      one.name === to.name &&
      folderOf(one.source) === folder &&
      graph.isSampleOrBesideChart(one.source),
  );
  if (!other || seen.has(other) || !isRendered(source)) return;
  seen.add(other);
  const file = other.source.path.slice(other.source.path.lastIndexOf('/') + 1);
  if (graph.commandFiles.some((script) => script.read().includes(file))) return;
  report(
    from,
    'beside',
    { ...data, file },
    { case: 'beside', related: [{ at: other, message: 'not deployed' }] },
  );
}

/** Reports that the template exists, and in the other scope. */
function reportScope(
  { reference: { from, to }, data }: Unfound,
  other: Resource,
  when: Case | undefined,
  report: Walk['report'],
): void {
  const isCluster = isClusterScoped(to.kind);
  const scope = from.parent?.at('clusterScope');
  const fix = (): ProposedFix | undefined =>
    scope && {
      title: isCluster ? 'Remove clusterScope.' : 'Set clusterScope to true.',
      writes: [{ field: scope, value: isCluster ? undefined : true }],
    };
  const related = [{ at: other, message: 'probably meant' }];
  report(from, isCluster ? 'namespaced' : 'clusterScoped', data, { case: when, fix, related });
}

/** Reports templates that are made of each other, the first of which is `template`; once, wherever the circle is entered. */
function reportCircle(
  { report, circles }: Walk,
  { reference, data }: Unfound,
  circle: readonly Resource[],
  template: Resource,
): void {
  const key = circle
    .map(({ kind, name, source }) => `${kind}/${name}/${source.path}`)
    .sort()
    .join('\n');
  if (circles.has(key)) return;
  circles.add(key);
  const names = [...circle, template].map(({ name }) => `"${name}"`).join(' → ');
  const entry = reference.from.parent;
  const choices = (): readonly ProposedFix[] => (entry ? [removalOf(entry)] : []);
  report(reference.from, 'circle', { ...data, circle: names }, { case: 'circle', choices });
}

function isClusterScoped(kind: string): boolean {
  return kind === 'ClusterAnalysisTemplate';
}

function otherKind(kind: string): string {
  return isClusterScoped(kind) ? 'AnalysisTemplate' : 'ClusterAnalysisTemplate';
}
