import type { ChangedField, Detail } from '../play/impact/effect.js';
import { shortList } from './conclusions.js';
import { stepChangeText, stepFieldText } from './impact-step-words.js';
import { objectText, laneText, valueText } from './impact-terms.js';

export function noRevisionText(
  its: string,
  { what, fields }: Extract<Detail, { kind: 'no-revision' }>,
): string {
  switch (what) {
    case 'replicas': {
      const [{ before, after } = { before: undefined, after: undefined }] = fields;
      return `Only replicas change, from ${valueText(before)} to ${valueText(after)}: ${its} scales without a new revision.`;
    }
    case 'steps':
      return `Only steps change: ${its} gets no new revision, and the next update uses the new steps${stepsText(fields)}.`;
    case 'strategy':
      return `Only the strategy changes${because(fields)}: ${its} gets no new revision.`;
    case 'others':
      return fields.length === 0
        ? `${its} gets no new revision.`
        : `${its} gets no new revision; what changes is ${changedObjects(fields)}.`;
  }
}

/** Whether an update starts is unknown; what the manifests show is told. */
export function unknownRevisionText(
  its: string,
  { builds, fields }: Extract<Detail, { kind: 'unknown-revision' }>,
): string {
  const what = fields.length === 0 ? '' : ` What changes in the manifests is ${changedObjects(fields)}.`;
  return `Whether ${its} gets a new revision is unknown: the settings of ${shortList(builds)} change, too, and ${builds.length === 1 ? 'its build is' : 'their builds are'} not rendered.${what}`;
}

/** What changes beside the pod template, as a sentence after another one; empty if nothing does. */
export function othersText(others: readonly ChangedField[]): string {
  return others.length === 0 ? '' : ` What changes besides is ${changedObjects(others)}${valuesOf(others)}.`;
}

/** Each field of a change of the steps, with its values. */
function stepsText(fields: readonly ChangedField[]): string {
  return fields.length === 0 ? '' : `: ${shortList(fields.map(stepChangeText))}`;
}

/** The values of a single number that changes, such as that of replicas; empty for all else, which may be long. */
function valuesOf(fields: readonly ChangedField[]): string {
  const [one, another] = fields;
  return one &&
    !another &&
    !one.object.startsWith('/Secret/') &&
    [one.before, one.after].some((value) => typeof value === 'number')
    ? `, from ${valueText(one.before)} to ${valueText(one.after)}`
    : '';
}

/** Fields that do not reach the cluster, the entries that hide them, and what to write instead. */
export function leftOutText({
  object,
  fields,
  application,
  entries,
  enough,
  isLater,
}: Extract<Detail, { kind: 'left-out' }>): string {
  const isOne = fields.length === 1;
  const isOwn = entries.every(({ of }) => of === 'application');
  const where = {
    annotation: ' of the object',
    application: ` of Application "${application}"`,
    'argocd-cm': ' of argocd-cm',
  };
  const hiders = entries.map(({ text, of, at }) => `"${text.trim()}" (${at}${isOwn ? '' : where[of]})`);
  const by = `${hiders.length === 0 ? 'ignoreDifferences' : shortList(hiders)}${isOwn ? where.application : ''}`;
  const what = `${shortList(fields)} of ${objectText(object)} ${isOne ? 'is' : 'are'}`;
  const hides = `${by} ${hiders.length > 1 ? 'hide' : 'hides'} ${isOne ? 'it' : 'them'}`;
  const advice =
    enough.length === 0
      ? 'ignore only what the controller writes'
      : `ignore only ${shortList(enough.map((text) => `'${text}'`))}`;
  return isLater
    ? `${what} not deployed by itself: ${hides}, so the object stays Synced and starts no automated sync; the next sync deploys ${isOne ? 'it' : 'them'}. To deploy such changes at once, ${advice}.`
    : `${what} not deployed: ${hides}, so the object stays Synced, and with ApplyOutOfSyncOnly=true no sync applies it; ${advice}.`;
}

function changedObjects(fields: readonly ChangedField[]): string {
  const byObject = new Map<string, string[]>();
  for (const changed of fields) {
    const { object } = changed;
    byObject.set(object, [...(byObject.get(object) ?? []), stepFieldText(changed)]);
  }
  return shortList(
    [...byObject].map(([object, names]) => {
      const whole = names.includes('');
      return whole ? objectText(object) : `${shortList(names)} of ${objectText(object)}`;
    }),
  );
}

/** The fields that cause an effect; empty if none is known. */
export function because(fields: readonly ChangedField[]): string {
  return fields.length === 0 ? '' : `, because of ${shortList(fields.map(stepFieldText))}`;
}

/** Requests that no pod answers, as the main clause of a sentence: `callers of Service "web" get no answer, because …`. */
export function unansweredText(
  gap: Pick<
    Extract<Detail, { kind: 'gap' }>,
    'lane' | 'service' | 'subset' | 'port' | 'share' | 'why' | 'isLargest'
  >,
): string {
  const service = gap.service === '' ? 'the Rollout' : objectText(gap.service);
  const to = gap.subset === undefined ? service : `subset "${gap.subset}" of ${service}`;
  const why = {
    'no-service': 'does not exist',
    'no-subset': 'does not exist',
    'no-port': `has no port ${String(gap.port ?? '')}`,
    'no-pods': 'selects no running pod',
    'no-target-port': 'has a targetPort that no running pod has',
  }[gap.why];
  const reasonText = gap.service === '' ? 'is deleted' : why;
  const isOwn = gap.lane.object === gap.service;
  const who = isOwn ? 'callers' : laneText(gap.lane);
  const part = isOwn
    ? `of ${service} get no answer`
    : `sends ${gap.isLargest ? 'up to ' : ''}${gap.share} % of its requests to ${to}`;
  const reason = isOwn ? `because it ${why}` : `which ${reasonText}`;
  return `${who} ${part}, ${reason}`;
}
