import type { App } from 'cdk8s';
import { suppressions } from '../constructs/checks.js';
import { finishedObjects } from '../constructs/finished.js';
import { lint } from '../lint/lint.js';
import type { ConsequenceKind } from '../model/consequence.js';
import type { Label, Severity } from '../model/finding.js';
import type { MessageData } from '../model/message.js';
import { pathText } from '../report/drift-words.js';
import { faultFindings } from '../report/faults.js';
import { Positions } from '../report/positions.js';
import { otherSources, pathOf, refuseUnread } from './manifests.js';
import { type LintAppOptions, readOptions } from './properties.js';

/** Where an object of the app, or of a file that was linted with it, has a part in a finding. */
export interface AppPlace {
  /** The path of the construct, such as `shop/checkout/Resource`; undefined for what is not the app's. */
  readonly construct: string | undefined;
  /** The file that it is in, or would be after `app.synth()`. */
  readonly manifest: string;
  /** From 1. */
  readonly line: number;
}

/** One place of an app where something does not hold that should. */
export interface AppFinding extends AppPlace {
  /** The rule's name, `area/what-should-hold`; `rolloutkit/fault` where the linter itself failed. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong, in the names of the objects, and what would be right. */
  readonly message: string;
  /** Which message of the rule it is, and what fills it. */
  readonly messageId: string;
  readonly data: MessageData;
  /** What the cluster does because of it, as a kind and in words. */
  readonly consequence: ConsequenceKind | undefined;
  readonly why: string | undefined;
  /** `Rollout/checkout`; undefined for a text that is no object. */
  readonly resource: string | undefined;
  /** The field of the object: `spec.strategy.canary.steps[0]`. */
  readonly path: string | undefined;
  /** Other places that take part. */
  readonly related: readonly (AppPlace & { readonly message: string })[];
}

/** What the package exports under the same name. */
export function lintApp(app: App, options: LintAppOptions): readonly AppFinding[] {
  const { also, chosen } = readOptions(options);
  const objects = finishedObjects(app, pathOf('.'));
  const { sources, objectAt } = objects;
  const { findings, unreadable, faults } = lint([...sources, ...otherSources(also, sources)], chosen.rules, {
    graph: { isSynthesized: true },
  });
  refuseUnread(unreadable);

  const positions = new Positions();
  const placeOf = (place: Label['place']): AppPlace => ({
    construct: objectAt(place)?.node.path,
    manifest: place.source.name,
    line: positions.of(place.source, place.start, place.end).line,
  });
  const isSuppressed = suppressions(app, objects);
  const left = findings
    .map((finding) => chosen.adjust(finding))
    .filter((finding) => finding !== undefined)
    .filter((finding) => !isSuppressed(finding));
  return [...left, ...faultFindings(faults, sources)].map((finding) => {
    const { rule, severity, message, consequence, place, labels, resource, path } = finding;
    return {
      rule,
      severity,
      message: positions.message(finding),
      messageId: message.id,
      data: positions.data(finding),
      consequence: consequence?.kind,
      why: consequence?.why,
      ...placeOf(place),
      resource: resource && `${resource.kind}/${resource.name}`,
      path: path && pathText(path),
      related: labels.map((label) => ({ ...placeOf(label.place), message: positions.label(label) })),
    };
  });
}
