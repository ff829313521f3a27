import { describe, expect, it } from 'vitest';
import { Reader } from '../../src/yaml/parse/read.js';
import { textSource } from '../support/sources.js';

const text = `apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {app: web, tier: front}
spec:
  type: null
  ports:
    - port: 80
      name: http
    - port: 443
`;
const [service] = new Reader().read(textSource('service.yaml', text)).resources;

/** What a field says and where, and the text that stands there. */
function facts(field: ReturnType<NonNullable<typeof service>['at']>) {
  const { place, keyPlace, path, key, value, exists, shape } = field;
  return {
    path,
    key,
    value,
    exists,
    shape,
    at: text.slice(place.start, place.end),
    keyAt: text.slice(keyPlace.start, keyPlace.end),
  };
}

const cases = [
  { path: ['metadata', 'name'], value: 'web', exists: true, shape: 'scalar', at: 'web', keyAt: 'name' },
  { path: ['spec', 'ports', 1, 'port'], value: 443, exists: true, shape: 'scalar', at: '443', keyAt: 'port' },
  // A list element is pointed at by its name, or by its first key.
  {
    path: ['spec', 'ports', 0],
    value: { port: 80, name: 'http' },
    exists: true,
    shape: 'map',
    at: 'http',
    keyAt: 'http',
  },
  { path: ['spec', 'ports', 1], value: { port: 443 }, exists: true, shape: 'map', at: 'port', keyAt: 'port' },
  {
    path: ['spec', 'ports'],
    exists: true,
    shape: 'list',
    value: [{ port: 80, name: 'http' }, { port: 443 }],
    at: 'ports',
    keyAt: 'ports',
  },
  // An explicit null is absent, and is pointed at where it is written.
  { path: ['spec', 'type'], value: undefined, exists: false, shape: 'absent', at: 'null', keyAt: 'type' },
  // What is absent is pointed at by the nearest that is there.
  {
    path: ['spec', 'selector', 'app'],
    value: undefined,
    exists: false,
    shape: 'absent',
    at: 'spec',
    keyAt: 'spec',
  },
] as const;

describe.each(cases)('$path', ({ path, ...expected }) => {
  const wanted = { path, key: path.at(-1), ...expected };

  it('is read with its place', () => {
    expect(facts(service!.at(...path))).toEqual(wanted);
  });

  it('is read alike by a lasting field', () => {
    expect(facts(service!.at(...path).lasting)).toEqual(wanted);
    expect(facts(service!.at().lasting.at(...path))).toEqual(wanted);
  });
});

it('gives elements and entries in the order in which they are written', () => {
  for (const root of [service!.at(), service!.at().lasting]) {
    expect(root.at('spec', 'ports').items.map((port) => port.at('port').number)).toEqual([80, 443]);
    expect(root.at('metadata', 'labels').entries.map(({ key, text: label }) => [key, label])).toEqual([
      ['app', 'web'],
      ['tier', 'front'],
    ]);
    expect(root.at('metadata', 'labels').strings).toEqual({ app: 'web', tier: 'front' });
    expect(root.at('metadata', 'name').items).toEqual([]);
  }
});

it('finds each key of a map that has thousands', () => {
  const keys = Array.from({ length: 3000 }, (_, index) => `key-${index}`);
  const large = `apiVersion: v1\nkind: ConfigMap\ndata:\n${keys.map((key) => `  ${key}: ${key}\n`).join('')}`;
  const [config] = new Reader().read(textSource('config.yaml', large)).resources;
  expect(keys.filter((key) => config?.at('data', key).text !== key)).toEqual([]);
  expect(config?.at('data', 'key-3000').exists).toBe(false);
});
