/** The linter and the simulator as a library: manifests in, findings or frames out; no file is touched and nothing is printed. */
export type { Snapshot, Write } from './kubernetes/objects/cluster.js';
export type { KubeObject } from './kubernetes/objects/object.js';
export {
  defaultRolloutsVersion,
  rolloutsVersions,
  type RolloutsVersion,
} from './kubernetes/objects/version.js';
export { lint, type LintResult } from './lint/lint.js';
export {
  type DifferenceOptions,
  type IgnoreDifference,
  ignoreDifferencesFor,
} from './constructs/manifests/differences.js';
export type { Fault } from './model/fault.js';
export { type Field, type Path } from './model/field.js';
export type { Consequence, ConsequenceKind } from './model/consequence.js';
export { type Finding, type Label, messageOf, type Severity } from './model/finding.js';
export type { Message, MessageData } from './model/message.js';
export type { Identity, Resource } from './model/resource.js';
export type { ConfiguredSilencer, Silencer } from './model/silencer.js';
export type { Place, Source } from './model/source.js';
export { rules } from './rules/index.js';
export { rulesOf } from './lint/plugin/rules.js';
export type {
  Plugin,
  PluginContext,
  PluginField,
  PluginFix,
  PluginGraph,
  PluginObject,
  PluginReport,
  PluginRule,
  PluginTarget,
} from './lint/plugin/plugin.js';
export type { Rule, RuleMeta } from './rules/rule.js';
export type { ManagedRoute } from './rollouts/routers/router.js';
export { simulate as simulateRollout, type SimulateOptions } from './play/simulate/simulate.js';
export {
  simulateSources as simulate,
  type SimulateResult,
  type SimulateSourcesOptions,
} from './play/simulate/simulate-sources.js';
export type { Frame, FrameError, FrameKind, ReplicaCounts, Replicas, Trace } from './play/simulate/trace.js';
/** Also exported here, because cdk8s-cli looks only here for what it installs by the name of a package. */
export { RolloutValidation } from './cdk8s/rollout-validation.js';
