import type { App } from 'cdk8s';
import { lint } from '../lint/lint.js';
import type { Label, Severity } from '../model/finding.js';
import { pathText } from '../report/drift-words.js';
import { Positions } from '../report/positions.js';
import { appManifests } from './app-manifests.js';
import { otherSources, refuseUnread } from './manifests.js';
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
  /** The rule's name, `area/what-should-hold`. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong, in the names of the objects, and what would be right. */
  readonly message: string;
  /** What the cluster does because of it. */
  readonly why: string | undefined;
  /** `Rollout/checkout`; undefined for a text that is no object. */
  readonly resource: string | undefined;
  /** The field of the object: `spec.strategy.canary.steps[0]`. */
  readonly path: string | undefined;
  /** Other places that take part. */
  readonly related: readonly (AppPlace & { readonly message: string })[];
}

/**
 * Lints the objects of an app as they are now, all charts together, for a test: `expect(lintApp(app)).toEqual([])`.
 * Nothing is written and no validation of a construct runs; `app.synth()` runs those.
 * @throws Error for options that there are not, and for what `also` names and cannot be read
 */
export function lintApp(app: App, options: LintAppOptions = {}): readonly AppFinding[] {
  const { also, chosen } = readOptions(options);
  const { sources, constructAt } = appManifests(app);
  const { findings, unreadable } = lint([...sources, ...otherSources(also, sources)], chosen.rules, {
    parsesAll: chosen.rules.length === 0,
  });
  refuseUnread(unreadable);

  const positions = new Positions();
  const placeOf = (place: Label['place']): AppPlace => ({
    construct: constructAt(place),
    manifest: place.source.name,
    line: positions.of(place.source, place.start, place.end).line,
  });
  return findings
    .map((finding) => chosen.adjust(finding))
    .filter((finding) => finding !== undefined)
    .map(({ rule, severity, message, why, place, labels, resource, path }) => ({
      rule,
      severity,
      message,
      why,
      ...placeOf(place),
      resource: resource && `${resource.kind}/${resource.name}`,
      path: path && pathText(path),
      related: labels.map((label) => ({ ...placeOf(label.place), message: label.message })),
    }));
}
