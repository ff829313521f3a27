import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Schema } from '../../src/kubernetes/schemas/schema.js';
import { annotationKeys } from './annotations.js';

/** A kind of the table, with the reduced schema that the project has of it. */
export interface ListedKind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly schema: Schema;
}

/** A field of a kind. */
export interface ListedField {
  readonly kind: ListedKind;
  /** `spec.strategy.canary.steps[].setWeight`. */
  readonly name: string;
  /** From the schema of the object to that of the field. */
  readonly way: readonly Step[];
}

/** One step down: a key of a map, or an item of a list. */
export interface Step {
  readonly key: string | 0;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

const folder = path.join(__dirname, '../../src/kubernetes/schemas/data');
const read = (name: string): Schema => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Schema;
const pod = read('pod.json');

/** The schema of a kind, with the definitions that pod templates share. */
function kindOf(kind: string, apiVersion: string, file: string): ListedKind {
  const schema = read(file);
  return { kind, apiVersion, schema: { ...schema, $defs: { ...pod.$defs, ...schema.$defs } } };
}

/** Ingresses, of which the annotations that their controllers read are the fields. */
const ingress: ListedKind = {
  kind: 'Ingress',
  apiVersion: 'networking.k8s.io/v1',
  schema: {
    type: 'object',
    properties: {
      metadata: {
        type: 'object',
        properties: {
          annotations: {
            type: 'object',
            properties: Object.fromEntries(annotationKeys.map((key) => [key, { type: 'string' }])),
          },
        },
      },
    },
  },
};

export const listedKinds: readonly ListedKind[] = [
  kindOf('Rollout', 'argoproj.io/v1alpha1', 'rollout.json'),
  kindOf('AnalysisTemplate', 'argoproj.io/v1alpha1', 'analysistemplate.json'),
  kindOf('Experiment', 'argoproj.io/v1alpha1', 'experiment.json'),
  kindOf('Application', 'argoproj.io/v1alpha1', 'application.json'),
  kindOf('VirtualService', 'networking.istio.io/v1', 'virtualservice.json'),
  kindOf('DestinationRule', 'networking.istio.io/v1', 'destinationrule.json'),
  kindOf('HTTPRoute', 'gateway.networking.k8s.io/v1', 'gateway-api-httproute.json'),
  ingress,
];

/**
 * What is not of these kinds: their status, the pods of a template, the metadata that all kinds have, and the operation of an
 * Application, a request that Argo CD removes when it begins.
 */
const leftOut = /^(?:status|metadata|apiVersion|kind|operation)\b|\btemplate\.spec\b/;

/** All fields of a kind, in the order of its schema. */
export function fieldsOf(kind: ListedKind): readonly ListedField[] {
  const found: ListedField[] = [];
  const walk = (schema: Schema, name: string, way: readonly Step[]): void => {
    for (const [key, below] of Object.entries(schema.properties ?? {})) {
      const own = name === '' ? key : `${name}.${key}`;
      if (kind !== ingress && leftOut.test(own)) continue;
      const isRequired = schema.required?.includes(key) === true;
      const step = { key, schema: resolved(kind, below), isRequired };
      if (kind !== ingress || way.length === 2) found.push({ kind, name: own, way: [...way, step] });
      walk(step.schema, own, [...way, step]);
    }
    if (schema.items === undefined) return;
    const item = { key: 0 as const, schema: resolved(kind, schema.items), isRequired: false };
    walk(item.schema, `${name}[]`, [...way, item]);
  };
  walk(kind.schema, '', []);
  return found;
}

/** A schema, or what it refers to. */
export function resolved(kind: ListedKind, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(kind, kind.schema.$defs![name]!);
}
