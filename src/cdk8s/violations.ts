import type { Finding, Label } from '../model/finding.js';
import type { Identity } from '../model/resource.js';
import { problemRules } from '../yaml/parse/problems.js';
import { pathText } from '../report/drift-words.js';
import { faultRule } from '../report/faults.js';
import { Positions } from '../report/positions.js';
import { quoted } from '../report/quoted.js';
import { rules } from '../rules/index.js';

/**
 * What cdk8s-cli prints for a rule: one recommendation and one fix, however many resources violate it.
 * https://github.com/cdk8s-team/cdk8s-cli/blob/2.x/src/plugins/validation.ts
 */
export interface Violation {
  readonly ruleName: string;
  readonly recommendation: string;
  readonly fix: string;
  readonly violatingResources: readonly {
    readonly resourceName: string;
    readonly locations: readonly string[];
    readonly manifestPath: string;
  }[];
}

/** One violation for each rule and severity, errors first; `all` are the resources whose names must be distinguished. */
export function violationsOf(findings: readonly Finding[], all: readonly Identity[]): readonly Violation[] {
  const nameOf = resourceNames(all);
  const locationOf = locations();
  return (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const ofSeverity = findings.filter((finding) => finding.severity === severity);
    return [...groupedBy(ofSeverity, ({ rule }) => rule)].map(([rule, broken]) => ({
      ruleName: severity === 'error' ? rule : `${severity}: ${rule}`,
      recommendation: [descriptions.get(rule), ...new Set(broken.map(({ consequence }) => consequence?.why))]
        .filter((sentence) => sentence !== undefined)
        .join(' '),
      fix:
        rule === faultRule
          ? 'This is a bug in rolloutkit, not in the manifests; please report it.'
          : `Each location says what to change; "npx rolloutkit explain ${rule}" shows examples.`,
      violatingResources: [...groupedBy(broken, ({ resource, place }) => resource ?? place.source)].map(
        ([, ofOne]) => ({
          resourceName: nameOf(ofOne[0]),
          locations: ofOne.map(locationOf),
          manifestPath: ofOne[0].place.source.name,
        }),
      ),
    }));
  });
}

const descriptions: ReadonlyMap<string, string> = new Map([
  ...rules.map(({ meta }) => [meta.name, meta.description] as const),
  ...problemRules.map(({ name, description }) => [name, description] as const),
]);

/**
 * The name of a resource in the report. cdk8s-cli looks up its construct by `metadata.name`, whatever the kind, and prints the path.
 * A name that several resources have gets its kind as a prefix, so that cdk8s-cli finds no construct and prints no wrong path.
 * https://github.com/cdk8s-team/cdk8s-core/blob/2.x/src/app.ts (writeConstructMetadata)
 */
function resourceNames(all: readonly Identity[]): (finding: Finding) => string {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const resource of all) {
    count(resource.name);
    count(kindAndName(resource));
  }
  return ({ resource, place }) => {
    if (!resource) return place.source.name;
    const key = kindAndName(resource);
    if (counts.get(resource.name) === 1 && resource.name !== '') return resource.name;
    const isAmbiguous = (counts.get(key) ?? 0) > 1 && resource.namespace !== undefined;
    return isAmbiguous ? `${key} in ${resource.namespace}` : key;
  };
}

function kindAndName({ kind, name }: Identity): string {
  return `${kind}/${name}`;
}

/** `spec.strategy.canary.steps[1] (line 41): …`, with the related places. */
function locations(): (finding: Finding) => string {
  const positions = new Positions();
  const lineOf = ({ source, start, end }: Label['place']) => positions.of(source, start, end).line;
  return (finding) => {
    const { place, path, labels, more } = finding;
    const message = positions.message(finding);
    const field = path === undefined || path.length === 0 ? '' : `${pathText(path)} `;
    const at = place.start < 0 ? field.trim() : `${field}(line ${lineOf(place)})`;
    const related = labels.map((label) => {
      const file = label.place.source === place.source ? '' : `${label.place.source.name} `;
      return ` [${file}line ${lineOf(label.place)}: ${positions.label(label)}]`;
    });
    return quoted(
      `${at === '' ? '' : `${at}: `}${message}${related.join('')}${more === undefined ? '' : ` … and ${more} more`}`,
    );
  };
}

/** Groups in the order of their first members. */
function groupedBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
