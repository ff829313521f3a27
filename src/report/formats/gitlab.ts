import type { Severity } from '../../model/finding.js';
import { fingerprints } from './fingerprint.js';
import type { Shown } from './shown.js';

const gitlabSeverities: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'minor',
  info: 'info',
};

/** A Code Quality report of GitLab. https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
export default function gitlab({ findings, broken, baseline }: Shown): string {
  const keys = fingerprints(findings);
  return `${JSON.stringify(
    [
      ...findings.map(({ rule, severity, message, file, line, endLine }, index) => ({
        description: message,
        check_name: rule,
        fingerprint: keys[index],
        severity: gitlabSeverities[severity],
        location: { path: file, lines: { begin: line, end: endLine } },
      })),
      ...broken.map((message, index) => ({
        description: message,
        check_name: 'rolloutkit/not-checked',
        fingerprint: `not-checked-${index + 1}`,
        severity: 'blocker',
        location: { path: '.', lines: { begin: 1 } },
      })),
      ...(baseline
        ? [
            {
              description: baseline.message,
              check_name: 'rolloutkit/baseline',
              fingerprint: 'baseline',
              severity: gitlabSeverities.info,
              location: { path: baseline.file, lines: { begin: 1 } },
            },
          ]
        : []),
    ],
    undefined,
    2,
  )}\n`;
}
