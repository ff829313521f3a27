import type { Detail, Effect, LastingEffect, Shift, Beginning } from '../play/impact/effect.js';
import { blueGreen } from '../kubernetes/kinds/rollout.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import { exceededText } from '../play/protect/limits.js';
import { shortList } from './conclusions.js';
import { seconds } from './protect-words.js';
import { ranges } from './ranges.js';
import { durationText } from './durations.js';
import { objectText, laneText } from './impact-terms.js';
import { routeText } from './impact-route-words.js';
import { scalingText } from './impact-scaling-words.js';
import { gateLostText, notComparedText, protectionText } from './impact-protection-words.js';
import {
  leftOutText,
  noRevisionText,
  unknownRevisionText,
  othersText,
  because,
  unansweredText,
} from './impact-unanswered.js';

/** The moments at which a change arrives: `at rest`, `in step-0..2`. */
function whenText(when: readonly string[]): string {
  const frames = when.filter((one) => one !== 'rest');
  const parts = [
    ...(frames.length < when.length ? ['at rest'] : []),
    ...(frames.length === 0 ? [] : [`in ${shortList(ranges(frames).split(', '))}`]),
  ];
  return parts.join(' and ');
}

/** An effect of a change in one or two sentences, with the moments of arrival that have it. */
export function effectText({ rollout, fields }: RolloutImpact, { when, detail }: Effect): string {
  const sentence = blueGreen(rollout).exists
    ? (blueGreenText(detail) ?? detailText(rollout.name, detail))
    : detailText(rollout.name, detail);
  const isAlways = when.length === 1 && when[0] === 'rest';
  if (isAlways || fields.length === 0) return sentence;
  return `${whenText(when).replace(/^./, (first) => first.toUpperCase())}: ${sentence}`;
}

/** One sentence per kind. */
// eslint-disable-next-line max-lines-per-function -- A flat list is easier to read than parts of it.
function detailText(rollout: string, detail: Detail): string {
  const its = `Rollout "${rollout}"`;
  switch (detail.kind) {
    case 'first-deployment':
      return `${its} is new: its ${podsText(detail.replicas)} ${detail.replicas === 1 ? 'starts' : 'start'} at once, without steps.`;
    case 'removed':
      return detail.isPruned
        ? `${its} is removed: Argo CD deletes it with its pods.`
        : `${its} is removed from Git, but nothing deletes it: it stays in the cluster with its pods.`;
    case 'new-revision':
      return `${its} gets a new revision${because(detail.fields)}.${othersText(detail.others)}`;
    case 'unknown-revision':
      return unknownRevisionText(its, detail);
    case 'no-revision':
      return noRevisionText(its, detail);
    case 'refused':
      return `${its} is refused: ${detail.message}`;
    case 'was-refused':
      return `Before the change ${its} was refused, so updates under way are not simulated: ${detail.message}`;
    case 'replaced':
      return `The canary under way is replaced by the new revision, and the update starts over from its first step${shareText(detail.share)}.`;
    case 'starts-over':
      return `The update under way starts over from its first step${because(detail.fields)}${shareText(detail.share)}.`;
    case 'rolled-back':
      return `The update under way is taken back: the pod template is that of the stable revision${shareText(detail.share)}.`;
    case 'skips-ahead':
      return detail.isPromoted
        ? `The new revision is promoted at once: its remaining steps are skipped${shareText(detail.share)}.`
        : `Steps of the update under way are skipped${shareText(detail.share)}.`;
    case 'aborts':
      return abortText(detail);
    case 'stops':
      return `The update does not come to its end: ${detail.message}`;
    case 'routes-lost':
      return `${detail.routes.length === 1 ? 'Route' : 'Routes'} ${quotedList(detail.routes)} ${detail.routes.length === 1 ? 'is' : 'are'} removed ${lastingText(detail.lasting)}: requests for the canary reach the stable pods.`;
    case 'analysis-ended':
      return `${shortList(detail.runs)} ${detail.runs.length === 1 ? 'ends' : 'end'} without a result.`;
    case 'shift':
      return `${laneText(detail.lane)} sends ${detail.share.to} % of its requests to the canary instead of ${detail.share.isLargest ? 'up to ' : ''}${detail.share.from} % ${lastingText(detail.lasting)}, because the sync writes the weights of Git.`;
    case 'gap':
      return gapText(detail);
    case 'service-gone':
      return detail.isBack
        ? `${objectText(detail.object)} is a hook, which the sync deletes and creates again: callers that use its name reach no pods meanwhile.`
        : `${objectText(detail.object)} is deleted: callers that use its name reach no pods any more.`;
    case 'route-gone':
    case 'unweighted':
    case 'destination-gone':
    case 'weights-left':
      return routeText(its, detail);
    case 'selector-gone':
      return `${objectText(detail.object)} has no selector any more: Kubernetes keeps its endpoints as they are, so requests reach no pods once the present ones are gone, and those of later revisions get none; add the labels of the pods.`;
    case 'capacity':
      return `Git sets spec.replicas no more: the API server removes the field and the controller scales ${its} from ${detail.from} pods to 1${detail.isScaled ? ', until the autoscaler acts; before that sync, remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied"' : ''}.`;
    case 'scaling':
      return scalingText(its, detail);
    case 'config-in-place':
      return detail.isMounted
        ? `${objectText(detail.object)} changes under the same name: no new revision starts, and all running pods get the new content within about a minute.`
        : `${objectText(detail.object)} changes under the same name: no new revision starts, and pods read it only when they are restarted, stable ones too.`;
    case 'config-gone':
      return `${objectText(detail.object)} is deleted, but the pods of the stable revision use it: they do not start again after a restart, or after an abort of the update; keep it until the update is complete.`;
    case 'sync-fails':
      return `The sync fails: ${shortList(detail.fields)} of ${objectText(detail.object)} cannot be changed. The object stays as it is${detail.left.length === 0 ? '' : `, and ${shortList(detail.left.map(objectText))} of later waves ${detail.left.length === 1 ? 'is' : 'are'} not applied`}; delete the object first, or give it another name.`;
    case 'workload-gone':
      return `${objectText(detail.object)} is deleted in the same sync, before the pods of ${its} are ready; add the Rollout first, and remove the workload in a later commit.`;
    case 'workload-late':
      return `${its} is deleted in the same sync, with its pods, before those of ${objectText(detail.object)} are ready: requests reach no pods meanwhile; add the workload first, and remove the Rollout in a later commit.`;
    case 'two-workloads':
      return `${objectText(detail.object)} stays in the cluster, because ${detail.isKubectl ? 'kubectl apply deletes nothing' : 'nothing prunes it'}, and runs pods beside those of ${objectText(detail.beside)}: Services that select both send requests to both; delete it once the new pods are ready.`;
    case 'workload-idle':
      return `${objectText(detail.object)} has no pods ${detail.isInGit ? 'in Git' : `since ${its} scaled it down`}, and nothing scales it up when ${its} is deleted with its pods: requests reach no pods; set its replicas${detail.isInGit ? '' : ' in Git'} first, and remove the Rollout once these pods are ready.`;
    case 'waits':
      return `${shortList(detail.objects.map(objectText))} of later waves ${detail.objects.length === 1 ? 'waits' : 'wait'} until the update is complete, because Argo CD waits for a healthy Rollout.`;
    case 'hooks':
      return hooksText(its, detail);
    case 'unconfirmed':
      return `The sync stops before it prunes ${shortList(detail.objects.map(objectText))}, because of Prune=confirm${detail.left.length === 0 ? '' : `: ${shortList(detail.left.map(objectText))} ${detail.left.length === 1 ? 'is' : 'are'} not synced until then`}; confirm the pruning in Argo CD.`;
    case 'orphan':
      return `${shortList(detail.objects.map(objectText))} ${detail.objects.length === 1 ? 'is' : 'are'} removed from Git, but ${detail.isKubectl ? 'kubectl apply deletes nothing' : 'nothing prunes'}: ${detail.objects.length === 1 ? 'it stays' : 'they stay'} in the cluster.`;
    case 'kept':
      return `${shortList(detail.fields)} of ${objectText(detail.object)} ${detail.fields.length === 1 ? 'is' : 'are'} not deployed: ignored fields stay as they are in the cluster, because of RespectIgnoreDifferences.`;
    case 'left-out':
      return leftOutText(detail);
    case 'out-of-sync':
      return `${objectText(detail.object)} stays OutOfSync: ${shortList(detail.fields)}.`;
    case 'pinned':
      return detail.before === detail.revision
        ? `Application "${detail.application}" deploys revision "${detail.revision}": what this change does to manifests happens when its targetRevision is changed.`
        : `Application "${detail.application}" deploys revision "${detail.revision}" instead of "${detail.before}": the difference between the two revisions is not simulated, only that of the files.`;
    case 'application':
      return `Application "${detail.application}" changes: ${shortList(detail.fields.map(({ field }) => field))}.`;
    case 'gate-lost':
      return gateLostText(detail);
    case 'less-protected':
    case 'more-protected':
      return protectionText(detail);
    case 'not-compared':
      return notComparedText(detail);
    case 'limit-exceeded':
      return exceededText({ ...detail, scenario: detail.after }, seconds);
    case 'unknown':
      return `What the sync makes of ${objectText(detail.object)} is unknown, so it is simulated unchanged.`;
  }
}

function abortText({ reason, left }: Extract<Detail, { kind: 'aborts' }>): string {
  const why = reason === undefined ? ' after progressDeadlineSeconds without progress' : `: ${reason}`;
  const isOne = left.length === 1;
  const unsynced = `${shortList(left.map(objectText))} of later waves ${isOne ? 'is' : 'are'} not applied`;
  return `The controller aborts the update${why}.${left.length === 0 ? '' : ` The sync fails then, and ${unsynced}.`}`;
}

function hooksText(its: string, { objects, phase, wait }: Extract<Detail, { kind: 'hooks' }>): string {
  const isOne = objects.length === 1;
  const who = `${phase} ${isOne ? 'hook' : 'hooks'} ${shortList(objects.map(objectText))} ${isOne ? 'runs' : 'run'}`;
  const fails = `if ${isOne ? 'it' : 'one'} fails, the sync fails`;
  if (phase === 'PreSync') return `${who} before anything is applied; ${fails}, and nothing is.`;
  if (phase === 'SyncFail') return `${who}, because the sync fails.`;
  if (phase === 'Sync') return `${who} in the order of waves; ${fails}, and what comes later is not applied.`;
  return wait
    ? `${who} when ${its} is healthy, which it is when its update is complete: until then the sync goes on, and no other one starts.`
    : `${who} when all that was applied is healthy.`;
}

function shareText(share: Shift | undefined): string {
  return share
    ? `; its share of requests goes from ${share.isLargest ? 'up to ' : ''}${share.from} % to ${share.to} %`
    : '';
}

function gapText(gap: Extract<Detail, { kind: 'gap' }>): string {
  const text = `${unansweredText(gap)}, ${sinceText(gap.since)}${lastingText(gap.lasting)}.`;
  // Hosts and names keep their letters.
  return text.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase());
}

function sinceText({ kind, title }: Beginning): string {
  if (kind === 'sync') return title === '' ? '' : `after the sync has ${title}, `;
  return kind === 'pass' ? `from the controller's ${title} on, ` : title === '' ? '' : `from ${title} on, `;
}

function lastingText(lasting: LastingEffect): string {
  switch (lasting.for) {
    case 'sync':
      return 'while the sync applies the other objects';
    case 'passes':
      return lasting.passes === 1
        ? "until the controller's next pass"
        : `until the controller has made ${lasting.passes} passes`;
    case 'frame':
      return lasting.until === '' ? 'until the update ends' : `until ${lasting.until}`;
    case 'good':
      return 'permanently';
  }
}

function quotedList(names: readonly string[]): string {
  return shortList(names.map((name) => `"${name}"`));
}

function podsText(count: number): string {
  return count === 1 ? '1 pod' : `${count} pods`;
}

/** What interrupts a blue-green update, which has a preview instead of a canary with steps. */
function blueGreenText(detail: Detail): string | undefined {
  switch (detail.kind) {
    case 'replaced':
      return `The preview under way is replaced by the new revision, and the update starts over${shareText(detail.share)}.`;
    case 'skips-ahead':
      return `The new revision is promoted at once: its preview does not wait${shareText(detail.share)}.`;
    case 'shift':
      return `${laneText(detail.lane)} sends ${detail.share.to} % of its requests to the new revision instead of ${detail.share.isLargest ? 'up to ' : ''}${detail.share.from} % ${lastingText(detail.lasting)}, because the sync writes the selectors and routes of Git.`;
    default:
      return undefined;
  }
}

/** A summary of the update that the change starts: `an update of 4 steps, pauses of 10m, 1 promotion by hand`. */
export function updateText({ frames, steps, pauses, rollout }: RolloutImpact): string | undefined {
  if (frames.length === 0) return undefined;
  if (blueGreen(rollout).exists) return blueGreenUpdate(frames);
  const parts = [
    steps.length === 0
      ? 'an update without steps'
      : `an update of ${steps.length === 1 ? '1 step' : `${steps.length} steps`}`,
    ...(pauses.seconds > 0 ? [`pauses of ${durationText(pauses.seconds)}`] : []),
    ...(pauses.promotions > 0
      ? [pauses.promotions === 1 ? '1 promotion by hand' : `${pauses.promotions} promotions by hand`]
      : []),
  ];
  return parts.join(', ');
}

/** Until when the preview of an update waits. */
function blueGreenUpdate(frames: RolloutImpact['frames']): string {
  const preview = frames.findIndex(({ kind }) => kind === 'preview');
  if (preview === -1)
    return 'a blue-green update, whose new revision gets all requests as soon as its pods are available';
  const { event } = frames[preview + 1] ?? {};
  return `a blue-green update, whose preview waits${event === undefined ? '' : ` until ${event}`}`;
}

/** How a change reaches the cluster. */
export function carrierText({ carriers }: RolloutImpact): string {
  const names = carriers.map(({ deployer, argo, isKubectl, isSyncUncertain }) => {
    if (isKubectl) return 'kubectl apply';
    const { automated } = argo.settings;
    const how = !automated
      ? isSyncUncertain
        ? 'taken for one that is synced by hand; a patch that is not evaluated may change that'
        : 'synced by hand'
      : [
          'syncs by itself',
          ...(automated.prune ? ['prunes'] : []),
          ...(automated.selfHeal ? ['self-heals'] : []),
        ].join(', ');
    return `Application "${deployer.application.name}" (${how})`;
  });
  return shortList(names);
}
