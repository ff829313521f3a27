import { isMap, isSameJson } from '../../kubernetes/objects/json.js';
import { type Finding, severities } from '../../model/finding.js';
import { type Fix, isAskedFor, type Safety } from '../../model/fix.js';
import { filledTemplate } from '../../model/message.js';
import type { Source } from '../../model/source.js';
import { toValue } from '../../model/node.js';
import { expected, meantBy, Texts } from './edits.js';
import { round } from './round.js';

/** The result of linting some sources. */
export interface FixRun {
  readonly sources: readonly Source[];
  /** All findings; `reported` are those to report. */
  readonly findings: readonly Finding[];
  readonly reported: readonly Finding[];
  /** The rendered output of the sources. */
  readonly rendered?: readonly Source[] | undefined;
}

/** The maximum number of rounds; if fixes reveal more findings, the user can run the command again. */
const maxRounds = 50;

type Fixable = Finding & { readonly fix: Fix };

/** The original and the fixed text of a file. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
}

/** The state of sources after fixes. */
export interface Settled<R extends FixRun> {
  readonly run: R;
  readonly changed: ReadonlyMap<Source, TextChange>;
  /** The findings whose fixes were applied and kept. */
  readonly made: readonly { readonly finding: Finding; readonly source: Source }[];
  /** By the keys of findings, why their fixes were not kept in that state. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Applies the fixes of reported findings, round by round, and lints after each round. Rejects a fix if its finding
 * remains or another finding of at least its severity appears at the same place.
 */
export function settled<R extends FixRun>(
  first: R,
  lintAgain: (sources: readonly Source[]) => R,
  safety: Safety,
): Settled<R> {
  const origins = new Map<string, Source>(first.sources.map((source) => [source.path, source]));
  const changed = new Map<Source, TextChange>();
  const made: { finding: Finding; source: Source }[] = [];
  const refused = new Map<string, string>();
  let run = first;
  for (let count = 0; count < maxRounds; count++) {
    const wanted = fixable(run, safety).filter((finding) => !refused.has(findingKey(finding)));
    if (wanted.length === 0) break;
    const direct = wanted.filter(({ fix }) => !fix.rendered);
    // One at a time, so that the differences in the rendered output come from this fix alone.
    const chosen = direct.length > 0 ? direct : wanted.slice(0, 1);
    const byFix = new Map(chosen.map((finding) => [finding.fix, finding]));
    const done = round([...byFix.keys()]);
    for (const [fix, reason] of done.unfit) refused.set(findingKey(byFix.get(fix)!), reason);
    const findings = done.made.map((fix) => byFix.get(fix)!);
    if (findings.length === 0) continue;
    const next = lintAgain(run.sources.map((source) => withText(source, done.texts.get(source)?.after)));
    const objectionTo = objections(run, next);
    const failed = findings.flatMap((finding) => {
      const isAmiss = finding.fix.rendered && !isRenderedAsMeant(finding.fix, run, next);
      const reason =
        objectionTo(finding) ?? (isAmiss ? 'what is rendered changes elsewhere, too.' : undefined);
      return reason === undefined ? [] : [{ finding, reason }];
    });
    if (failed.length > 0) {
      for (const { finding, reason } of failed) refused.set(findingKey(finding), reason);
      continue;
    }
    for (const [source, { before, after }] of done.texts) {
      const origin = origins.get(source.path) ?? source;
      changed.set(origin, { before: changed.get(origin)?.before ?? before, after });
    }
    for (const finding of findings) made.push({ finding, source: writtenBy(finding) });
    run = next;
    // A rejected fix may succeed in the new state.
    refused.clear();
  }
  return { run, changed, made, refused };
}

function writtenBy({ fix }: Fixable): Source {
  return fix.writes[0]!.resource.source;
}

/** Which fixes settle their findings and which do not. */
export interface Tried {
  readonly proven: ReadonlySet<Finding>;
  readonly refused: ReadonlySet<Finding>;
}

/** The maximum number of attempts, each without the fixes that failed in the attempts before. */
const maxTries = 5;

/**
 * Tries the fixes of findings without writing files. If the edits of two fixes touch, only one is tried, and the result
 * of the other stays unknown.
 */
export function tried<R extends FixRun>(
  run: R,
  lintAgain: (sources: readonly Source[]) => R,
  findings: readonly Finding[],
): Tried {
  const refused = new Set<Finding>();
  const wanted = fixable({ ...run, reported: findings }, 'safe');
  for (let count = 0; count < maxTries; count++) {
    const byFix = new Map(
      wanted.filter((finding) => !refused.has(finding)).map((finding) => [finding.fix, finding]),
    );
    const { made, unfit, texts } = round([...byFix.keys()]);
    for (const fix of unfit.keys()) refused.add(byFix.get(fix)!);
    const changed = made.map((fix) => byFix.get(fix)!);
    if (changed.length === 0) break;
    const next = lintAgain(run.sources.map((source) => withText(source, texts.get(source)?.after)));
    const objectionTo = objections(run, next);
    const failed = changed.filter((finding) => objectionTo(finding) !== undefined);
    if (failed.length === 0) return { proven: new Set(changed), refused };
    for (const finding of failed) refused.add(finding);
  }
  return { proven: new Set(), refused };
}

/** The findings whose fixes are requested and only change files that were read unmodified. */
function fixable({ sources, reported }: FixRun, safety: Safety): readonly Fixable[] {
  const known = new Set(sources);
  return reported.filter(
    (finding): finding is Fixable => isFixable(finding, known) && isAskedFor(finding.fix, safety),
  );
}

/** Whether a finding has a fix that only changes files that were read unmodified. */
export function isFixable(finding: Finding, known: ReadonlySet<Source>): finding is Fixable {
  const { fix } = finding;
  return (
    fix !== undefined &&
    fix.writes.length > 0 &&
    fix.writes.every(({ resource: { source } }) => known.has(source) && source.name !== '<stdin>')
  );
}

/**
 * Why a fix is not kept: the finding remains, or a new one appears where the fix has written. A new one that is less severe is what
 * is left to say of the better state.
 */
function objections(before: FixRun, after: FixRun): (finding: Fixable) => string | undefined {
  const [known, left] = [new Set(before.findings.map(findingKey)), new Set(after.findings.map(findingKey))];
  const fresh = new Map<string, Finding[]>();
  for (const finding of after.findings) {
    if (!finding.resource || known.has(findingKey(finding))) continue;
    const object = objectKeyOf(finding.resource);
    fresh.set(object, [...(fresh.get(object) ?? []), finding]);
  }
  return (finding) => {
    if (left.has(findingKey(finding))) return 'the finding remains with it.';
    const rank = severities.indexOf(finding.severity);
    const worse = writtenAnew(finding, fresh).find(({ severity }) => severities.indexOf(severity) >= rank);
    return worse && `${worse.rule} is found there instead.`;
  };
}

/** The new findings where a fix has written. */
function writtenAnew(
  { resource, path = [], fix }: Fixable,
  fresh: ReadonlyMap<string, readonly Finding[]>,
): readonly Finding[] {
  // Another object rendered from the same source has the same kind, but possibly another name.
  const rendered = (fix.rendered ?? []).flatMap((write) =>
    [...fresh.values()]
      .flat()
      .filter((other) => other.resource?.kind === write.resource.kind && isAt(other, write)),
  );
  // The fix of a generated Application is written to its ApplicationSet.
  const isOfSet = fix.writes.some((write) => write.resource.kind === 'ApplicationSet');
  const generated =
    resource?.kind === 'Application' && isOfSet
      ? (fresh.get(objectKeyOf(resource)) ?? []).filter((other) => isAt(other, { path }))
      : [];
  const written = fix.writes.flatMap((write) =>
    write.path.length === 0
      ? (fresh.get(objectKeyOf({ ...kindAndNamespace(write.resource), name: metadataName(write.value) })) ??
        [])
      : (fresh.get(objectKeyOf(write.resource)) ?? []).filter((other) => isAt(other, write)),
  );
  return [...rendered, ...generated, ...written];
}

/** Whether the rendered output differs only as the fix intends. Requires that the output is a single text. */
function isRenderedAsMeant({ rendered = [] }: Fix, before: FixRun, after: FixRun): boolean {
  const [source, another] = new Set(rendered.map(({ resource }) => resource.source));
  const now = after.rendered?.find(({ path }) => path === source?.path);
  if (!source || another || !now || !before.rendered?.includes(source)) return false;
  const [texts, own] = [new Texts(), new Texts()];
  const said = (all: Texts, its: Source) => all.rangesOf(its).map((range) => all.rootOf(its, range));
  const [was, is] = [said(texts, source), said(own, now)];
  if (was.length !== is.length) return false;
  const meant = meantBy({ writes: rendered }, texts);
  return was.every((root, index) => {
    const writes = meant.filter((one) => one.index === index).flatMap((one) => one.writes);
    const made = is[index];
    return isSameJson(made && toValue(made), expected(root && toValue(root), writes));
  });
}

/** Whether a finding of the same object is at the written field, at its parent or at its child. */
function isAt({ path = [] }: Finding, write: Pick<Fix['writes'][number], 'path'>): boolean {
  const length = Math.min(path.length, write.path.length);
  // A finding at the whole object is not specific enough.
  return length > 0 && path.slice(0, length).every((step, index) => step === write.path[index]);
}

function kindAndNamespace({ group, kind, namespace }: NonNullable<Finding['resource']>) {
  return { group, kind, namespace };
}

/** The name of an added object. */
function metadataName(value: unknown): string {
  return isMap(value) && isMap(value['metadata']) ? String(value['metadata']['name']) : '';
}

function objectKeyOf({
  group,
  kind,
  namespace = '',
  name,
}: Pick<NonNullable<Finding['resource']>, 'group' | 'kind' | 'namespace' | 'name'>): string {
  return [group, kind, namespace, name].join('/');
}

/** A key that identifies a finding across edits of its file. */
export function findingKey({ rule, resource, path = [], message, place }: Finding): string {
  return JSON.stringify([
    rule,
    place.source.path,
    resource && objectKeyOf(resource),
    path,
    filledTemplate(message),
  ]);
}

export function withText(source: Source, text: string | undefined): Source {
  return text === undefined
    ? source
    : { path: source.path, name: source.name, isEdited: true, read: () => text };
}
