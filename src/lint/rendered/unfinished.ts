import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { dnsSubdomainProblems } from '../../kubernetes/validation/labels.js';
import { memoize } from '../../model/memo.js';
import type { HelmUnit } from '../../repository/render/plan.js';
import type { Chart } from '../../repository/template/chart.js';
import { openValue } from '../../repository/template/open-values.js';
import { singleQuoted } from '../../repository/template/parse-template.js';
import { hasStrategy } from '../../rollouts/controllers/validation/spec.js';
import { soundValues } from '../../yaml/parse/values.js';
import { nameWithoutValues } from './tried-values.js';

/** Whether a line is that of an image without a repository or a tag: `image: ":"`. */
function hasEmptyImage(line: string): boolean {
  const [, written = 'web'] = /^(?:- +)?image: *(\S+)$/.exec(line.trim()) ?? [];
  return /^["']?(?::|["']?$)|:["']?$/.test(written);
}

/** An output in which a placeholder stands for each image that a release has to set. */
export function withOpenImages(text: string): string {
  return text
    .split('\n')
    .map((line) => (hasEmptyImage(line) ? line.replace(/image:.*$/, `image: "${openValue}"`) : line))
    .join('\n');
}

/** An output in which a placeholder stands for the strategy of a Rollout that a release has to set whole. */
export function withOpenStrategy(text: string): string {
  const lines = text.split('\n');
  let kind: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('---')) kind = undefined;
    kind ??= /^kind: *["']?(\w+)/.exec(line)?.[1];
    if (kind !== kinds.rollout.kind || !line.startsWith('  strategy:')) continue;
    const value = line.slice('  strategy:'.length).trim();
    const next = lines[index + 1] ?? '';
    const isInNext = value === '' && emptyValue.test(next.trim());
    if (!isInNext && !emptyValue.test(value) && !(value === '' && !next.startsWith('   '))) continue;
    lines[index] = `  strategy: "${openValue}"`;
    if (isInNext) lines[index + 1] = '';
  }
  return lines.join('\n');
}

/** What `toYaml` writes for a value that is missing or empty. */
const emptyValue = /^(?:null|\{\})$/;

/**
 * Whether the values of a chart that no Application releases leave empty what every release has to set. Charts that are made
 * from such values, by a program or by hand, are not those of the repository: what would be found in them is not known.
 */
export function isUnfinished(text: string): boolean {
  if (text.split('\n').some(hasEmptyImage)) return true;
  return (soundValues(text) ?? []).some((value) => {
    const { kind, metadata, spec } = (value ?? {}) as Partial<RolloutObject>;
    const name: unknown = metadata?.name;
    const isNamed =
      typeof name === 'string' && (name.includes(openValue) || dnsSubdomainProblems(name).length === 0);
    return !isNamed || (kind === kinds.rollout.kind && isStrategyEmpty(spec ?? {}));
  });
}

/** Whether a Rollout has no strategy yet. One with other fields is a mistake, and a placeholder is what a release sets. */
function isStrategyEmpty(spec: Pick<RolloutObject['spec'], 'strategy'>): boolean {
  if (hasStrategy(spec)) return false;
  const strategy: unknown = spec.strategy;
  if (typeof strategy !== 'object' || strategy === null) return strategy !== openValue;
  return Object.keys(strategy).every((key) => key === 'canary' || key === 'blueGreen');
}

/** Why Helm does not parse templates of a chart that are read as they are meant. */
export function unparsable(unit: HelmUnit, chart: Chart): readonly string[] {
  return singleQuotedIn(chart).map((found) => `${nameWithoutValues(unit)}/${found}`);
}

/** The same for all releases of the chart, from the file on. */
const singleQuotedIn = memoize(({ templates }: Chart): readonly string[] =>
  [...templates].flatMap(([file, text]) => {
    const found = singleQuoted(text);
    if (!found) return [];
    const line = text.slice(0, found.offset).split('\n').length;
    return `${file}:${line}: ${found.text} is a character constant for Go, which has one character, so Helm fails to parse the template; use double quotes.`;
  }),
);
