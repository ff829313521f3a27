import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { type Lane, lanesIn } from '../impact/lanes.js';
import type { Outcome, Shot } from './outcome.js';

/**
 * The lanes whose weights in Git differ from those that the controller keeps between updates: where a sync applies them, requests
 * go elsewhere until the next pass.
 */
export function astrayIn(applied: Snapshot, shots: readonly Shot[]): readonly Outcome[] {
  const rest = shots.find(({ frame: { kind } }) => kind === 'installed');
  if (!rest) return [];
  const kept = new Map(lanesIn(rest.objects).map((lane) => [laneName(lane), sharesOf(lane)]));
  return lanesIn(applied).flatMap((lane): readonly Outcome[] => {
    const shares = kept.get(laneName(lane));
    if (shares === undefined || shares === sharesOf(lane)) return [];
    return [{ kind: 'astray', frame: rest.frame, what: laneName(lane) }];
  });
}

function laneName({ object, route }: Lane): string {
  return `${object} ${route}`.trim();
}

/** What each destination gets of the requests; one without any is none. */
function sharesOf({ legs }: Lane): string {
  const sum = legs.reduce((total, { weight }) => total + weight, 0);
  return legs
    .filter(({ weight }) => weight > 0)
    .map(({ service, subset = '', weight }) => `${service} ${subset} ${Math.round((weight * 100) / sum)}`)
    .sort()
    .join(', ');
}
