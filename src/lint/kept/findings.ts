import { type Consequence } from '../../model/consequence.js';
import type { Path } from '../../model/field.js';
import type { Finding, Label, Live, Severity } from '../../model/finding.js';
import type { Fix, Safety } from '../../model/fix.js';
import type { Message } from '../../model/message.js';
import { type Identity, Resource } from '../../model/resource.js';
import type { Silencer } from '../../model/silencer.js';
import type { Place, Source } from '../../model/source.js';

/** What findings refer to: sources by number, and the objects of each by number. */
interface Numbered {
  readonly numberOf: (source: Source) => number | undefined;
  readonly objectsOf: (source: Source) => readonly Resource[];
}

type KeptPlace = readonly [source: number, start: number, end: number];

/** An object of a source by its number, or one that is made of the source and has no document. */
type KeptObject =
  | readonly [source: number, index: number]
  | readonly [source: number, offset: number, identity: KeptIdentity];

type KeptIdentity = readonly [
  group: string,
  version: string,
  kind: string,
  name: string,
  namespace: string | null,
];

interface KeptWrite {
  readonly object: KeptObject;
  readonly path: Path;
  readonly value?: unknown;
}

interface KeptFix {
  readonly title: string;
  readonly safety: Safety;
  readonly writes: readonly KeptWrite[];
}

/** A finding as plain values. */
export interface KeptFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly isSettled?: boolean;
  readonly message: Message;
  readonly consequence?: Consequence;
  readonly case?: string;
  readonly place: KeptPlace;
  readonly labels: readonly (readonly [...KeptPlace, message: string])[];
  readonly live?: Live;
  readonly fix?: KeptFix;
  readonly choices?: readonly KeptFix[];
  readonly object?: KeptObject;
  readonly path?: Path;
  readonly more?: number;
  readonly moreIn?: 'file';
  readonly silencer?: KeptSilencer;
}

/** A silencer whose comment or annotation is a place of a source by its number. */
type KeptSilencer = PlacedSilencer | Exclude<Silencer, { readonly place: Place }>;

type PlacedSilencer = Omit<Extract<Silencer, { readonly place: Place }>, 'place'> & {
  readonly place: KeptPlace;
};

/** Thrown where a finding has something that plain values cannot say. */
class UnfitError extends Error {}

/** Findings as plain values; undefined if one of them has something that these cannot say. */
export function keptFindings(
  findings: readonly Finding[],
  numbered: Numbered,
): readonly KeptFinding[] | undefined {
  try {
    return findings.map((finding) => keptFinding(finding, numbered));
  } catch (error) {
    if (error instanceof UnfitError) return undefined;
    throw error;
  }
}

function keptFinding(finding: Finding, numbered: Numbered): KeptFinding {
  const { place, labels, fix, choices, resource, rendered, construct, silencer, ...plain } = finding;
  if (rendered !== undefined || construct !== undefined || !isPlain(plain)) throw new UnfitError();
  return {
    ...(plain as Omit<KeptFinding, 'place' | 'labels'>),
    place: keptPlace(place, numbered),
    labels: labels.map((label) => [...keptPlace(label.place, numbered), label.message] as const),
    ...(fix && { fix: keptFix(fix, numbered) }),
    ...(choices && { choices: choices.map((choice) => keptFix(choice, numbered)) }),
    ...(resource && { object: keptObject(resource, numbered) }),
    ...(silencer && { silencer: keptSilencer(silencer, numbered) }),
  };
}

function keptSilencer(silencer: Silencer, numbered: Numbered): KeptSilencer {
  return 'place' in silencer ? { ...silencer, place: keptPlace(silencer.place, numbered) } : silencer;
}

function keptPlace({ source, start, end }: Place, { numberOf }: Numbered): KeptPlace {
  const number = numberOf(source);
  if (number === undefined) throw new UnfitError();
  return [number, start, end];
}

function keptFix({ title, safety, writes, ...rest }: Fix, numbered: Numbered): KeptFix {
  if (Object.values(rest).some((value) => value !== undefined)) throw new UnfitError();
  return {
    title,
    safety,
    writes: writes.map(({ resource, path, value }) => {
      if (!isPlain({ path, value })) throw new UnfitError();
      const object = keptObject(resource, numbered);
      // What is written to needs its document.
      if (object.length === 3) throw new UnfitError();
      return { object, path, value };
    }),
  };
}

function keptObject(resource: Identity, { numberOf, objectsOf }: Numbered): KeptObject {
  if (!(resource instanceof Resource)) throw new UnfitError();
  const number = numberOf(resource.source);
  if (number === undefined) throw new UnfitError();
  const index = objectsOf(resource.source).indexOf(resource);
  if (index !== -1) return [number, index];
  const { group, version, kind, name, namespace } = resource;
  return [number, resource.offset, [group, version, kind, name, namespace ?? null]];
}

/** Whether JSON keeps a value as it is; undefined is left out of maps. */
function isPlain(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth > 100) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((item) => item === undefined || isPlain(item, depth + 1));
}

/** The findings of kept ones, in the sources of this run; undefined if one refers to what these do not have. */
export function findingsOf(
  kept: readonly KeptFinding[],
  sources: readonly Source[],
  objectsOf: Numbered['objectsOf'],
): readonly Finding[] | undefined {
  const found: Finding[] = [];
  for (const { place, labels, fix, choices, object, silencer, ...rest } of kept) {
    const at = placeOf(place);
    const marks = labels.map(([source, start, end, message]): Label | undefined => {
      const its = placeOf([source, start, end]);
      return its && { place: its, message };
    });
    const resource = object && objectOf(object);
    const [itsFix, itsChoices] = [fix && fixOf(fix), choices?.map(fixOf)];
    const by = silencer && silencerOf(silencer);
    if (silencer && !by) return undefined;
    if (!at || !marks.every((mark) => mark !== undefined) || (object && !resource)) return undefined;
    if ((fix && !itsFix) || itsChoices?.every((choice) => choice !== undefined) === false) return undefined;
    found.push({
      ...rest,
      consequence: rest.consequence,
      place: at,
      labels: marks,
      fix: itsFix,
      choices: itsChoices,
      resource,
      ...(by && { silencer: by }),
    });
  }
  return found;

  function silencerOf(one: KeptSilencer): Silencer | undefined {
    if (!('place' in one)) return one;
    const at = placeOf(one.place);
    return at && { ...one, place: at };
  }

  function placeOf([number, start, end]: KeptPlace): Place | undefined {
    const source = sources[number];
    return source && { source, start, end };
  }

  function objectOf([number, at, identity]: KeptObject): Resource | undefined {
    const source = sources[number];
    if (!source) return undefined;
    if (!identity) return objectsOf(source)[at];
    const [group, version, kind, name, namespace] = identity;
    const its = { group, version, kind, name, namespace: namespace ?? undefined };
    return new Resource(its, source, at, { root: { kind: 'map', entries: [], start: -1, end: -1 } });
  }

  function fixOf({ title, safety, writes }: KeptFix): Fix | undefined {
    const made = writes.map(({ object, path, value }) => ({ resource: objectOf(object), path, value }));
    if (!made.every(({ resource }) => resource)) return undefined;
    return { title, safety, writes: made as Fix['writes'] };
  }
}
