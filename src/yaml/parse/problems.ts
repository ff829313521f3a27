import type { ConsequenceKind } from '../../model/consequence.js';
import type { Severity } from '../../model/finding.js';

/** A problem of YAML that does not depend on Kubernetes objects, described like a rule. */
export interface ProblemRule {
  readonly name: string;
  readonly description: string;
  readonly why: string;
  readonly consequence: ConsequenceKind;
  readonly severity: Severity;
  readonly links: readonly string[];
  readonly aliases?: readonly string[];
}

/** By name, sorted. */
export const problemsByName = {
  'yaml/aliases-known': {
    name: 'yaml/aliases-known',
    description: 'Require every alias to name an anchor defined earlier in the same document.',
    why: 'kubectl, Kustomize and Argo CD reject the whole document.',
    consequence: 'unreadable',
    severity: 'error',
    links: ['https://github.com/yaml/go-yaml/blob/v2.4.2/decode.go'],
  },
  'yaml/parses': {
    name: 'yaml/parses',
    description: 'Require every manifest to be YAML or JSON that Kubernetes can read.',
    why: 'kubectl, Kustomize and Argo CD reject the whole document. Nothing else was checked in it.',
    consequence: 'unreadable',
    severity: 'error',
    links: ['https://github.com/kubernetes-sigs/yaml/blob/v1.6.0/README.md'],
  },
  'yaml/size-limited': {
    name: 'yaml/size-limited',
    description: 'Require every document to be within the size limit after its aliases are expanded.',
    why: 'Kubernetes refuses documents whose aliases expand without bound, and objects larger than a few megabytes.',
    consequence: 'unreadable',
    severity: 'error',
    links: ['https://github.com/yaml/go-yaml/blob/v2.4.2/decode.go'],
  },
  'yaml/suppressions-used': {
    name: 'yaml/suppressions-used',
    description: 'Require every comment that suppresses a rule to suppress a finding.',
    why: 'A comment that suppresses nothing hides the next fault of the same kind at its place.',
    consequence: 'no-effect',
    severity: 'warning',
    links: [],
  },
  'yaml/suppressions-valid': {
    name: 'yaml/suppressions-valid',
    description:
      'Require comments that suppress rules to name rules, to give a reason, and not to have ended.',
    why: "The comment suppresses nothing: the rule's findings are still reported.",
    consequence: 'no-effect',
    severity: 'warning',
    links: [],
  },
  'yaml/text': {
    name: 'yaml/text',
    description: 'Require every file named like a manifest to be UTF-8 text.',
    why: 'Nothing in the file can be checked.',
    consequence: 'unreadable',
    severity: 'warning',
    links: [],
  },
  'yaml/unique-keys': {
    name: 'yaml/unique-keys',
    description: 'Require every key of a map to be unique.',
    why: 'kubectl and Argo CD keep the last value and silently drop the others; Kustomize rejects the resource.',
    consequence: 'not-deployed',
    severity: 'error',
    links: [
      'https://github.com/kubernetes/kubernetes/issues/14791',
      'https://github.com/kubernetes-sigs/kustomize/issues/3480',
    ],
  },
} as const satisfies Record<string, ProblemRule>;

/**
 * A key that a chart writes twice with one value, as templates do when two helpers print the same label. Helm and Argo CD read
 * with sigs.k8s.io/yaml, which keeps one of them. Kustomize rejects it.
 */
export const repeatedAlike = {
  severity: 'info',
  consequence: 'no-effect',
  why: 'Helm, kubectl and Argo CD keep one of the two, which are the same. Kustomize would reject the manifest.',
} as const;

export type ProblemName = keyof typeof problemsByName;

export const problemRules: readonly ProblemRule[] = Object.values(problemsByName);

/** One problem of a file, and the range that shows it. */
export interface YamlProblem {
  readonly rule: ProblemName;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** How many more problems of its rule its document has. */
  readonly more?: number | undefined;
  /** What happens because of it, if that is not what the rule says. */
  readonly why?: string;
  /** Whether the repeated values are equal. */
  readonly isSame?: boolean;
}
