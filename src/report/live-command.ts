import type { Live } from '../model/finding.js';

/** What shows the moment that a finding speaks of; undefined where a shell could take the name for something else. */
export function liveCommand({ rollout, id }: Pick<Live, 'rollout' | 'id'>): string | undefined {
  if (!/^[a-z0-9][a-z0-9./-]*$/.test(rollout)) return undefined;
  return `rolloutkit simulate --rollout ${rollout} --step ${id}`;
}
