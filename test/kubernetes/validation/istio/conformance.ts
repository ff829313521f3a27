import path from 'node:path';
import { judge } from '../../../../src/kubernetes/cel/judge.js';
import { fromValue } from '../../../../src/model/node.js';
import { Resource } from '../../../../src/model/resource.js';
import { validate } from '../../../../src/kubernetes/schemas/validate.js';
import { refusalsOf } from '../../../../src/kubernetes/validation/istio/refusals.js';
import { type Manifest, mutants, schemaOf } from '../../cel/mutants.js';

/** Objects by chance, and a line for each that upstream's code is asked about. */
export function objects(count: number, seed: number): readonly Manifest[] {
  return mutants(count, seed, { samplesIn: path.join(__dirname, 'samples.yaml'), more });
}

const more = [
  ...[
    'we_b',
    'web..example.com',
    'web.example.com.',
    '*-web.example.com',
    'a*.example.com',
    'web.1',
    '1.2.3',
  ],
  ...['mesh', 'infra/public', 'infra/', '/public', 'a/b/c', 'public.infra', './web.example.com', 'shop/*'],
  ...['[', '(', 'a{2,1}', '(?=a)', '.*', 'x'.repeat(1025), 'x'.repeat(64), '@request.auth.claims.a', ':path'],
  ...[
    'host',
    ':authority',
    '%',
    '%%',
    '%HOSTNAME%',
    '%REQ(x)%',
    'HTTP',
    'TCP',
    'TLS',
    'HTTPS',
    'UDP',
    'MYSQL',
  ],
  ...['us', 'us/a', 'us/a/*', '*', 'us/*/b', '::1', '10.0.0.0/33', '10.0.0.1/8', '.', '~', 'shop', 'other'],
  ...['5xx', '503', '999', 'often', 'reset,5xx', 'FETCH', 'GET', 'OK', 'NOT_FOUND', 'a=b', 'app', '-a'],
];

/** Whether an object is found to be refused: by Istio's own validation, or by its definition. */
function verdictOn(object: Manifest): {
  readonly own: readonly string[];
  readonly isRefused: boolean;
} {
  const schema = schemaOf(object);
  const root = fromValue(object);
  const { apiVersion, kind, metadata } = object as Manifest & {
    metadata: { name: string; namespace: string };
  };
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const source = { path: '/one.yaml', name: 'one.yaml', read: () => '' };
  const resource = new Resource({ group, version, kind, ...metadata }, source, 0, { root });
  const isWrong = validate(schema, root).some(({ keyword }) => keyword !== 'unknown');
  const own = isWrong
    ? []
    : [...refusalsOf(resource)].map(({ at, problem }) => `${at.path.join('.')} ${problem}`);
  return { own, isRefused: isWrong || own.length > 0 || judge(schema, object).refusals.length > 0 };
}

export interface Comparison {
  readonly refused: number;
  readonly found: number;
  /** The objects that Istio accepts and we have something against. */
  readonly wrong: readonly { readonly index: number; readonly own: readonly string[] }[];
  /** The objects that Istio alone refuses. */
  readonly missed: readonly number[];
}

export function compare(all: readonly Manifest[], refused: readonly boolean[]): Comparison {
  const verdicts = all.map(verdictOn);
  const indices = [...all.keys()];
  const missed = indices.filter((index) => refused[index] && !verdicts[index]!.isRefused);
  const count = indices.filter((index) => refused[index]).length;
  return {
    refused: count,
    found: count - missed.length,
    wrong: indices
      .filter((index) => !refused[index] && verdicts[index]!.own.length > 0)
      .map((index) => ({ index, own: verdicts[index]!.own })),
    missed,
  };
}
