import { describe, expect, it } from 'vitest';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lint } from '../../src/lint/lint.js';
import { goSideBySide } from '../../src/lint/side-by-side.js';
import { allParts } from '../../src/model/parts.js';
import type { Resource } from '../../src/model/resource.js';
import type { Source } from '../../src/model/source.js';
import { typedRule, type Rule, type RuleContext } from '../../src/rules/rule.js';
import { textSource } from '../support/sources.js';

const count = 450;
const services = Array.from({ length: count }, (_, index) => {
  const name = `web-${String(index).padStart(4, '0')}`;
  return textSource(`${name}.yaml`, `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec: {}\n`);
});
const { resources } = readGraph(services).graph;
const names = resources.map(({ name }) => name);

/** Whose turn it was for which objects when rules go through the graph that stop at each of some. */
function turns(ways: Readonly<Record<string, readonly Resource[]>>): readonly [string, Resource][] {
  const had: [string, Resource][] = [];
  const walkers = Object.entries(ways).map(([rule, objects]) => {
    const left = objects.values();
    return {
      next: () => {
        const { value } = left.next();
        if (value) had.push([rule, value]);
        return value;
      },
    };
  });
  allParts(goSideBySide(resources, walkers));
  return had;
}

const of = (rule: string, had: readonly [string, Resource][]): readonly Resource[] =>
  had.flatMap(([whose, object]) => (whose === rule ? [object] : []));

describe('rules that go through a graph', () => {
  it('come to all objects, each in its own order', () => {
    const backwards = resources.toReversed();
    const toAndFro = resources.map((_, index) => resources[(index * 7) % count]!);
    const had = turns({ backwards, toAndFro, none: [], one: [resources[3]!], all: resources });
    expect(of('backwards', had)).toEqual(backwards);
    expect(of('toAndFro', had)).toEqual(toAndFro);
    expect(of('none', had)).toEqual([]);
    expect(of('one', had)).toEqual([resources[3]]);
    expect(of('all', had)).toEqual(resources);
  });

  it('stay close to each other, also those that go through it twice', () => {
    const had = turns({
      twice: [...resources, ...resources],
      again: [...resources, ...resources],
      once: resources,
    });
    const counts = { twice: 0, again: 0, once: 0 };
    let furthest = 0;
    for (const [rule] of had) {
      counts[rule as keyof typeof counts] += 1;
      furthest = Math.max(furthest, counts.twice - counts.again);
    }
    expect(counts).toEqual({ twice: 2 * count, again: 2 * count, once: count });
    expect(furthest).toBeLessThanOrEqual(102);
    // They have begun anew, and wait until the third is through.
    const second = had.slice(3 * count + 2);
    expect(second.some(([rule]) => rule === 'once')).toBe(false);
  });

  it('tell how far they are', () => {
    const told: string[] = [];
    const left = resources.values();
    allParts(
      goSideBySide(resources, [{ next: () => left.next().value }], (done, all) =>
        told.push(`${done}/${all}`),
      ),
    );
    expect(told).toEqual(['0/5', '1/5', '2/5', '3/5', '4/5']);
  });
});

/** A rule that looks into each Service, after it has told that it comes to it where that is asked. */
function looking(name: string, yields: boolean, look: (service: Resource) => void): Rule {
  function* check({ graph, report }: RuleContext<'found'>): Iterable<Resource> {
    for (const service of graph.ofKind('Service', '')) {
      if (yields) yield service;
      look(service);
      report(service.at('metadata', 'name'), 'found', { name: service.name });
    }
  }
  return typedRule({
    meta: {
      name,
      description: '',
      why: '',
      consequence: 'lost-traffic',
      severity: 'error',
      messages: { found: 'Found {name}.' },
      links: [],
    },
    check,
  });
}

describe('a document', () => {
  /** How often each file is read when five rules look into all and there is no room for more than a few. */
  function reads(yields: boolean): number {
    let all = 0;
    const counted = services.map((source): Source => ({
      ...source,
      read: () => {
        all += 1;
        return source.read();
      },
    }));
    const rules = ['a', 'b', 'c', 'd', 'e'].map((one) =>
      looking(`test/${one}`, yields, (service) => service.root),
    );
    const { findings } = lint(counted, rules, { cacheChars: 8000 });
    expect(findings).toHaveLength(5 * count);
    return all / count;
  }

  it('is read once for all rules that stop at it, and for each of those that do not', () => {
    expect(reads(true)).toBeLessThan(2.5);
    expect(reads(false)).toBeGreaterThan(4);
  });
});

it('a file whose name comes after all others is not waited for', () => {
  const source: Source = { path: '\uFFFD.yaml', name: 'last', read: () => services[0]!.read() };
  const seen: Resource[] = [];
  const { findings } = lint([source], [looking('test/one', true, (service) => seen.push(service))]);
  expect(seen).toHaveLength(1);
  expect(findings).toHaveLength(1);
});

it('a rule that fails at an object goes on with the others, and so do the rules beside it', () => {
  const fails = looking('test/fails', true, ({ name }) => {
    if (name === 'web-0123') throw new Error('no');
  });
  const { findings, faults } = lint(services, [fails, looking('test/goes-on', true, () => undefined)]);
  const of = (rule: string): readonly (string | undefined)[] =>
    findings.flatMap((one) => (one.rule === rule ? [one.resource?.name] : []));
  expect(of('test/goes-on')).toEqual(names);
  expect(of('test/fails')).toEqual(names.filter((name) => name !== 'web-0123'));
  expect(faults).toMatchObject([{ tasks: ['test/fails'], resource: { name: 'web-0123' } }]);
});
