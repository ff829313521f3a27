/** rolloutkit for cdk8s: a validation plugin of cdk8s-cli, and the findings of an app for tests. */
import type { App } from 'cdk8s';
import type { AppFinding } from './lint-app.js';
import type * as LintApp from './lint-app.js';
import type { LintAppOptions } from './properties.js';

export type { AppFinding, AppPlace } from './lint-app.js';
export type { LintAppOptions, RolloutValidationProps } from './properties.js';
export { RolloutValidation, type RolloutValidationContext } from './rollout-validation.js';
export type { Violation } from './violations.js';

/**
 * Lints the objects of an app as they are now, all charts together, for a test: `expect(lintApp(app)).toEqual([])`.
 * Each chart counts as a separate file. Findings that a construct suppresses are left out. Nothing is written, and
 * validations of constructs run only when the app is synthesized.
 * @throws Error for unknown options, and for paths in `also` that cannot be read
 */
export function lintApp(app: App, options: LintAppOptions = {}): readonly AppFinding[] {
  // Loaded on call: cdk8s-cli may have installed the plugin without cdk8s.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./lint-app.js') as typeof LintApp).lintApp(app, options);
}
