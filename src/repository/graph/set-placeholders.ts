import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Place } from '../../model/source.js';
import { isOfHelm } from '../../yaml/parse/template.js';
import type { Parameters } from './set-generators.js';

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
   * one that is `unknown`; some have that of one that is `lacking`.
   */
  readonly why: 'dotted' | 'bare' | 'unknown' | 'lacking';
  /** The names of the values that there are. */
  readonly known: readonly string[];
  /** Entries of list generators without the value. */
  readonly entries: readonly Field[];
  /** How many elements lack it, and how many there are. */
  readonly count: { readonly lacking: number; readonly all: number };
}

/** The placeholders of an ApplicationSet that no value of its generators fills in. */
export function unfilledIn(set: Resource, all: readonly GeneratorElements[], isGo: boolean): Unfilled[] {
  const givens = all.map((one) => new Given(one, isGo));
  const isStrict = set.at('spec', 'goTemplateOptions').items.some(({ text }) => text === 'missingkey=error');
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

/** What one generator gives. */
class Given {
  /** The template of the generator itself. */
  readonly template: Field | undefined;
  readonly all: number;
  /** Whether any name may be given. */
  readonly isOpen: boolean;
  /** In how many elements each name has a value, and each prefix of one for Go, which reads maps. */
  readonly counts = new Map<string, number>();
  private readonly generator: Field;
  private readonly parameters: readonly Parameters[];

  constructor({ generator, parameters }: GeneratorElements, isGo: boolean) {
    this.generator = generator;
    this.parameters = parameters ?? [];
    this.all = this.parameters.length;
    // The cluster of Argo CD itself has no Secret, hence other values.
    this.isOpen = parameters === undefined || hasClusters(generator);
    this.template = generator.entries.find(({ key }) => key !== 'selector')?.at('template');
    for (const one of this.parameters)
      for (const name of namesGiven(one, isGo)) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    for (const name of namesOfKinds(generator, isGo))
      if (!this.counts.has(name)) this.counts.set(name, this.all);
  }

  /** Whether its own template has something else at a path, or around it. */
  overrides(path: Field['path']): boolean {
    const { template } = this;
    if (!template?.exists) return false;
    return path.some((_, index) => {
      const own = template.along(path.slice(0, index + 1));
      return own.exists && own.shape !== 'map' && own.text !== '';
    });
  }

  /** The entries of its list without a value of this name. */
  *lacking(name: string, isGo: boolean): Iterable<Field> {
    for (const [index, item] of this.generator.at('list', 'elements').items.entries()) {
      const one = this.parameters[index];
      if (one !== undefined && !namesGiven(one, isGo).has(name)) yield item;
    }
  }
}

/** The generators that fill in one field of a template. Its placeholders may be thousands, so what they share is found once. */
class Givers {
  readonly all: readonly Given[];
  private readonly isGo: boolean;
  private names: ReadonlySet<string> | undefined;
  private list: readonly string[] | undefined;
  private lasts: ReadonlySet<string> | undefined;

  constructor(all: readonly Given[], isGo: boolean) {
    this.all = all;
    this.isGo = isGo;
  }

  /** The names of the values that there are. */
  get known(): readonly string[] {
    return (this.list ??= [...this.knownNames]);
  }

  knows(name: string): boolean {
    return this.knownNames.has(name);
  }

  /** Whether a name is one of those that are known, apart from the case or the first segments. */
  knowsAlike(name: string): boolean {
    this.lasts ??= new Set(this.known.map(lastSegment));
    return this.lasts.has(lastSegment(name));
  }

  /** Entries of lists that lack a value of this name, at most as many as are told for one placeholder. */
  lacking(name: string): readonly Field[] {
    const found: Field[] = [];
    for (const given of this.all) {
      if (given.isOpen) continue;
      for (const entry of given.lacking(name, this.isGo)) {
        found.push(entry);
        if (found.length === mostEntries) return found;
      }
    }
    return found;
  }

  private get knownNames(): ReadonlySet<string> {
    return (this.names ??= new Set(this.all.flatMap(({ counts }) => [...counts.keys()])));
  }
}

function lastSegment(name: string): string {
  return name.toLowerCase().split('.').at(-1)!;
}

/** How many entries of a list are told for one placeholder. */
const mostEntries = 20;

function problemOf(
  { name, isPassedOn, syntax }: Use,
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

function namesGiven(parameters: Parameters, isGo: boolean): ReadonlySet<string> {
  const names = Object.keys(parameters);
  if (!isGo) return new Set(names);
  return new Set(
    names.flatMap((name) => {
      const steps = name.split('.');
      return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
    }),
  );
}

function hasClusters(generator: Field): boolean {
  return kindsIn(generator).some((kind) => kind === 'clusters');
}

/** The kinds of a generator and of those that it combines. */
function kindsIn(generator: Field): readonly string[] {
  return generator.entries.flatMap((entry) => [
    String(entry.key),
    ...entry.at('generators').items.flatMap(kindsIn),
  ]);
}

/** What generators give whose elements are unknown. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  clusters: ['name', 'nameNormalized', 'server', 'project'],
  git: ['path', 'path.basename', 'path.basenameNormalized'],
  pullRequest: ['number', 'branch', 'branch_slug', 'target_branch', 'head_sha', 'head_short_sha'],
  scmProvider: ['organization', 'repository', 'url', 'branch', 'sha', 'short_sha'],
};

function namesOfKinds(generator: Field, isGo: boolean): readonly string[] {
  const names = kindsIn(generator).flatMap((kind) => (Object.hasOwn(namesOf, kind) ? namesOf[kind]! : []));
  return isGo || !generator.at('git').exists ? names : names.filter((name) => !name.startsWith('path'));
}
