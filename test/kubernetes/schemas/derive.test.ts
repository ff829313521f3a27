import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derive, edited } from '../../../scripts/schemas.mjs';
import { type Schema } from '../../../src/kubernetes/schemas/schema.js';

const text = { type: 'string' };

const api = {
  name: 'kubernetes-v1.36-openapi.json',
  text: JSON.stringify({
    definitions: {
      'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': { type: 'object', properties: { name: text } },
      'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: 'string' },
      'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { format: 'int-or-string', type: 'string' },
      'example.Raw': { type: 'object', description: 'Any JSON.' },
      'example.Part': { type: 'object', properties: { name: text } },
      'example.Gear': {
        type: 'object',
        required: ['size'],
        'x-kubernetes-group-version-kind': [{ group: 'gears.example.com', kind: 'Gear', version: 'v2' }],
        properties: {
          apiVersion: text,
          size: { $ref: '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity' },
          teeth: { $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString' },
          raw: { $ref: '#/definitions/example.Raw' },
          parts: { type: 'array', items: { $ref: '#/definitions/example.Part' } },
        },
      },
    },
  }),
};

/** A file of one CRD, in the given versions. */
function crd(kind: string, versions: Record<string, object>, unserved: string[] = []) {
  const definition = {
    kind: 'CustomResourceDefinition',
    spec: {
      group: 'example.com',
      names: { kind },
      versions: Object.entries(versions).map(([name, spec]) => ({
        name,
        served: !unserved.includes(name),
        schema: { openAPIV3Schema: { type: 'object', description: 'prose', properties: { spec } } },
      })),
    },
  };
  return { name: `widgets-v0.7.1-${kind.toLowerCase()}.yaml`, text: `---\n${JSON.stringify(definition)}\n` };
}

const wanted = { 'example.com': ['Widget'] };

/** What is derived from the spec of a Widget, and its definitions. */
function derived(spec: object): { spec: unknown; $defs: unknown } {
  const { properties, $defs } = JSON.parse(
    derive([crd('Widget', { v1: spec }), api], wanted).get('widget.json')!,
  ) as Schema;
  return { spec: properties?.spec, $defs };
}
const specOf = (spec: object) => derived(spec).spec;

describe('the structure of a CRD', () => {
  it('is closed, save where unknown fields are preserved', () =>
    expect(
      specOf({
        type: 'object',
        properties: {
          closed: { type: 'object' },
          open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          anything: { 'x-kubernetes-preserve-unknown-fields': true },
          texts: { type: 'object', additionalProperties: text },
        },
      }),
    ).toEqual({
      additionalProperties: false,
      type: 'object',
      properties: {
        anything: {},
        closed: { additionalProperties: false, type: 'object' },
        open: { type: 'object' },
        texts: { additionalProperties: text, type: 'object' },
      },
    }));

  it('keeps limits and leaves out prose, defaults and formats that say nothing new', () =>
    expect(
      specOf({
        type: 'object',
        description: 'prose',
        'x-kubernetes-validations': [{ rule: 'self == oldSelf' }],
        properties: {
          mode: { type: 'string', enum: ['a', 'b'], default: 'a', description: 'prose' },
          count: { type: 'integer', format: 'int32', minimum: 0 },
          big: { type: 'integer', format: 'int64' },
          list: { type: 'array', maxItems: 2, items: text, 'x-kubernetes-list-type': 'set' },
          at: { type: 'string', format: 'date-time', title: 'prose' },
        },
      }),
    ).toEqual({
      additionalProperties: false,
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        big: { type: 'integer' },
        count: { type: 'integer', format: 'int32', minimum: 0 },
        list: { type: 'array', maxItems: 2, items: text },
        mode: { type: 'string', enum: ['a', 'b'] },
      },
    }));

  it('requires nothing that has a default', () =>
    expect(
      specOf({ type: 'object', required: ['b', 'a'], properties: { a: text, b: { ...text, default: 'x' } } }),
    ).toMatchObject({ required: ['a'] }));

  it('has types for integers or strings and for nullable values', () =>
    expect(
      specOf({
        type: 'object',
        properties: {
          port: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
          flag: { type: 'boolean', nullable: true },
        },
      }),
    ).toMatchObject({
      properties: { port: { type: ['integer', 'string'] }, flag: { type: ['boolean', 'null'] } },
    }));

  it('keeps what names exclude each other', () => {
    const alternatives = [{ required: ['a'] }, { required: ['b'] }];
    const oneOf = [{ not: { anyOf: alternatives } }, ...alternatives];
    expect(specOf({ type: 'object', properties: { a: text, b: text }, oneOf })).toMatchObject({ oneOf });
  });

  it.each<[string, object]>([
    [
      'Widget.a: "multipleOf" is not a keyword',
      { type: 'object', properties: { a: { type: 'integer', multipleOf: 2 } } },
    ],
    ['Widget.a: neither typed nor open', { type: 'object', properties: { a: {} } }],
    ['Widget: "oneOf" says more', { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] }],
    ['Widget: "anyOf" says more', { type: 'object', anyOf: [{ required: ['a'] }] }],
  ])('is not guessed: %s', (message, spec) =>
    expect(() => specOf(spec)).toThrow(message.replace('Widget', 'Widget.spec')),
  );
});

describe('the structure of a built-in kind', () => {
  const gear = JSON.parse(derive([api], { 'gears.example.com': ['Gear'] }).get('gear.json')!) as Schema;

  it('is closed, save for raw JSON; takes what its decoder takes', () =>
    expect(gear).toEqual({
      $defs: {},
      additionalProperties: false,
      required: ['size'],
      type: 'object',
      properties: {
        apiVersion: text,
        kind: text,
        metadata: { additionalProperties: false, type: 'object', properties: { name: text } },
        parts: {
          type: 'array',
          items: { additionalProperties: false, type: ['object', 'null'], properties: { name: text } },
        },
        raw: { type: 'object' },
        size: { type: ['number', 'string'] },
        status: {},
        teeth: { type: ['integer', 'string'] },
      },
    }));
});

describe('equal subtrees', () => {
  const probe = {
    type: 'object',
    properties: { path: text, port: { type: 'integer', format: 'int32' }, scheme: text },
  };
  const closed = { ...probe, additionalProperties: false };

  it('are written once, under the name of the field where they are met first', () =>
    expect(derived({ type: 'object', properties: { ready: probe, alive: probe, small: text } })).toEqual({
      spec: {
        additionalProperties: false,
        type: 'object',
        properties: { alive: { $ref: '#/$defs/alive' }, ready: { $ref: '#/$defs/alive' }, small: text },
      },
      $defs: { alive: closed },
    }));

  it('of the pods of several kinds go to a file of their own', () => {
    const pods = {
      type: 'object',
      properties: {
        containers: { type: 'array', items: { type: 'object', properties: { probe } } },
        volumes: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    };
    const inputs = [
      crd('Widget', { v1: pods }),
      crd('Gadget', { v1: { type: 'object', properties: { pods, probe } } }),
      crd('Plain', { v1: { type: 'object', properties: { first: probe, second: probe } } }),
      api,
    ];
    const texts = derive(inputs, { 'example.com': ['Gadget', 'Plain', 'Widget'] });
    const schema = (name: string) => JSON.parse(texts.get(name)!) as Schema;

    expect([...texts.keys()].sort()).toEqual([
      'SOURCES.json',
      'gadget.json',
      'plain.json',
      'pod.json',
      'widget.json',
    ]);
    expect(schema('widget.json')).toMatchObject({ properties: { spec: { $ref: 'pod.json#/$defs/pods' } } });
    expect(schema('gadget.json')).toMatchObject({
      properties: {
        spec: {
          properties: { pods: { $ref: 'pod.json#/$defs/pods' }, probe: { $ref: 'pod.json#/$defs/probe' } },
        },
      },
    });
    expect(schema('pod.json')).toEqual({
      $defs: {
        probe: closed,
        pods: {
          additionalProperties: false,
          type: 'object',
          properties: {
            containers: {
              type: 'array',
              items: {
                additionalProperties: false,
                type: 'object',
                properties: { probe: { $ref: '#/$defs/probe' } },
              },
            },
            volumes: {},
          },
        },
      },
    });
    expect(schema('plain.json')).toMatchObject({ $defs: { first: closed } });
  });
});

describe('the files', () => {
  const one = { type: 'object', properties: { a: text } };
  const other = { type: 'object', properties: { b: text } };
  const names = (...inputs: { name: string; text: string }[]) => [
    ...derive([...inputs, api], { 'example.com': ['Widget'] }).keys(),
  ];

  it('are one for all versions that are equal and served', () =>
    expect(names(crd('Widget', { v1alpha1: other, v1beta1: one, v1: one }, ['v1alpha1']))).toEqual([
      'widget.json',
      'SOURCES.json',
    ]));

  it('are one for each version where they differ', () =>
    expect(names(crd('Widget', { v1: one, v2: other, v1beta1: one }))).toEqual([
      'widget-v2.json',
      'widget-v1.json',
      'SOURCES.json',
    ]));

  it('are one for kinds that are equal', () => {
    const inputs = [crd('Widget', { v1: one }), crd('ClusterWidget', { v1: one }), api];
    const texts = derive(inputs, { 'example.com': ['ClusterWidget', 'Widget'] });
    expect([...texts.keys()]).toEqual(['clusterwidget.json', 'SOURCES.json']);
  });

  it('do not depend on the order of what they are derived from', () => {
    const inputs = [crd('Widget', { v1: one }), crd('Gadget', { v1: other, v1beta1: one }), api];
    const both = { 'example.com': ['Gadget', 'Widget'] };
    expect([...derive(inputs.toReversed(), both)]).toEqual([...derive(inputs, both)]);
  });

  it('record where they come from', () => {
    const input = crd('Widget', { v1beta1: one, v1: one });
    const unused = crd('Gadget', { v1: other });
    const texts = derive([unused, input, api], wanted);
    const digest = (of: string) => createHash('sha256').update(of).digest('hex');
    const of = { group: 'example.com', kind: 'Widget', file: 'widget.json', input: input.name };
    expect(JSON.parse(texts.get('SOURCES.json')!)).toEqual({
      sources: [
        { upstream: 'kubernetes', version: '1.36', file: api.name, sha256: digest(api.text) },
        { upstream: 'widgets', version: '0.7.1', file: input.name, sha256: digest(input.text) },
      ],
      kinds: [
        { ...of, version: 'v1' },
        { ...of, version: 'v1beta1' },
      ],
      files: { 'widget.json': digest(texts.get('widget.json')!) },
    });
  });

  it.each([
    ['has the kind Widget of example.com', [api]],
    ['Kubernetes OpenAPI document', [crd('Widget', { v1: one })]],
    ['is not named <upstream>-<version>-', [{ ...crd('Widget', { v1: one }), name: 'widget.yaml' }, api]],
  ])('are not written without what they need: %s', (message, inputs) =>
    expect(() => derive(inputs, wanted)).toThrow(message),
  );

  it('are known to be edited, added or gone', () => {
    const texts = derive([crd('Widget', { v1: one, v2: other }), api], wanted);
    expect(edited(texts)).toEqual([]);
    texts.set('widget-v1.json', '{}').set('more.json', '{}').delete('widget-v2.json');
    expect(edited(texts)).toEqual(['more.json', 'widget-v1.json', 'widget-v2.json']);
  });
});
