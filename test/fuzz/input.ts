import type { RolloutsVersion } from '../../src/kubernetes/objects/version.js';
import type { MigrationRouter } from '../../src/write/migrate/workload.js';

export const targets = [
  ...(['reader', 'texts', 'lint', 'simulate', 'drift'] as const),
  // What tells a result, what compares two states of files, and what writes.
  ...([
    'formats',
    'cdk8s',
    'impact',
    'migrate',
    'rollback',
    'edits',
    'init',
    'commands',
    'language',
    'lsp',
    'mcp',
  ] as const),
] as const;
export type Target = (typeof targets)[number];

/** What is fed to a target: all that a run depends on, so that it can be kept as a file and fed again. */
export interface Input {
  readonly target: Target;
  /** Texts by their paths. */
  readonly files: Readonly<Record<string, string>>;
  readonly options: InputOptions;
}

export interface InputOptions {
  /** Whether the reader's texts go through all rules, too. */
  readonly lints?: boolean;
  /** What takes a text apart, of the list in test/hostile/readers.ts. */
  readonly takes?: string;
  readonly rollouts?: RolloutsVersion;
  readonly argocd?: string;
  readonly html?: boolean;
  readonly branches?: boolean;
  readonly columns?: number;
  /** The arguments of the command line, and whether the files before are committed. */
  readonly args?: readonly string[];
  readonly git?: boolean;
  /** What `migrate` is asked for. */
  readonly router?: MigrationRouter;
  readonly way?: 'workload-ref' | 'replace';
}

/** Where the files stand in an input that has two states of them. */
export const states = { before: 'before/', after: 'after/' } as const;

export function sizeOf({ files }: Input): number {
  return Object.values(files).reduce((sum, text) => sum + text.length, 0);
}

/** No input is larger: the limits of time and memory hold up to here. */
export const maxSize = 100_000;
