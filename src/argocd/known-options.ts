/** The allowed values and places of a sync option. */
interface KnownOption {
  readonly values: readonly string[];
  /** Where Argo CD reads it. */
  readonly at: 'both' | 'application' | 'object';
}

/**
 * The sync options of Argo CD, which compares them case-sensitively.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/common/types.go
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go
 */
const syncOptions: Readonly<Record<string, KnownOption>> = {
  ApplyOutOfSyncOnly: { values: ['true', 'false'], at: 'application' },
  ClientSideApplyMigration: { values: ['true', 'false'], at: 'application' },
  CreateNamespace: { values: ['true', 'false'], at: 'application' },
  Delete: { values: ['true', 'false', 'confirm'], at: 'both' },
  FailOnSharedResource: { values: ['true', 'false'], at: 'application' },
  Force: { values: ['true', 'false'], at: 'object' },
  Prune: { values: ['true', 'false', 'confirm'], at: 'both' },
  PruneLast: { values: ['true', 'false'], at: 'both' },
  PrunePropagationPolicy: { values: ['foreground', 'background', 'orphan'], at: 'application' },
  Replace: { values: ['true', 'false'], at: 'both' },
  RespectIgnoreDifferences: { values: ['true', 'false'], at: 'application' },
  ServerSideApply: { values: ['true', 'false'], at: 'both' },
  SkipDryRunOnMissingResource: { values: ['true', 'false'], at: 'both' },
  Validate: { values: ['true', 'false'], at: 'both' },
};

/** The compare options. https://argo-cd.readthedocs.io/en/stable/user-guide/compare-options/ */
const compareOptions: Readonly<Record<string, readonly string[]>> = {
  IgnoreExtraneous: [],
  IncludeMutationWebhook: ['true', 'false'],
  ServerSideDiff: ['true', 'false'],
};

/** Where Argo CD reads each option, by its exact spelling. */
const optionPlaces: ReadonlyMap<string, KnownOption['at']> = new Map(
  Object.entries(syncOptions).flatMap(([name, { values, at }]) =>
    values.map((value) => [`${name}=${value}`, at] as const),
  ),
);

/** Why an option has no effect where it is set. */
export type OptionProblem =
  | { readonly kind: 'spelt'; readonly right: string }
  | { readonly kind: 'application' | 'object' | 'compare' };

/**
 * The option of a list that another one of it leaves without effect: an object that is replaced is not applied.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go (applyObject)
 */
export function outdone(
  options: readonly string[],
): { readonly option: string; readonly by: string } | undefined {
  const [option, by] = ['ServerSideApply=true', 'Replace=true'] as const;
  return options.includes(option) && options.includes(by) ? { option, by } : undefined;
}

/** A field of `syncPolicy.automated` that is written as a sync option. */
export function automatedField(option: string): string | undefined {
  const [name = ''] = option.split('=');
  return ['allowEmpty', 'enabled', 'prune', 'selfHeal'].find((field) => field === name.trim());
}

/** Checks a sync option of an Application or of an object's annotation. */
export function checkSyncOption(option: string, at: 'application' | 'object'): OptionProblem | undefined {
  const place = optionPlaces.get(option);
  if (place !== undefined) return place === 'both' || place === at ? undefined : { kind: place };
  const right = nearestOption(
    option,
    Object.entries(syncOptions).map(([name, { values }]) => [name, values]),
  );
  if (right === undefined)
    return nearestOption(option, Object.entries(compareOptions)) === undefined
      ? undefined
      : { kind: 'compare' };
  return { kind: 'spelt', right };
}

/** The correct spelling of a misspelt compare option. */
export function checkCompareOption(option: string): OptionProblem | undefined {
  const right = nearestOption(option, Object.entries(compareOptions));
  return right === undefined || right === option ? undefined : { kind: 'spelt', right };
}

/** The known option closest to a misspelt one. */
function nearestOption(
  option: string,
  known: readonly (readonly [string, readonly string[]])[],
): string | undefined {
  const [written = '', value = ''] = option.split(/[=:]/).map((part) => part.trim());
  const name = known.find(([candidate]) => isNearOption(letters(written), letters(candidate)));
  if (!name) return undefined;
  const [right, values] = name;
  if (values.length === 0) return right;
  const meant = values.find((candidate) => candidate === letters(value).replace(/^yes$/, 'true'));
  if (meant !== undefined) return `${right}=${meant}`;
  return value === '' ? `${right}=${values[0]!}` : undefined;
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Whether two words differ only in a stretch of at most two letters. */
function isNearOption(written: string, right: string): boolean {
  if (written === right) return true;
  const [shorter, longer] = [written, right].sort((left, other) => left.length - other.length) as [
    string,
    string,
  ];
  if (shorter.length < 6 || longer.length - shorter.length > 2) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start++;
  let end = 0;
  while (end < shorter.length - start && shorter.at(-1 - end) === longer.at(-1 - end)) end++;
  return longer.length - start - end <= 2;
}
