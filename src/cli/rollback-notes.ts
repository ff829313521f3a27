import { shellPath } from '../lint/project/shell-word.js';
import { blueGreen } from '../kubernetes/kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { isOfApp } from '../write/migrate/constructs.js';
import { type Back, othersText, relative, short } from './rollback-search.js';

/** What of the Rollout is restored, if it is not all that decides about its pods. */
export function restoredParts({ edits, others }: Back): string {
  if (others.length === 0) return '';
  const changes = edits.flatMap(({ restoration }) => restoration.changes);
  const [images, configuration] = ['image', 'configuration'].map((is) =>
    changes.some((change) => change.is === is),
  );
  return images ? `Images${configuration ? ' and configuration' : ''} of ` : 'Configuration of ';
}

/** What the app still has, if the edited files are its output. */
export function appNotes(sources: readonly Source[], { edits }: Back, folder: string): readonly string[] {
  const written = edits.filter(({ file }) => isOfApp(sources, file));
  if (written.length === 0) return [];
  const changes = written.flatMap(({ restoration }) => restoration.changes);
  const [to, from] = (['to', 'from'] as const).map((key) =>
    [...new Set(changes.map((change) => change[key]))].join(', '),
  );
  const files = written.map(({ file }) => relative(file, folder)).join(', ');
  return [
    `cdk8s synth writes ${files}: set ${to} in the app, too, or its next synthesis brings ${from} back.`,
  ];
}

/** What differs from the earlier state after the edits, and what it means for the rollback. */
export function otherNotes({ since, edits, others }: Back, folder: string): readonly string[] {
  if (others.length === 0) return [];
  const edited = edits.map(({ file }) => file);
  const files = [...new Set(others.map(({ path: file }) => shellPath(relative(file, folder))))];
  return [
    `These fields also differ, and are not changed: ${othersText(others, edited, folder)}; see: git diff ${short(since)} -- ${files.join(' ')}.`,
    others.some(({ isSure }) => isSure)
      ? 'With other fields the pods are those of a new revision, so the rollback is a whole update.'
      : 'If any of them changes the pods, they are those of a new revision, and the rollback is a whole update.',
  ];
}

/**
 * What the controller does with the earlier pods, if it has to be said.
 * https://argo-rollouts.readthedocs.io/en/stable/features/rollback/
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/bluegreen.go (isBlueGreenFastTracked)
 */
export function courseNote(rollout: Resource): readonly string[] {
  if (blueGreen(rollout).exists)
    return [
      'While the earlier pods are kept (scaleDownDelaySeconds after the promotion, 30 by default), the active Service is switched back at once, without pauses and analyses. Later, the rollback is a whole update.',
    ];
  return rollout.at('spec', 'rollbackWindow').exists
    ? []
    : [
        'While the update is in progress, a rollback to the stable version skips all steps. After it is complete, the rollback goes through the same steps, unless spec.rollbackWindow skips them.',
      ];
}
