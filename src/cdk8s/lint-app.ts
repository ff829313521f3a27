import type { App } from 'cdk8s';
import { suppressions } from '../constructs/checks.js';
import { finishedObjects } from '../constructs/finished.js';
import { lint, type LintResult } from '../lint/lint.js';
import type { ConsequenceKind } from '../model/consequence.js';
import type { Label, Severity } from '../model/finding.js';
import type { MessageData } from '../model/message.js';
import type { Source } from '../model/source.js';
import { type Unchecked, uncheckedInputs } from '../lint/project/unchecked.js';
import { pathText } from '../report/drift-words.js';
import { faultFindings } from '../report/faults.js';
import { Positions } from '../report/positions.js';
import { otherSources, absolutePath, refuseUnread } from './manifests.js';
import { type LintAppOptions, readOptions } from './properties.js';

/** A place of a finding in an object of the app, or of a file that was linted with it. */
export interface AppPlace {
  /** The path of the construct, such as `shop/checkout/Resource`; undefined for objects that are not in the app. */
  readonly construct: string | undefined;
  /** The file that contains it, or would contain it after `app.synth()`. */
  readonly manifest: string;
  /** From 1. */
  readonly line: number;
}

/** A problem at one place of an app. */
export interface AppFinding extends AppPlace {
  /** The rule's name, `area/what-should-hold`; `rolloutkit/fault` where the linter itself failed, and `rolloutkit/checked` for what it did not read. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong, with the names of the objects, and how to correct it. */
  readonly message: string;
  /** The id of the message, and its data. */
  readonly messageId: string;
  readonly data: MessageData;
  /** The consequence in the cluster, as a kind and in words. */
  readonly consequence: ConsequenceKind | undefined;
  readonly why: string | undefined;
  /** Such as `Rollout/checkout`; undefined for a document that is not an object. */
  readonly resource: string | undefined;
  /** The field of the object: `spec.strategy.canary.steps[0]`. */
  readonly path: string | undefined;
  /** Related places. */
  readonly related: readonly (AppPlace & { readonly message: string })[];
}

/** What the package exports under the same name. */
export function lintApp(app: App, options: LintAppOptions): readonly AppFinding[] {
  const { also, chosen } = readOptions(options);
  const objects = finishedObjects(app, absolutePath('.'));
  const { sources, objectAt } = objects;
  const { findings, unreadable, faults, limits, ...result } = lint(
    [...sources, ...otherSources(also, sources)],
    chosen.rules,
    { graph: { isSynthesized: true } },
  );
  refuseUnread(unreadable);
  if (limits.length > 0) throw new Error(limits.join(' '));

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
  const told = [...left, ...faultFindings(faults, sources)].map((finding): AppFinding => {
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
  return [...told, ...uncheckedFindings(result)];
}

/** Reports paths in `also` that were not read, because a test that expects no finding would pass otherwise. */
function uncheckedFindings({
  templates,
  unrendered,
  undeployed,
  resources,
}: Pick<LintResult, 'templates' | 'unrendered' | 'undeployed' | 'resources'>): readonly AppFinding[] {
  const left = { unrendered, undeployed: { ...undeployed, unlisted: [], samples: [], live: [] } };
  const notesOf = (some: readonly Source[], whole: Unchecked): readonly AppFinding[] =>
    uncheckedInputs(whole, { command: 'lint', resources, isRendered: false }).notes.map(
      ({ message }): AppFinding => ({
        rule: 'rolloutkit/checked',
        severity: 'info',
        message,
        messageId: 'unchecked',
        data: {},
        consequence: undefined,
        why: undefined,
        construct: undefined,
        manifest: some[0]?.name ?? '',
        line: 1,
        resource: undefined,
        path: undefined,
        related: [],
      }),
    );
  return [
    ...notesOf(templates, { ...left, templates, unrendered: [] }),
    ...notesOf(unrendered, { ...left, templates: [] }),
  ];
}
