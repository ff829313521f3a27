import { jobOf, objectionsToJob, uid } from '../../rollouts/controllers/metric-jobs.js';
import { podHashLabel } from '../../kubernetes/objects/keys.js';
import { unselected } from '../../kubernetes/validation/pod-template.js';
import { refusedParts, refusedWrites } from '../facts/rollout/refused-writes.js';
import type { Field, Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/writes-accepted',
    description:
      'Require the API server to accept everything that controllers write for a Rollout: ReplicaSets, AnalysisRuns, Experiments, Jobs, Ingresses, VirtualServices and routes of the Gateway API.',
    why: 'The API server, or the webhook of Istio, refuses what the controller writes. Every pass of the controller ends in this error, so the update does not progress, and neither does the next one.',
    consequence: 'pass-error',
    severity: 'error',
    otherwise: {
      aborted: {
        when: 'For an object of an experiment',
        consequence: 'update-stuck',
        why: 'The API server refuses an object of the Experiment. The Experiment ends in an error, so every update is aborted at this step.',
      },
      alone: {
        when: 'For an object of an Experiment that no Rollout creates',
        consequence: 'analysis-void',
        why: 'The API server refuses an object of the Experiment. The Experiment ends in an error, and compares nothing.',
      },
      job: {
        when: 'For the Job of a metric',
        consequence: 'analysis-void',
        why: 'The API server refuses the Job on every attempt. The AnalysisRun ends in an error, so an update that waits for it is aborted.',
      },
    },
    yieldsTo: ['rollout/metadata-outside-selectors'],
    messages: {
      refused:
        'The API server refuses the {kind} that the controller writes for Rollout "{rollout}" with this: {text}.',
      selector:
        'The selector of Rollout "{rollout}" requires label {key} of {metadata}. The controller later removes the labels of the block, and the API server refuses a ReplicaSet whose pods lack it; remove it here, because the pods have it anyway.',
      ofExperiment:
        'The API server refuses the {kind} that the controller writes for Experiment "{experiment}" with this: {text}.',
      job: 'The API server refuses the Job of metric "{metric}" with this: {text}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/3351',
      'https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/validation/objectmeta.go',
      'https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/batch/validation/validation.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const { kind, text, at, outcome } of refusedWrites(graph, rollout)) {
      const isOfSelector = text.includes(unselected);
      const metadata = String(at.parent?.parent?.key ?? '');
      report(
        at,
        isOfSelector && metadata.endsWith('Metadata') ? 'selector' : 'refused',
        { kind, rollout: rollout.name, text: sentence(text), key: String(at.key), metadata },
        {
          case: outcome === 'aborted' ? 'aborted' : undefined,
          fix: () => (isOfSelector && metadata.endsWith('Metadata') ? removalOf(at, 'unsafe') : undefined),
          unless: { 'rollout/metadata-outside-selectors': at },
        },
      );
    }
  },

  *check({ graph, report }) {
    for (const experiment of graph.ofKind('Experiment', 'argoproj.io')) {
      yield experiment;
      for (const { kind, text, at } of refusedParts(graph, experiment))
        report(
          at,
          'ofExperiment',
          { kind, experiment: experiment.name, text: sentence(text) },
          { case: 'alone' },
        );
    }
    for (const kind of ['AnalysisTemplate', 'ClusterAnalysisTemplate'])
      for (const template of graph.ofKind(kind, 'argoproj.io')) {
        yield template;
        for (const { metric, path, text } of refusedJobs(template)) {
          const at = jobField(metric, path);
          const rests = [metric.at('provider', 'job', 'spec', 'template', 'spec')];
          const data = { metric: metric.at('name').text ?? '', text: sentence(text) };
          report(at, 'job', data, { case: 'job', rests: at.exists ? [] : rests });
        }
      }
  },
});

interface RefusedJob {
  readonly metric: Field;
  readonly path: Path;
  readonly text: string;
}

/** A run may supply arguments for values in a metric, so these are left out. */
function refusedJobs(template: Resource): readonly RefusedJob[] {
  if (!template.isReadable) return [];
  return template.at('spec', 'metrics').items.flatMap((metric) => {
    const job = jobOf(metric.value, { name: template.name });
    if (!job) return [];
    return objectionsToJob(job).map(({ path, text }) => ({ metric, path, text }));
  });
}

function jobField(metric: Field, path: Path): Field {
  if (path[0] === 'metadata' && path[1] === 'name') return metric.at('name');
  return metric.at('provider', 'job', ...path);
}

/** In a name, and as the label of pods. */
const generatedHash = new RegExp(`(?<=-|"${podHashLabel}":")H\\d+(?=[-."])`, 'g');

/**
 * Replaces generated parts of names with placeholders, and removes regular expressions, which the words before already explain.
 */
function sentence(text: string): string {
  return text
    .replace(/\.$/, '')
    .replaceAll(/(?:, | \()regex used for validation is '[^']*'(\)?)/g, (all, close: string | undefined) =>
      all.startsWith(',') ? (close ?? '') : '',
    )
    .replaceAll(generatedHash, '<hash>')
    .replaceAll(uid, '<uid>');
}
