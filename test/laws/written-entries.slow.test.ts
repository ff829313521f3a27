import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { wantedOf, writeEntries } from '../../src/cli/write-entries.js';
import { type Drift, driftOf } from '../../src/play/drift/drift.js';
import { patchOf } from '../../src/play/drift/patch.js';
import { Boundary } from '../../src/repository/files/boundary.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import type { Source } from '../../src/model/source.js';
import { blueGreen, istio } from '../play/drift/manifests.js';

interface Entry {
  readonly group?: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
  readonly managedFieldsManagers?: readonly string[];
}

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-written-')));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const examples = path.join(__dirname, '../../examples');
const example = (name: string, ...files: string[]): string =>
  files
    .map((file) => readFileSync(path.join(examples, name, 'corrected', `${file}.yaml`), 'utf8'))
    .join('\n---\n');

/** Rollouts with all that they name, by what is different in them during an update. */
const systems: Readonly<Record<string, string>> = {
  'weights and a header route': istio(),
  'a route without destinations': istio('    - name: old\n      redirect:\n        uri: /\n'),
  'blue and green': blueGreen,
  subsets: example('istio-subset', 'rollout', 'virtualservice', 'destinationrule', 'service'),
  'an Ingress': example('alb-header-route', 'rollout', 'ingress', 'services'),
};

/** What is there for something else, and stays whatever happens. */
const foreign: readonly Entry[] = [
  { group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] },
  {
    group: 'networking.istio.io',
    kind: 'Gateway',
    name: 'other',
    jqPathExpressions: ['.spec.servers[0]?.tls'],
  },
  { kind: 'Secret', managedFieldsManagers: ['external-secrets'] },
];

type Mutation = (entry: Entry) => Entry | undefined;

const jq = (change: (text: string) => string): Mutation => {
  return (entry) =>
    entry.jqPathExpressions && { ...entry, jqPathExpressions: entry.jqPathExpressions.map(change) };
};
const pointers = (change: (text: string) => string): Mutation => {
  return (entry) => entry.jsonPointers && { ...entry, jsonPointers: entry.jsonPointers.map(change) };
};

/** What people write instead of an entry that is right; undefined where that is none of this entry's mistakes. */
const mutations: Readonly<Record<string, Mutation>> = {
  'is gone': () => undefined,
  'is right': (entry) => entry,
  'is for all of its kind': ({ name: _name, ...entry }) => entry,
  'gives up where a list is absent': jq((text) => text.replaceAll('[]?', '[]')),
  'is JSONPath': jq((text) => text.replaceAll('[]?', '[*]')),
  'does not compile': jq((text) => `${text} |`),
  'ends in an error': jq((text) => `${text} | error("no")`),
  'leads to a field that is not there': jq((text) => text.replace('.spec.', '.spec.specs.')),
  'leads to an element that is not there': jq((text) => text.replace('[]?', '[7]?')),
  'has no slash in front': pointers((text) => text.slice(1)),
  'has a slash in a key': pointers((text) => text.replaceAll('~1', '/')),
  'has a wildcard': pointers((text) => `${text}/*`),
  'has the version in its group': (entry) =>
    entry.group === undefined ? undefined : { ...entry, group: `${entry.group}/v1` },
  'has no group': ({ group: _group, ...entry }) => entry,
  'has its kind in the plural': (entry) => ({ ...entry, kind: `${entry.kind.toLowerCase()}s` }),
  'has another name': (entry) => ({ ...entry, name: `${String(entry.name)}x` }),
  'has another namespace': (entry) => ({ ...entry, namespace: 'elsewhere' }),
  'has managers that write nothing': ({ jsonPointers: _p, jqPathExpressions: _e, ...entry }) => ({
    ...entry,
    managedFieldsManagers: ['argo-rollouts'],
  }),
};

/** The forms in which the entries of an Application are written. */
const forms: Readonly<Record<string, (spec: object) => string>> = {
  blocks: (spec) => stringify({ spec }, { lineWidth: 0 }),
  'blocks without indentation of lists, in quotes': (spec) =>
    stringify(
      { spec },
      { lineWidth: 0, indentSeq: false, defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN' },
    ),
  'blocks with many blanks': (spec) => stringify({ spec }, { lineWidth: 0, indent: 4 }),
  'folded lines': (spec) => stringify({ spec }, { lineWidth: 30 }),
  brackets: (spec) => `spec: ${JSON.stringify(spec)}\n`,
  'brackets within blocks': (spec) =>
    Object.entries(spec)
      .map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`)
      .reduce((text, line) => text + line, 'spec:\n'),
  'with comments': (spec) =>
    stringify({ spec }, { lineWidth: 0 }).replaceAll(/\n(?=.)/g, () => ` # ${number++}\n# own ${number++}\n`),
};
let number = 0;
let turn = 0;

const ends: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`,
  // The Application is the last, and its last line has no end.
  (text) => text.slice(0, text.lastIndexOf('---\n')).trimEnd(),
];

function application(spec: (spec: object) => string, entries: readonly Entry[], annotation: string): string {
  const isFirst = turn++ % 2 === 0;
  const own = {
    project: 'default',
    source: { repoURL: `https://git.example.com/${path.basename(root)}.git`, path: '.' },
    destination: { server: 'https://kubernetes.default.svc' },
    ...(isFirst ? { ignoreDifferences: entries } : {}),
    syncPolicy: { syncOptions: ['CreateNamespace=true'] },
    ...(isFirst ? {} : { ignoreDifferences: entries }),
  };
  return `apiVersion: v1\nkind: ConfigMap # before\nmetadata: {name: before}\n---\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: shop, namespace: argocd, annotations: {${annotation}}}\n${spec(own)}---\napiVersion: v1\nkind: ConfigMap # behind\nmetadata: {name: behind}\n`;
}

function source(name: string): Source {
  const file = path.join(root, name);
  return { path: file, name, read: () => readFileSync(file, 'utf8') };
}

function compare(): readonly Drift[] {
  const { graph } = readGraph([source('app.yaml'), source('system.yaml')]);
  return driftOf(graph, graph.rollouts, { branches: false }).drifts;
}

/** What an independent reader makes of the file of the Application. */
function readBack(): readonly unknown[] {
  const text = readFileSync(path.join(root, 'app.yaml'), 'utf8');
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0] ?? new Error('It is broken.');
    return document.toJS() as unknown;
  });
}

function specIn(documents: readonly unknown[]): Readonly<Record<string, unknown>> {
  return (documents[1] as { spec: Record<string, unknown> }).spec;
}

function commentsIn(text: string): readonly string[] {
  return [...text.matchAll(/# (?:own )?\w+/g)].map(([comment]) => comment).sort();
}

describe.each(Object.entries(systems))('%s', (system, manifests) => {
  // A Service is in sync but for a diff of the API server.
  const annotation =
    system === 'blue and green' ? 'argocd.argoproj.io/compare-options: ServerSideDiff=true' : '';
  const blocks = application(forms['blocks']!, [], annotation);

  it('is different without entries', () => {
    writeFileSync(path.join(root, 'system.yaml'), manifests);
    writeFileSync(path.join(root, 'app.yaml'), blocks);
    expect(compare().some((drift) => drift.entries.length > 0)).toBe(true);
  });

  const chosen = Object.entries(mutations).flatMap(([mutation, mutate], index) => {
    const all = Object.entries(forms);
    const form = all[(index + Object.keys(systems).indexOf(system)) % all.length]!;
    return [[mutation, form[0], mutate, form[1], ends[index % ends.length]!] as const];
  });
  it.each(chosen)('an entry that %s, in %s', (_, __, mutate, form, end) => {
    writeFileSync(path.join(root, 'system.yaml'), manifests);
    writeFileSync(path.join(root, 'app.yaml'), blocks);
    const right = compare().flatMap((drift) => patchOf(drift)?.spec.ignoreDifferences ?? []);
    const entries = right.flatMap((entry) => mutate(entry as Entry) ?? []);
    const before = end(application(form, [foreign[0]!, ...entries, ...foreign.slice(1)], annotation));
    writeFileSync(path.join(root, 'app.yaml'), before);
    const documents = readBack();

    const { failures } = writeEntries(
      compare().flatMap((drift) => wantedOf(drift) ?? []),
      Boundary.around(root, []),
    );
    expect(failures).toEqual([]);

    // All that was not asked for is as it was.
    const after = readFileSync(path.join(root, 'app.yaml'), 'utf8');
    const written = readBack();
    expect([written[0], written[2]]).toEqual([documents[0], documents[2]]);
    const [{ ignoreDifferences: old, ...rest }, { ignoreDifferences, ...other }] = [
      specIn(documents),
      specIn(written),
    ] as [Record<string, Entry[]>, Record<string, Entry[]>];
    expect({ ...other, syncPolicy: undefined }).toEqual({ ...rest, syncPolicy: undefined });
    expect(ignoreDifferences).toEqual(expect.arrayContaining([...foreign]));
    expect(commentsIn(after)).toEqual(commentsIn(before));
    expect(after.includes('\r\n')).toBe(before.includes('\r\n'));
    expect(after.replaceAll('\r\n', '').includes('\n')).toBe(!before.includes('\r\n'));
    expect(old?.length).toBeGreaterThan(0);

    // As promised: all is quiet, and nothing is left to say or to write.
    const again = compare();
    expect(again.flatMap(({ faults, entries: more, options }) => [...faults, ...more, ...options])).toEqual(
      [],
    );
    expect(again.flatMap(({ frames }) => frames.filter(({ status }) => status !== 'synced'))).toEqual([]);
    expect(
      writeEntries(
        again.flatMap((drift) => wantedOf(drift) ?? []),
        Boundary.around(root, []),
      ),
    ).toEqual({ written: [], failures: [] });
    // Nothing stands beside what was wrong.
    const isOwn = (entry: Entry): boolean => !foreign.some(({ kind }) => kind === entry.kind);
    expect(ignoreDifferences?.filter(isOwn)).toHaveLength(right.length);
  });
});
