import type { Live } from '../model/finding.js';

/** The command that shows the moment of a finding; undefined if a shell could misread the name. */
export function liveCommand({ rollout, id }: Pick<Live, 'rollout' | 'id'>): string | undefined {
  if (!/^[a-z0-9][a-z0-9./-]*$/.test(rollout)) return undefined;
  return `rolloutkit simulate --rollout ${rollout} --step ${id}`;
}
