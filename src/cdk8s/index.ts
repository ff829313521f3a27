/** rolloutkit where cdk8s is: a validation plugin of cdk8s-cli, and findings of an app for tests. */
export { type AppFinding, type AppPlace, lintApp } from './lint-app.js';
export type { LintAppOptions, RolloutValidationProps } from './properties.js';
export { RolloutValidation, type RolloutValidationContext } from './rollout-validation.js';
export type { Violation } from './violations.js';
