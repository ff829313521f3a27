/**
 * The lines of Argo Rollouts that are told apart. Every answer is that of the last release of a line: v1.8.4 and v1.9.1;
 * 1.10 is the state of the main branch on its way there.
 */
export const rolloutsVersions = ['1.8', '1.9', '1.10'] as const;
export type RolloutsVersion = (typeof rolloutsVersions)[number];

/** The release that most clusters should run, and the one that is assumed when nobody says otherwise. */
export const defaultRolloutsVersion: RolloutsVersion = '1.9';

/** Whether a version is that line or a later one. */
export function isAtLeast(version: RolloutsVersion, line: RolloutsVersion): boolean {
  return rolloutsVersions.indexOf(version) >= rolloutsVersions.indexOf(line);
}
