import { describe, expect, it } from 'vitest';
import { fromValue } from '../../../src/model/node.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';
import { schemaFor } from '../../../src/kubernetes/schemas/load.js';
import { type Schema } from '../../../src/kubernetes/schemas/schema.js';
import { type SchemaProblem, validate } from '../../../src/kubernetes/schemas/validate.js';

/** The problems of a manifest; the known names are left out where a case is not about them. */
function problems(
  group: string,
  version: string,
  kind: string,
  text: string,
): Omit<SchemaProblem, 'known'>[] {
  const found = validate(schemaFor(group, version, kind)!, parseTree(text).root!);
  return found.map(({ known: _, ...problem }) => problem);
}

const rollout = (spec: string) => problems('argoproj.io', 'v1alpha1', 'Rollout', `spec: ${spec}`);
const canary = (text: string) => rollout(`{ strategy: { canary: ${text} } }`);
const virtualService = (http: string) =>
  problems('networking.istio.io', 'v1', 'VirtualService', `spec: { http: [${http}] }`);
const destinationRule = (policy: string) =>
  problems('networking.istio.io', 'v1', 'DestinationRule', `spec: { host: a, trafficPolicy: ${policy} }`);
const service = (text: string) => problems('', 'v1', 'Service', text);
const deployment = (pod: string) =>
  problems('apps', 'v1', 'Deployment', `spec: { selector: {}, template: { spec: ${pod} } }`);

const inCanary = ['spec', 'strategy', 'canary'];

describe('a name that is not known', () => {
  it('names the known one that differs in case', () =>
    expect(canary('{ maxsurge: 1 }')).toEqual([
      { path: [...inCanary, 'maxsurge'], keyword: 'unknown', name: 'maxsurge', nearest: 'maxSurge' },
    ]));

  it('names the known one that is written without underscores', () =>
    expect(canary('{ stable_service: a }')).toMatchObject([{ nearest: 'stableService' }]));

  it('names the known one that is spelt alike', () =>
    expect(canary('{ stpes: [] }')).toMatchObject([{ name: 'stpes', nearest: 'steps' }]));

  it('names the map around it where it is known', () =>
    expect(canary('{ trafficRouting: { canaryService: a } }')).toEqual([
      {
        path: [...inCanary, 'trafficRouting', 'canaryService'],
        keyword: 'unknown',
        name: 'canaryService',
        owner: 'spec.strategy.canary',
      },
    ]));

  it('names the only field beside it where it is known', () => {
    expect(rollout('{ strategy: { stableService: a } }')).toMatchObject([{ owner: 'spec.strategy.canary' }]);
    expect(virtualService('{ weight: 10 }')).toMatchObject([{ owner: 'spec.http[0].route[]' }]);
  });

  it('names the plural of a name, and not the place where the singular is known', () => {
    const inResources = (fields: string): unknown =>
      rollout(`{ template: { spec: { containers: [{ name: a, resources: ${fields} }] } } }`);
    expect(inResources('{ request: { cpu: 1 } }')).toMatchObject([{ nearest: 'requests' }]);
    expect(inResources('{ limit: { cpu: 1 } }')).toMatchObject([{ nearest: 'limits' }]);
  });

  it('names no other place if there are several', () =>
    expect(virtualService('{ destination: { host: a } }')).toEqual([
      { path: ['spec', 'http', 0, 'destination'], keyword: 'unknown', name: 'destination' },
    ]));

  it('names no other place for a name that is everywhere', () =>
    expect(canary('{ analysis: { name: a } }')).toEqual([
      { path: [...inCanary, 'analysis', 'name'], keyword: 'unknown', name: 'name' },
    ]));

  it('says which names are known', () => {
    const [problem] = validate(
      schemaFor('argoproj.io', 'v1alpha1', 'Rollout')!,
      fromValue({ spec: { strategy: { unheardOf: {} } } }),
    );
    expect(problem).toEqual({
      path: ['spec', 'strategy', 'unheardOf'],
      keyword: 'unknown',
      name: 'unheardOf',
      known: ['blueGreen', 'canary'],
    });
  });

  it('is reported once where it is a required one, misspelt', () =>
    expect(virtualService('{ route: [{ destination: { hosts: a } }] }')).toEqual([
      {
        path: ['spec', 'http', 0, 'route', 0, 'destination', 'hosts'],
        keyword: 'unknown',
        name: 'hosts',
        nearest: 'host',
      },
    ]));

  it.each(['constructor', '__proto__', 'toString'])('may be %s', (name) =>
    expect(rollout(`{ ${name}: 1 }`)).toMatchObject([{ keyword: 'unknown', name }]),
  );

  it('is reported without a value too', () =>
    expect(rollout('{ replica: }')).toMatchObject([{ keyword: 'unknown', nearest: 'replicas' }]));

  it.each([
    [
      'the time that Go writes where none is known',
      '{ template: { metadata: { creationTimestamp: null } } }',
    ],
    [
      'what a plugin is given',
      '{ strategy: { canary: { steps: [{ plugin: { name: a, config: { b: 1 } } }] } } }',
    ],
    [
      'volumes, of which the CRD says nothing',
      '{ template: { spec: { containers: [], volumes: [{ a: 1 }] } } }',
    ],
  ])('is not: %s', (_, text) => expect(rollout(text)).toEqual([]));

  it('is not: anything in a status', () =>
    expect(problems('argoproj.io', 'v1alpha1', 'Rollout', 'spec: {}\nstatus: { a: [1] }')).toEqual([]));
});

describe('a name that is required', () => {
  const path = [...inCanary, 'trafficRouting', 'alb'];

  it('is reported at the map that lacks it', () =>
    expect(canary('{ trafficRouting: { alb: { ingress: a } } }')).toEqual([
      { path, keyword: 'required', name: 'servicePort' },
    ]));

  it('is missing if its value is null', () =>
    expect(canary('{ trafficRouting: { alb: { ingress: a, servicePort: null } } }')).toEqual([
      { path, keyword: 'required', name: 'servicePort' },
    ]));

  it('is reported at the document itself', () =>
    expect(problems('argoproj.io', 'v1alpha1', 'Rollout', 'kind: Rollout')).toEqual([
      { path: [], keyword: 'required', name: 'spec' },
    ]));
});

describe('a type', () => {
  const at = (...path: (string | number)[]) => ({ path: ['spec', ...path], keyword: 'type' });

  it.each([
    ['{ replicas: "3" }', 'an integer', 'a string'],
    ['{ replicas: 1.5 }', 'an integer', 'a number'],
    ['{ replicas: [3] }', 'an integer', 'a list'],
  ])('is wrong: %s', (text, expected, actual) =>
    expect(rollout(text)).toEqual([{ ...at('replicas'), expected, actual }]),
  );

  it.each([
    ['{ maxSurge: true }', 'an integer or a string', 'a boolean'],
    ['{ maxSurge: 0.5 }', 'an integer or a string', 'a number'],
    ['{ maxSurge: {} }', 'an integer or a string', 'a map'],
  ])('of an integer or a string is wrong: %s', (text, expected, actual) =>
    expect(canary(text)).toEqual([{ ...at('strategy', 'canary', 'maxSurge'), expected, actual }]),
  );

  it.each([
    '{ replicas: 3 }',
    '{ replicas: 3.0 }',
    '{ replicas: 0x3 }',
    '{ replicas: null }',
    '{ paused: yes }',
  ])('is right: %s', (text) => expect(rollout(text)).toEqual([]));

  it('is not looked into once it is wrong', () =>
    expect(canary('[maxSurge, 1]')).toEqual([
      { ...at('strategy', 'canary'), expected: 'a map', actual: 'a list' },
    ]));

  it('of labels and annotations is a string', () => {
    const text = 'metadata: { labels: { a: 1, b: on, c: }, annotations: { d: "1" } }';
    expect(service(text)).toEqual([
      { path: ['metadata', 'labels', 'a'], keyword: 'type', expected: 'a string', actual: 'an integer' },
      { path: ['metadata', 'labels', 'b'], keyword: 'type', expected: 'a string', actual: 'a boolean' },
    ]);
  });

  it('of an item that is null is wrong for a CRD, which is where the API server says so', () => {
    expect(canary('{ steps: [null] }')).toEqual([
      { ...at('strategy', 'canary', 'steps', 0), expected: 'a map', actual: 'null' },
    ]);
    expect(deployment('{ containers: [{ name: a, args: [null] }] }')).toEqual([]);
  });

  it('of a quantity is a number or a string for a built-in kind', () => {
    const limits = (cpu: string) =>
      deployment(`{ containers: [{ name: a, resources: { limits: { cpu: ${cpu} } } }] }`);
    expect([limits('0.5'), limits('500m'), limits('2')]).toEqual([[], [], []]);
    expect(limits('true')).toMatchObject([{ expected: 'a number or a string', actual: 'a boolean' }]);
  });

  it('may be null where the CRD says so', () =>
    expect(virtualService('{ retries: { retryRemoteLocalities: null } }')).toEqual([]));
});

describe('a value', () => {
  it('is one of those that are listed', () => {
    const path = ['spec', 'trafficPolicy', 'loadBalancer', 'simple'];
    const [problem] = validate(
      schemaFor('networking.istio.io', 'v1beta1', 'DestinationRule')!,
      fromValue({ spec: { host: 'a', trafficPolicy: { loadBalancer: { simple: 'ROUND-ROBIN' } } } }),
    );
    expect(problem).toEqual({
      path,
      keyword: 'enum',
      actual: 'ROUND-ROBIN',
      nearest: 'ROUND_ROBIN',
      known: ['UNSPECIFIED', 'LEAST_CONN', 'RANDOM', 'PASSTHROUGH', 'ROUND_ROBIN', 'LEAST_REQUEST'],
    });
  });

  it.each([
    ['{ redirect: { port: -1 } }', ['redirect', 'port'], 'at least 0', '-1'],
    ['{ redirect: { port: 4294967296 } }', ['redirect', 'port'], 'at most 4294967295', '4294967296'],
    ['{ retries: { attempts: 2147483648 } }', ['retries', 'attempts'], 'at most 2147483647', '2147483648'],
  ])('is out of range: %s', (text, path, expected, actual) =>
    expect(virtualService(text)).toEqual([
      { path: ['spec', 'http', 0, ...path], keyword: 'range', expected, actual },
    ]),
  );

  it('has as many items as are allowed', () =>
    expect(problems('networking.istio.io', 'v1', 'ServiceEntry', 'spec: { hosts: [] }')).toEqual([
      { path: ['spec', 'hosts'], keyword: 'range', expected: 'a length of at least 1', actual: '0' },
    ]));

  it('is a time where one is expected', () => {
    expect(rollout('{ restartAt: yesterday }')).toEqual([
      {
        path: ['spec', 'restartAt'],
        keyword: 'format',
        expected: 'a time such as 2026-01-31T09:30:00Z',
        actual: 'yesterday',
      },
    ]);
    expect(rollout('{ restartAt: 2026-01-31T09:30:00.5+02:00 }')).toEqual([]);
  });

  it('follows a pattern', () => {
    const path =
      '{ project: a, destination: {}, sourceHydrator: { drySource: { path: a, repoURL: b, targetRevision: c }, syncSource: { targetBranch: d, path: . } } }';
    expect(problems('argoproj.io', 'v1alpha1', 'Application', `metadata: {}\nspec: ${path}`)).toEqual([
      {
        path: ['spec', 'sourceHydrator', 'syncSource', 'path'],
        keyword: 'pattern',
        expected: '^.{2,}|[^./]$',
        actual: '.',
      },
    ]);
  });
});

describe('names that exclude each other', () => {
  it('are reported together', () => {
    const policy = {
      loadBalancer: { consistentHash: { useSourceIp: true, httpHeaderName: 'a', maglev: {}, ringHash: {} } },
    };
    const found = validate(
      schemaFor('networking.istio.io', 'v1', 'DestinationRule')!,
      fromValue({ spec: { host: 'a', trafficPolicy: policy } }),
    );
    const path = ['spec', 'trafficPolicy', 'loadBalancer', 'consistentHash'];
    expect(found).toEqual([
      {
        path,
        keyword: 'exclusive',
        name: 'httpHeaderName, useSourceIp',
        known: ['httpHeaderName', 'httpCookie', 'useSourceIp', 'httpQueryParameterName'],
      },
      { path, keyword: 'exclusive', name: 'ringHash, maglev', known: ['ringHash', 'maglev'] },
    ]);
  });

  it.each(['{ exact: a }', '{}', '{ exact: a, prefix: null }'])('are not there: %s', (match) =>
    expect(virtualService(`{ match: [{ uri: ${match} }] }`)).toEqual([]),
  );

  it('are those of the API server, not of a reader: simple and consistentHash', () =>
    expect(destinationRule('{ loadBalancer: { simple: RANDOM, consistentHash: {} } }')).toMatchObject([
      { keyword: 'exclusive', name: 'simple, consistentHash' },
    ]));
});

it('counts the length of a text in characters', () => {
  const schema: Schema = { type: 'string', maxLength: 2 };
  expect(validate(schema, fromValue('🙂🙂'))).toEqual([]);
  expect(validate(schema, fromValue('abc'))).toEqual([
    { path: [], keyword: 'range', expected: 'a length of at most 2', actual: '3' },
  ]);
});
