import { lint } from '../lint.js';
import type { Finding } from '../../model/finding.js';
import { filledTemplate } from '../../model/message.js';
import type { MapNode, Node } from '../../model/node.js';
import type { Target } from '../../model/reference.js';
import type { Source } from '../../model/source.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { rules as allRules } from '../../rules/index.js';
import type { Rule } from '../../rules/rule.js';
import { type FragmentSurroundings, surroundingsFor } from './surroundings.js';
import { within } from './within.js';

/** A part of a manifest, with the findings that apply wherever it is used. */
export interface Fragment {
  /** The kind of the surrounding object. */
  readonly kind: string;
  /** Its path in the object: `spec.strategy.canary.steps`, or the empty string for the whole object. */
  readonly at: string;
  readonly findings: readonly Finding[];
  /** The names of header and mirror routes that its steps set, which managedRoutes must list. */
  readonly managed: readonly string[];
}

/** Notes on how a fragment was interpreted, and what could not be checked. */
export function notesOn({ kind, at, managed }: Fragment, name: string): readonly string[] {
  const place = at === '' ? kind : `${at} of ${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;
  return [
    `${name} is not a whole object. It was checked as ${place}; the objects that it refers to were not.`,
    ...(managed.length > 0 && at.startsWith('spec.strategy.canary')
      ? [`managedRoutes of trafficRouting must list ${managed.map((route) => `"${route}"`).join(', ')}.`]
      : []),
  ];
}

/** Longer texts are not examples, and each is linted at a dozen places. */
const mostCharacters = 100_000;

/** The maximum number of assumed objects. */
const mostReferences = 1000;

/**
 * Lints a part of a manifest, as in an article or a comment: `steps:` alone, a list of `ignoreDifferences`, or a `spec`
 * without its kind. Embeds the part where its keys fit, and reports the findings that occur in all variants of the
 * surrounding object: with each router, and with all referenced objects present. Undefined if the text is a whole
 * object or fits nowhere.
 */
export function judgeFragment(source: Source, rules: readonly Rule[] = allRules): Fragment | undefined {
  const text = source.read();
  if (text.length > mostCharacters) return undefined;
  const documents = splitDocuments(text);
  if (documents.length !== 1) return undefined;
  const { root } = parseTree(text);
  if (!root || root.kind === 'scalar' || isObject(root)) return undefined;
  const managed = routesIn(root);
  const part = new Part(source, text.replaceAll('\r', ' '), root, rules);
  let best: { readonly surroundings: FragmentSurroundings; readonly unfit: number } | undefined;
  for (const surroundings of surroundingsFor(managed)) {
    const unfit = part.unfit(surroundings);
    if (unfit !== undefined && unfit < (best?.unfit ?? Infinity)) best = { surroundings, unfit };
  }
  if (!best) return undefined;
  const { kind, path } = best.surroundings;
  return { kind, at: path.join('.'), findings: part.surely(best.surroundings), managed };
}

/** Whether a document states its own type. */
function isObject(root: Node): boolean {
  return (
    root.kind === 'map' &&
    ['apiVersion', 'kind'].some((key) => root.entries.some((entry) => entry.key === key))
  );
}

class Part {
  private readonly roots: readonly MapNode[];
  private readonly isList: boolean;

  constructor(
    private readonly source: Source,
    private readonly text: string,
    root: Node,
    private readonly rules: readonly Rule[],
  ) {
    this.roots =
      root.kind === 'list'
        ? root.items.filter((item) => item.kind === 'map')
        : root.kind === 'map'
          ? [root]
          : [];
    this.isList = root.kind === 'list';
  }

  /** The number of fields that do not fit; undefined if no top-level key fits. */
  unfit({ path, isList = false, objects, takes }: FragmentSurroundings): number | undefined {
    const keys = this.roots.flatMap(({ entries }) => entries);
    if (isList !== this.isList || keys.length === 0 || (takes && !keys.every(({ key }) => takes.test(key))))
      return undefined;
    const found = this.found(objects[0], path).filter(({ rule }) => rule.startsWith('schema/'));
    const starts = new Set(found.map(({ place }) => place.start));
    if (keys.every(({ keyStart }) => starts.has(keyStart))) return undefined;
    return found.length;
  }

  /** The findings that occur in all variants of the surrounding object. */
  surely({ path, objects }: FragmentSurroundings): readonly Finding[] {
    const [first = [], ...others] = objects.map((object) => this.found(object, path));
    const keyOf = ({ rule, place, message }: Finding): string =>
      `${rule} ${place.start} ${filledTemplate(message)}`;
    const sets = others.map((findings) => new Set(findings.map(keyOf)));
    return first.filter((finding) => sets.every((set) => set.has(keyOf(finding))));
  }

  private found(object: unknown, path: FragmentSurroundings['path']): readonly Finding[] {
    const keys = this.isList ? [] : this.roots.flatMap(({ entries }) => entries.map(({ key }) => key));
    const { text, at } = within(this.text, object, path, keys);
    const whole: Source = { path: this.source.path, name: this.source.name, read: () => text };
    const findings = this.assumingAll(whole);
    return findings.flatMap(({ fix: _, choices: __, live: ___, ...finding }) => {
      const place = at(finding.place.start, finding.place.end);
      if (!place) return [];
      const labels = finding.labels.flatMap((label) => {
        const there = at(label.place.start, label.place.end);
        return there ? [{ ...label, place: { source: this.source, ...there } }] : [];
      });
      return [{ ...finding, resource: undefined, labels, place: { source: this.source, ...place } }];
    });
  }

  /**
   * The findings if all referenced objects exist. Assumes more objects in each round, because some references appear
   * only once others are resolved.
   */
  private assumingAll(whole: Source): readonly Finding[] {
    let assumed: readonly Target[] = [];
    for (;;) {
      const { findings, absent } = lint([whole], this.rules, { graph: { assumed } });
      if (absent.length === 0 || assumed.length > mostReferences) return findings;
      assumed = [...assumed, ...absent];
    }
  }
}

/** The names of header and mirror routes that steps in the fragment set. */
function routesIn(node: Node): readonly string[] {
  const names = new Set<string>();
  const visit = (at: Node): void => {
    if (at.kind === 'list') at.items.forEach(visit);
    if (at.kind !== 'map') return;
    for (const { key, value } of at.entries) {
      if ((key === 'setHeaderRoute' || key === 'setMirrorRoute') && value.kind === 'map')
        for (const entry of value.entries)
          if (entry.key === 'name' && entry.value.kind === 'scalar') names.add(String(entry.value.value));
      visit(value);
    }
  };
  visit(node);
  return [...names];
}
