import type { Detail, PodBounds } from '../play/impact/effect.js';
import { shortList } from './conclusions.js';
import { objectText } from './impact-terms.js';

/** How many pods a Rollout gets from now on. */
export function scalingText(
  its: string,
  { object, from, to, settings }: Extract<Detail, { kind: 'scaling' }>,
): string {
  const what = objectText(object);
  if (!to)
    return `${what} scales ${its} no more, which keeps the pods that it has until something scales it.`;
  if (!from) return `${what} scales ${its} from now on, and gives it ${boundsText(to)}.`;
  const others = shortList(settings);
  if (from.least === to.least && from.most === to.most)
    return `${what} scales ${its} by other settings (${others}), and gives it ${boundsText(to)} as before.`;
  const besides = settings.length === 0 ? '' : `; what changes besides is ${others}`;
  return `${what} gives ${its} ${boundsText(to)} instead of ${boundsText(from)}${besides}.`;
}

function boundsText({ least, most }: PodBounds): string {
  return `${least ?? 'an unknown number'} to ${most ?? 'an unknown number'} pods`;
}
