import type { Field } from '../../model/field.js';
import type { Parameters } from './set-generators.js';
import type { GeneratorElements } from './set-placeholders.js';

/** How many entries of a list are told for one placeholder. */
const mostEntries = 20;

/** What one generator gives. */
export class Given {
  /** The template of the generator itself. */
  readonly template: Field | undefined;
  readonly all: number;
  /** Whether any name may be given. */
  readonly isOpen: boolean;
  /** In how many elements each name has a value, and each prefix of one for Go, which reads maps. */
  readonly counts = new Map<string, number>();
  /** For Go: names of maps in every element; where there are none, the map that each would have. */
  readonly maps: ReadonlySet<string>;
  private readonly generator: Field;
  private readonly parameters: readonly Parameters[];

  constructor({ generator, parameters }: GeneratorElements, isGo: boolean) {
    this.generator = generator;
    this.parameters = parameters ?? [];
    this.all = this.parameters.length;
    // The cluster of Argo CD itself has no Secret, hence other values.
    this.isOpen = parameters === undefined || hasClusters(generator);
    this.template = generator.entries.find(({ key }) => key !== 'selector')?.at('template');
    const mapCounts = new Map<string, number>();
    for (const one of this.parameters)
      for (const name of namesGiven(one, isGo)) {
        this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
        if (!Object.hasOwn(one, name)) mapCounts.set(name, (mapCounts.get(name) ?? 0) + 1);
      }
    this.maps = new Set(
      this.all > 0
        ? [...mapCounts].flatMap(([name, count]) => (count === this.all ? [name] : []))
        : isGo && hasPathOfGit(generator)
          ? ['path']
          : [],
    );
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
export class Givers {
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

  /** Whether a name is that of a map, whichever of the generators fills in. */
  haveMap(name: string): boolean {
    return this.all.every(({ maps }) => maps.has(name));
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

/**
 * Whether each element has the map `path`, which says of which folder or file of a repository it is.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/generators/git.go (generateParamsFromGitFile)
 */
function hasPathOfGit(generator: Field): boolean {
  return generator.at('git').exists && !generator.at('git', 'pathParamPrefix').exists;
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
