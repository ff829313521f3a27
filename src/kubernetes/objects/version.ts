/**
 * The minor versions of Argo Rollouts that are distinguished. Results for 1.7 to 1.10 are compared with those of running v1.7.2,
 * v1.8.4, v1.8.5, v1.9.1, v1.9.2, v1.9.3, v1.10.1 and v1.10.2. Those for 1.11 follow the main branch as of 2026-08-17.
 * https://github.com/argoproj/argo-rollouts/tree/v1.10.2
 * https://github.com/argoproj/argo-rollouts/tree/9f8d111d8
 */
export const rolloutsVersions = ['1.7', '1.8', '1.9', '1.10', '1.11'] as const;
export type RolloutsVersion = (typeof rolloutsVersions)[number];

/** The release that most clusters should run, and the default. */
export const defaultRolloutsVersion: RolloutsVersion = '1.9';

/** Whether a version is at least a minor version. */
export function isAtLeast(version: RolloutsVersion, line: RolloutsVersion): boolean {
  return rolloutsVersions.indexOf(version) >= rolloutsVersions.indexOf(line);
}
