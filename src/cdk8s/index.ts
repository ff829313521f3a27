/** rolloutkit where cdk8s is: a validation plugin of cdk8s-cli, and the findings of an app for tests. */
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
 * Each chart counts as a file of its own. What a construct is told to suppress is left out. Nothing is written, and
 * validations of constructs run only when the app is synthesized.
 * @throws Error for options that there are not, and for what `also` names and cannot be read
 */
export function lintApp(app: App, options: LintAppOptions = {}): readonly AppFinding[] {
  // Loaded when it is called: cdk8s-cli may have installed the plugin where there is no cdk8s.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./lint-app.js') as typeof LintApp).lintApp(app, options);
}
