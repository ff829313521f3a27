import type { Detail, Shift, Effect } from './effect.js';
import { protectionLosses, severityOf } from './effect-severity.js';

/** Joins equal effects at several moments, whatever share they move: the gravest first, and of these what bad versions cost. */
export function joinedEffects(
  found: readonly { readonly when: string; readonly detail: Detail }[],
): readonly Effect[] {
  const byDetail = new Map<string, { when: string[]; detail: Detail }>();
  for (const { when, detail } of found) {
    // Weights that are left without a share differ from those that have one.
    const isIdle = detail.kind === 'weights-left' && detail.share === 0;
    const key = JSON.stringify({ ...detail, share: isIdle ? 0 : undefined });
    const known = byDetail.get(key);
    if (!known) {
      byDetail.set(key, { when: [when], detail });
      continue;
    }
    if (!known.when.includes(when)) known.when.push(when);
    known.detail = withLarger(known.detail, detail);
  }
  const rank = { error: 0, warning: 1, info: 2 } as const;
  return [...byDetail.values()]
    .map(({ when, detail }): Effect => ({ severity: severityOf(detail), when, detail }))
    .sort((a, b) => rank[a.severity] - rank[b.severity] || orderOf(a.detail) - orderOf(b.detail));
}

/** What a later bad version costs outlasts what happens while the change arrives. */
function orderOf({ kind }: Detail): number {
  const index = protectionLosses.indexOf(kind);
  return index === -1 ? protectionLosses.length : index;
}

function withLarger(known: Detail, other: Detail): Detail {
  if (
    (known.kind === 'gap' && other.kind === 'gap') ||
    (known.kind === 'weights-left' && other.kind === 'weights-left')
  )
    return known.share === other.share
      ? known
      : { ...known, share: Math.max(known.share, other.share), isLargest: true };
  const [one, two] = [shiftIn(known), shiftIn(other)];
  if (!two || (one && one.from === two.from && one.to === two.to)) return known;
  const size = ({ from, to }: Shift): number => Math.abs(from - to);
  const share: Shift = { ...(one && size(one) >= size(two) ? one : two), isLargest: true };
  return { ...known, share } as Detail;
}

function shiftIn(detail: Detail): Shift | undefined {
  return 'share' in detail && typeof detail.share === 'object' ? detail.share : undefined;
}
