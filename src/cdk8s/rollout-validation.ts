import { lint } from '../lint/lint.js';
import { isAtLeast, type Severity } from '../model/finding.js';
import { faultFindings } from '../report/faults.js';
import { uncheckedOf } from '../lint/project/unchecked.js';
import { countOf } from '../report/report.js';
import { Reader } from '../yaml/parse/read.js';
import { manifestSources, otherSources, refuseUnread } from './manifests.js';
import { readProperties, type RolloutValidationProps, type ValidationSettings } from './properties.js';
import { violationsOf, type Violation } from './violations.js';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- It lies outside of the sources, beside dist/.
const { version } = require('../../package.json') as { readonly version: string };

/**
 * The part of cdk8s-cli's `ValidationContext` that the plugin needs, declared here so that the constructs do not need
 * cdk8s-cli for its types.
 * https://github.com/cdk8s-team/cdk8s-cli/blob/2.x/src/plugins/validation.ts
 */
export interface RolloutValidationContext {
  /** The files that cdk8s wrote. */
  readonly manifests: readonly string[];
  readonly report: {
    addViolation(violation: Violation): void;
    /** The second argument becomes rows of the summary. */
    submit(status: 'success' | 'failure', metadata?: Readonly<Record<string, string>>): void;
  };
}

/**
 * The linter as a validation plugin of cdk8s-cli: `class: RolloutValidation` under `validations` of `cdk8s.yaml`.
 * Findings make `cdk8s synth` exit with 2, other errors with 1.
 */
export class RolloutValidation {
  private readonly settings: ValidationSettings;

  /** @throws Error for unknown properties and invalid values */
  constructor(properties: RolloutValidationProps = {}) {
    this.settings = withNameInErrors('The properties of RolloutValidation', () => readProperties(properties));
  }

  /**
   * Lints all manifests of the app together, adds a violation for each rule with findings, and submits the report.
   * It prints nothing, because with `--stdout` the output would end up in the manifests.
   * @throws Error when a manifest cannot be read
   */
  // Async, because cdk8s-cli awaits a promise.
  // eslint-disable-next-line @typescript-eslint/require-await
  async validate({ manifests, report }: RolloutValidationContext): Promise<void> {
    const { status, violations, metadata } = withNameInErrors('RolloutValidation', () =>
      this.judge(manifests),
    );
    for (const violation of violations) report.addViolation(violation);
    report.submit(status, metadata);
  }

  private judge(manifests: readonly string[]): ValidationResult {
    const { also, failOn, chosen } = this.settings;
    const ofApp = manifestSources(manifests);
    const sources = [...ofApp, ...otherSources(also, ofApp)];
    const { findings: all, ...result } = lint(sources, chosen.rules, {
      graph: { isSynthesized: true },
    });
    refuseUnread(result.unreadable);

    const known = all.map((finding) => chosen.adjust(finding)).filter((finding) => finding !== undefined);
    const findings = [...known, ...faultFindings(result.faults, sources)];
    const count = (severity: Severity) => String(countOf({ findings }, severity));
    // An app that is too large to be simulated fails, as in a run of lint.
    // A program that ended early, or has no chart: cdk8s-cli itself calls that a success.
    const isEmpty = ofApp.length === 0;
    const notChecked = [
      ...(isEmpty ? ['anything: the app wrote no manifest'] : []),
      ...result.limits,
      ...uncheckedOf(result),
    ];
    const reader = new Reader();
    return {
      status:
        isEmpty ||
        result.faults.length + result.limits.length > 0 ||
        known.some(({ severity }) => isAtLeast(severity, failOn))
          ? 'failure'
          : 'success',
      violations: violationsOf(
        findings,
        sources.flatMap((source) => reader.read(source).resources),
      ),
      metadata: {
        rolloutkit: version,
        errors: count('error'),
        warnings: count('warning'),
        infos: count('info'),
        resources: String(result.resources),
        rollouts: String(result.rollouts),
        rules: String(chosen.count),
        ...(notChecked.length > 0 && { 'not checked': notChecked.join(', ') }),
        ...(result.templates.length > 0 && {
          'skipped, unrendered templates': result.templates.map(({ name }) => name).join(', '),
        }),
      },
    };
  }
}

interface ValidationResult {
  readonly status: 'success' | 'failure';
  readonly violations: readonly Violation[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** Prefixes an error with the name of the tool, because cdk8s-cli prints it among its own. */
function withNameInErrors<Result>(what: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${what}: ${message}`, { cause: error });
  }
}
