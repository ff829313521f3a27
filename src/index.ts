/** The linter as a library: manifests in, findings out; no file is touched and nothing is printed. */
export { lint, type LintResult } from './lint/lint.js';
export {
  type DifferenceOptions,
  type IgnoreDifference,
  ignoreDifferencesFor,
} from './manifests/differences.js';
export { type Field, type Path } from './model/field.js';
export type { Finding, Label, Severity } from './model/finding.js';
export type { Identity, Resource } from './model/resource.js';
export type { Place, Source } from './model/source.js';
export { rules } from './rules/index.js';
export { defineRule, type Rule, type RuleContext, type RuleMeta } from './rules/rule.js';
