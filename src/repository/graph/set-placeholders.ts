import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Place } from '../../model/source.js';
import { isOfHelm } from '../../yaml/parse/template.js';
import type { Parameters } from './set-generators.js';
import { Given, Givers } from './set-givers.js';

/** A generator, and what it gives to the template; undefined if that does not follow from the files. */
export interface GeneratorElements {
  readonly generator: Field;
  readonly parameters: readonly Parameters[] | undefined;
}

/** A placeholder in the template of an ApplicationSet that the controller cannot fill in. */
export interface Unfilled {
  readonly set: Resource;
  readonly field: Field;
  readonly place: Place;
  /** With its braces. */
  readonly placeholder: string;
  /** The name of the value, as the language of the set writes it between braces; empty for an expression. */
  readonly name: string;
  /**
   * `dotted` is Go's syntax in a set without goTemplate, `bare` a name without its dot in one with it. No element has the value of
   * one that is `unknown`; some have that of one that is `lacking`. A `map` has values, and is none.
   */
  readonly why: 'dotted' | 'bare' | 'map' | 'unknown' | 'lacking';
  /** The names of the values that there are. */
  readonly known: readonly string[];
  /** Entries of list generators without the value. */
  readonly entries: readonly Field[];
  /** How many elements lack it, and how many there are. */
  readonly count: { readonly lacking: number; readonly all: number };
}

/** Whether a key that a Go template of an ApplicationSet reads and no value has is an error. */
export function failsOnMissingKeys(set: Resource): boolean {
  return set.at('spec', 'goTemplateOptions').items.some(({ text }) => text === 'missingkey=error');
}

/** The placeholders of an ApplicationSet that no value of its generators fills in. */
export function unfilledIn(set: Resource, all: readonly GeneratorElements[], isGo: boolean): Unfilled[] {
  const givens = all.map((one) => new Given(one, isGo));
  const isStrict = failsOnMissingKeys(set);
  const found: Unfilled[] = [];
  const read = (template: Field, whose: (path: Field['path']) => readonly Given[]): void => {
    for (const field of stringsIn(template)) {
      const givers = new Givers(whose(field.path.slice(template.path.length)), isGo);
      if (givers.all.length === 0) continue;
      for (const use of tagsUsed(field, isGo, isStrict)) {
        const why = problemOf(use, givers, isGo);
        if (why) found.push({ set, field: field.lasting, ...use, ...why });
      }
    }
  };
  read(set.at('spec', 'template'), (path) => givens.filter((given) => !given.overrides(path)));
  for (const given of givens) if (given.template?.exists) read(given.template, () => [given]);
  return found;
}

function problemOf(
  { name, placeholder, isPassedOn, syntax }: Use,
  givers: Givers,
  isGo: boolean,
): Pick<Unfilled, 'why' | 'known' | 'entries' | 'count'> | undefined {
  const { known } = givers;
  const isKnown = givers.knows(name);
  const sumOf = (numberOf: (given: Given) => number): number =>
    givers.all.reduce((sum, given) => sum + numberOf(given), 0);
  const all = sumOf((given) => given.all);
  const lacking = sumOf((given) => (given.isOpen ? 0 : given.all - (given.counts.get(name) ?? 0)));
  const told = { known, entries: [], count: { lacking, all } };
  if (syntax === 'dotted') return isPassedOn && !isKnown ? undefined : { why: 'dotted', ...told };
  if (syntax === 'bare') return isKnown ? { why: 'bare', ...told } : undefined;
  if (isGo && !placeholder.includes('|') && givers.haveMap(name)) return { why: 'map', ...told };
  if (lacking === 0) return undefined;
  if (!isKnown && givers.all.every(({ isOpen }) => !isOpen))
    return isPassedOn && !isGo && !givers.knowsAlike(name) ? undefined : { why: 'unknown', ...told };
  if (!isKnown) return undefined;
  return { why: 'lacking', ...told, entries: givers.lacking(name) };
}

/** A placeholder of a template. */
interface Use {
  readonly placeholder: string;
  readonly place: Place;
  readonly name: string;
  readonly syntax: 'own' | 'dotted' | 'bare';
  /** Whether the text may be meant for Helm or another reader of the Application, which fills it in later. */
  readonly isPassedOn: boolean;
}

/** What Go's templates begin with besides a value. */
const goKeyword = /^(?:if|range|with|else|end|define|block|template|break|continue)\b|^\/\*|\$|:=/;

function tagsUsed(field: Field, isGo: boolean, isStrict: boolean): readonly Use[] {
  const text = field.text ?? '';
  const written = text
    .split('{{')
    .slice(1)
    .flatMap((part) => (part.includes('}}') ? [part.slice(0, part.indexOf('}}'))] : []));
  // One that is written again has the same place and the same problem.
  const tags = [...new Set(written)];
  const bodies = tags.map((tag) => tag.replace(/^-/, '').replace(/-$/, '').trim());
  // What a condition guards is not followed.
  if (isGo && bodies.some((body) => goKeyword.test(body))) return [];
  const isPassedOn = !isOfApplication(field.path);
  return tags.flatMap((tag, index): Use[] => {
    const read = isGo ? readAsGo(bodies[index]!, isStrict) : readAsPlain(bodies[index]!, isPassedOn);
    if (!read || isOfHelm(`{{${tag}}}`)) return [];
    const placeholder = `{{${tag}}}`;
    return [{ ...read, placeholder, place: placeOfTag(field, placeholder), isPassedOn }];
  });
}

type ReadTag = Pick<Use, 'name' | 'syntax'> | undefined;

function readAsGo(body: string, isStrict: boolean): ReadTag {
  const [, dotted, piped] = /^\.([\w.]+)\s*(\|[^]*)?$/.exec(body) ?? [];
  // A function after a pipe may have a default, which missingkey=error does not reach.
  if (dotted !== undefined)
    return piped === undefined || isStrict ? { name: dotted, syntax: 'own' } : undefined;
  return /^[A-Za-z_][\w.]*$/.test(body) ? { name: body, syntax: 'bare' } : undefined;
}

function readAsPlain(body: string, isPassedOn: boolean): ReadTag {
  const [, dotted] = /^\.([\w.]+)$/.exec(body) ?? [];
  if (dotted !== undefined) return { name: dotted, syntax: 'dotted' };
  const isExpression = /^\.[\w.]+\s*\|/.test(body) || /^index\s/.test(body) || goKeyword.test(body);
  if (isExpression) return isPassedOn ? undefined : { name: '', syntax: 'dotted' };
  return /^[^\s{}|"'`()]+$/.test(body) ? { name: body, syntax: 'own' } : undefined;
}

/** The fields that Argo CD and the API server read themselves; text in others may be for another program. */
const readByArgoCd: readonly (readonly (string | undefined)[])[] = [
  ...['name', 'namespace'].map((key) => ['metadata', key]),
  ['metadata', 'labels'],
  ['spec', 'project'],
  ['spec', 'destination'],
  ...['repoURL', 'path', 'chart', 'targetRevision', 'ref'].flatMap((key) => [
    ['spec', 'source', key],
    ['spec', 'sources', undefined, key],
  ]),
  ['spec', 'source', 'helm', 'valueFiles'],
  ['spec', 'sources', undefined, 'helm', 'valueFiles'],
  ...['releaseName', 'namespace'].flatMap((key) => [
    ['spec', 'source', 'helm', key],
    ['spec', 'sources', undefined, 'helm', key],
  ]),
];

function isOfApplication(path: Field['path']): boolean {
  const start = path.lastIndexOf('template') + 1;
  return readByArgoCd.some((one) => one.every((key, at) => key === undefined || key === path[start + at]));
}

/** Where a placeholder stands in the text of a field; the whole field if it is written in another way there. */
function placeOfTag(field: Field, placeholder: string): Place {
  const { place } = field;
  const at = place.source.read().slice(place.start, place.end).indexOf(placeholder);
  if (at === -1) return place;
  return { ...place, start: place.start + at, end: place.start + at + placeholder.length };
}

function* stringsIn(field: Field): Iterable<Field> {
  if (field.shape === 'scalar') {
    if (field.text?.includes('{{')) yield field;
    return;
  }
  for (const inner of [...field.items, ...field.entries]) yield* stringsIn(inner);
}
