import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Caller, connected, withEdits } from './connected.js';

const examples = path.join(__dirname, '../../../examples');

type Texts = Record<string, string>;
type Breaks = readonly (readonly [file: string, from: string, to: string])[];

/** Correct systems, and what breaks them. */
const broken: readonly (readonly [what: string, example: string, breaks: Breaks])[] = [
  ['a route', 'istio-subset', [['rollout.yaml', '- primary', '- primry']]],
  ['a subset', 'istio-subset', [['rollout.yaml', 'canarySubsetName: canary', 'canarySubsetName: canery']]],
  ['a subset of a route', 'istio-subset', [['virtualservice.yaml', 'subset: canary', 'subset: canry']]],
  ['a field of a step', 'istio-subset', [['rollout.yaml', 'setWeight: 5\n', 'setWieght: 5\n']]],
  [
    'a Service',
    'istio-host',
    [['rollout.yaml', 'stableService: catalog-stable', 'stableService: catalog-stabel']],
  ],
  [
    'an expression',
    'istio-host',
    [['application.yaml', '.spec.http[]?.route[]?.weight', '.spec.http[].route[].weight']],
  ],
  [
    'a Service of the canary',
    'gateway-header-route',
    [['rollout.yaml', 'fares-api-canary', 'fares-api-canry']],
  ],
  ['a field of a route', 'gateway-header-route', [['route.yaml', 'backendRefs:', 'backendRef:']]],
  [
    'a field, a route and a subset',
    'istio-subset',
    [
      ['rollout.yaml', 'replicas: 4', 'replcas: 4'],
      ['rollout.yaml', '- primary', '- primry'],
      ['virtualservice.yaml', 'subset: canary', 'subset: canry'],
    ],
  ],
  [
    'fields of two objects',
    'gateway-header-route',
    [
      ['rollout.yaml', 'matchTrafficWeight: true', 'matchTraficWeight: true'],
      ['services.yaml', 'selector:', 'selecter:'],
    ],
  ],
];

test.each(broken)('an agent that makes the edits of answers repairs %s', async (_, example, breaks) => {
  const caller = await connected(examples);
  const folder = `${example}/corrected`;
  const original = textsIn(folder);
  expect((await lint(caller, folder, original)).findings, 'the system is correct').toEqual([]);
  let texts = { ...original };
  for (const [file, from, to] of breaks) {
    const name = `${folder}/${file}`;
    expect(texts[name]).toContain(from);
    texts[name] = texts[name]?.replace(from, to) ?? '';
  }
  let { findings } = await lint(caller, folder, texts);
  expect(findings).not.toEqual([]);
  for (let round = 0; round < 6 && findings.length > 0; round += 1) {
    // Safe edits first: a doubtful one may no longer be needed after them.
    const safe = findings.filter(({ fix }) => fix?.safety === 'safe' && fix.edits);
    texts = withEdits(texts, safe.length > 0 ? safe : findings);
    ({ findings } = await lint(caller, folder, texts));
  }
  expect(findings).toEqual([]);
  expect(texts).toEqual(original);
});

type Finding = Parameters<typeof withEdits>[1][number];

async function lint(caller: Caller, folder: string, texts: Texts): Promise<{ findings: readonly Finding[] }> {
  const { data, refusal } = await caller.call('lint', { folder, texts });
  expect(refusal).toBeUndefined();
  return { findings: data['findings'] as readonly Finding[] };
}

function textsIn(folder: string): Texts {
  const files = readdirSync(path.join(examples, folder)).filter((file) => file.endsWith('.yaml'));
  return Object.fromEntries(
    files.map((file) => [`${folder}/${file}`, readFileSync(path.join(examples, folder, file), 'utf8')]),
  );
}
