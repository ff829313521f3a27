import type { Path } from '../../model/field.js';
import { type Finding, type Label, messageOf, type Rendered, severities } from '../../model/finding.js';
import { presentText } from '../../model/lines.js';
import { isSameList, isSameSet } from '../../model/same-list.js';
import type { Silencer } from '../../model/silencer.js';
import type { Place, Source } from '../../model/source.js';
import { explained } from './causes.js';
import { isMode } from '../../repository/graph/modes.js';
import { docAt, type Rendering } from '../../repository/render/inputs.js';
import type { Located, RenderedSpot } from './located.js';
import { Sharing } from './sharing.js';
import { atSource } from './source-fix.js';
import { findNode, pathAt } from '../../repository/render/tree.js';

/**
 * Moves findings from rendered output to the files that a user edits. Several findings at one line of a shared file
 * become one; a finding in only one unit points at a file of that unit.
 */
export function relocate(findings: readonly Finding[], renderings: readonly Rendering[]): readonly Finding[] {
  return new Relocation(renderings).of(findings);
}

/** The same for one list of findings after the other: what is moved stays the same object as long as it is moved from the same. */
export class Relocation {
  private readonly bySource: ReadonlyMap<Source, Rendering>;
  private readonly shared: Sharing;
  private last: Moved | undefined;

  constructor(renderings: readonly Rendering[]) {
    this.bySource = new Map(renderings.map((rendering) => [rendering.text.source, rendering]));
    this.shared = new Sharing(renderings);
  }

  of(findings: readonly Finding[]): readonly Finding[] {
    const [others, from]: [Finding[], Finding[]] = [[], []];
    for (const finding of findings) (this.isMoved(finding) ? from : others).push(finding);
    const last = this.last && isSameList(this.last.from, from) ? this.last : undefined;
    const { placed, causes, unplaced } = last ?? this.placed(from);
    const plain = [...others, ...unplaced];
    // Files of a unit that could not be rendered are linted unrendered, while other units render them.
    const files = new Set(placed.map(({ place }) => place.source.path));
    const said = new Set(
      plain
        .filter(({ place }) => files.has(place.source.path))
        .map((finding) => shownKey(finding.rule, finding.place, messageOf(finding))),
    );
    const settled = last && isSameSet(last.said, said) ? last.settled : this.settled(placed, said);
    this.last = { from, placed, causes, unplaced, said, settled };
    return [...plain, ...causes, ...settled].sort(byPlace);
  }

  private isMoved({ place, labels }: Finding): boolean {
    return this.bySource.has(place.source) || labels.some((label) => this.bySource.has(label.place.source));
  }

  private placed(from: readonly Finding[]): Pick<Moved, 'placed' | 'causes' | 'unplaced'> {
    const [located, unplaced]: [Located[], Finding[]] = [[], []];
    for (const finding of from) {
      const main = this.spotOf(finding.place, finding.path);
      const others = finding.labels.flatMap(({ place }) => this.spotOf(place) ?? []);
      const spots = [...(main ? [main] : []), ...others];
      const [first] = spots;
      if (first) located.push({ finding, rendering: first.rendering, main, spots });
      else unplaced.push(finding);
    }
    const { left, causes } = explained(located);
    return { placed: left.map(placedAt), causes, unplaced };
  }

  private spotOf(place: Place, path?: Path): RenderedSpot | undefined {
    const rendering = this.bySource.get(place.source);
    return rendering && spotIn(place, rendering, path);
  }

  private settled(placed: readonly PlacedFinding[], said: ReadonlySet<string>): readonly Finding[] {
    const groups = new Map<string, { readonly place: Place; readonly in: Located[] }>();
    for (const { one, place, key } of placed) {
      if (said.has(key)) continue;
      const group = groups.get(key);
      if (group) group.in.push(one);
      else groups.set(key, { place, in: [one] });
    }
    return withoutEchoes([...groups.values()].flatMap((group) => settle(group.place, group.in, this.shared)));
  }
}

/** A finding with the place in the files that it moves to. */
interface PlacedFinding {
  readonly one: Located;
  readonly place: Place;
  readonly key: string;
}

/** The findings that were moved last, and the steps to where they are. */
interface Moved {
  readonly from: readonly Finding[];
  readonly placed: readonly PlacedFinding[];
  readonly causes: readonly Finding[];
  /** Those that no object of a rendering has. */
  readonly unplaced: readonly Finding[];
  /** What was found in the same files otherwise. */
  readonly said: ReadonlySet<string>;
  readonly settled: readonly Finding[];
}

function placedAt(one: Located): PlacedFinding {
  const place = one.main ? placeOf(one.main, one.finding) : one.finding.place;
  return { one, place, key: shownKey(one.finding.rule, place, withoutNames(one)) };
}

function shownKey(rule: string, { source, start }: Place, message: string): string {
  return [rule, source.path, start, message].join('\n');
}

/** A finding, and where it appears if that is another place. */
interface Relocated {
  readonly finding: Finding;
  readonly shown: Place | undefined;
}

/** Merges a moved finding into a finding at the same line as a label. */
function withoutEchoes(all: readonly Relocated[]): readonly Finding[] {
  const isEcho = ({ finding, shown }: Relocated, { finding: other, shown: elsewhere }: Relocated): boolean =>
    shown !== undefined &&
    elsewhere === undefined &&
    finding.place.source === other.place.source &&
    finding.place.start === other.place.start &&
    severities.indexOf(finding.severity) <= severities.indexOf(other.severity);
  return all
    .filter((one) => !all.some((other) => isEcho(one, other)))
    .map((one) => {
      const labels = all
        .filter((other) => isEcho(other, one))
        .flatMap(({ finding: { rule }, shown: place }): Label[] =>
          place ? [{ place, message: `${rule} is violated here` }] : [],
        );
      return labels.length === 0
        ? one.finding
        : { ...one.finding, labels: [...one.finding.labels, ...labels] };
    });
}

/** The place in a source file from which a spot was rendered; undefined if unknown. */
function sourceOf(
  { rendering, doc, path, isKey }: RenderedSpot,
  finding?: Pick<Finding, 'path'>,
): Place | undefined {
  const origin = rendering.origins.of(doc);
  // A finding about a missing field is placed at a parent of the field.
  const isRemoved = finding?.path && finding.path.length > path.length && isBeginning(path, finding.path);
  return (isRemoved ? origin?.removal(finding.path ?? []) : undefined) ?? origin?.place(path, isKey);
}

/** The place that is shown for a spot: in its source, else the start of the file that it was made of, else in the output. */
function placeOf(spot: RenderedSpot, shown: Pick<Finding, 'place' | 'path'>): Place {
  return sourceOf(spot, shown) ?? spot.rendering.origins.file(spot.doc) ?? shown.place;
}

/** What is not known of the place of a finding. */
function unknownOf(main: RenderedSpot, finding: Finding, place: Place): Rendered['unknown'] {
  const { rendering, doc } = main;
  if (place.source === rendering.text.source) return 'file';
  if (sourceOf(main, finding)) return undefined;
  const file = rendering.origins.file(doc);
  return file?.source === place.source && file.start === place.start ? 'line' : undefined;
}

function isBeginning(start: Path, path: Path): boolean {
  return start.every((segment, index) => String(segment) === String(path[index]));
}

/** One finding for several units at the same line, or one for each unit if the cause is in the unit's own files. */
function settle(place: Place, all: readonly Located[], shared: Sharing): readonly Relocated[] {
  const units = all.map(({ rendering }) => rendering);
  if (shared.isSharedBeyond(place, units))
    return all.map((one) => {
      const own = ownPlace(one, (file) => !shared.isSharedBeyond({ source: { path: file } }, units));
      return own
        ? { finding: movedTo(one, own, [one.rendering], place), shown: place }
        : { finding: movedTo(one, place, [one.rendering]), shown: undefined };
    });
  const one = severities
    .flatMap((severity) => all.find(({ finding }) => finding.severity === severity) ?? [])
    .at(-1);
  return one ? [{ finding: movedTo(one, place, units), shown: undefined }] : [];
}

/** A line in the unit's own files that concerns the finding. */
function ownPlace({ finding, spots, main }: Located, isOwn: (file: string) => boolean): Place | undefined {
  for (const spot of spots) {
    const place = sourceOf(spot);
    if (place && isOwn(place.source.path)) return place;
  }
  const paths = main && finding.path ? [{ spot: main, path: finding.path }] : [];
  for (const { spot, path } of [...paths, ...spots.map((spot) => ({ spot, path: spot.path }))]) {
    const place = spot.rendering.origins.of(spot.doc)?.touches(path, isOwn);
    if (place) return place;
  }
  return undefined;
}

function movedTo(one: Located, place: Place, units: readonly Rendering[], shown?: Place): Finding {
  const { finding, main, rendering } = one;
  const labels = finding.labels.flatMap((label): Label[] => {
    const spot = spotIn(label.place, rendering);
    const at = spot ? placeOf(spot, label) : label.place;
    const isMain = at.source === place.source && at.start === place.start;
    return isMain ? [] : [{ ...label, place: at }];
  });
  const also = shown ? [{ place: shown, message: 'does not match the change there' }] : [];
  const names = namesOf(units);
  return {
    ...finding,
    fix: finding.fix && (atSource(finding.fix, rendering) ?? finding.fix),
    choices: finding.choices?.flatMap((choice) => atSource(choice, rendering) ?? []),
    place,
    labels: [...also, ...labels],
    ...(finding.silencer && { silencer: movedSilencer(finding.silencer, rendering, place) }),
    rendered: { cause: withoutNames(one), from: names, unknown: main && unknownOf(main, finding, place) },
  };
}

/** What suppresses a finding, at its place in the source: an annotation is a field, and a comment has the same text there. */
function movedSilencer(silencer: Silencer, rendering: Rendering, moved: Place): Silencer {
  if (!('place' in silencer)) return silencer;
  const { by, place } = silencer;
  const spot = spotIn(place, rendering);
  if (!spot) return silencer;
  if (by === 'annotation') return { ...silencer, place: placeOf(spot, { place }) };
  const comment = presentText(place.source).slice(place.start, place.end);
  const text = presentText(moved.source);
  const above = text.lastIndexOf(comment, Math.max(0, moved.start));
  const start = above === -1 ? text.indexOf(comment) : above;
  // One that a template makes is nowhere.
  if (start === -1) return { ...silencer, place: moved };
  return { ...silencer, place: { source: moved.source, start, end: start + comment.length } };
}

/** What a finding was rendered from; a chart in a mode that no release has is only named where no release has it. */
function namesOf(units: readonly Rendering[]): readonly string[] {
  const released = units.filter(({ unit }) => !isMode(unit.folder));
  const [first] = units;
  return released.length > 0 || !first
    ? [...new Set(released.map(({ unit }) => unit.name))]
    : [first.unit.name];
}

/**
 * The spot at a place. If a finding is about a value that begins there, or about a missing child of it, the spot is
 * that value and not its first key.
 */
function spotIn(place: Place, rendering: Rendering, path?: Path): RenderedSpot | undefined {
  if (place.source !== rendering.text.source) return undefined;
  const doc = docAt(rendering.text.docs, Math.max(0, place.start));
  if (!doc) return undefined;
  for (let length = path?.length ?? 0; length > 0; length--) {
    const part = path!.slice(0, length);
    const value = findNode(doc.root, part)?.node;
    if (value?.start === place.start) return { rendering, doc, path: part, isKey: false };
    if (value) break;
  }
  return { rendering, doc, ...pathAt(doc.root, place.start) };
}

/** The message with the names from the source files, so that it is equal for units that rename objects. */
function withoutNames({ finding, rendering }: Located): string {
  let message = messageOf(finding);
  for (const doc of rendering.text.docs) {
    const written = rendering.origins.of(doc)?.written?.name;
    const name = doc.name;
    if (written !== undefined && name !== written && name !== '')
      message = message.replaceAll(`"${name}"`, `"${written}"`);
  }
  return message;
}

function byPlace(left: Finding, right: Finding): number {
  const [a, b] = [left.place.source.path, right.place.source.path];
  if (a !== b) return a < b ? -1 : 1;
  return left.place.start - right.place.start || (left.rule < right.rule ? -1 : 1);
}
