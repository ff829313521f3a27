import { runInThisContext } from 'node:vm';
import { ApiObject, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as constructs from '../../../src/constructs/index.js';
import { planMigration } from '../../../src/write/migrate/plan.js';
import { folderOf, run } from '../../support/command.js';
import { textSource } from '../../support/sources.js';
import { cdk8sSystem, systemRouters } from './systems.js';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
}

/** What statements make in an app that has some objects already. */
function synthesized(code: readonly string[], beside: readonly Manifest[]): readonly Manifest[] {
  const chart = Testing.chart();
  const others = beside.map(
    (object) => new ApiObject(chart, `${object.kind}-${object.metadata.name}`, object),
  );
  const deployment = others.find(({ kind }) => kind === 'Deployment');
  const known = { chart, deployment, ...constructs, ApiObject };
  const app = runInThisContext(`({ ${Object.keys(known).join(', ')} }) => {\n${code.join('\n')}\n}`) as (
    given: typeof known,
  ) => void;
  app(known);
  return (Testing.synth(chart) as readonly Manifest[]).filter((object) => !isAmong(beside, object));
}

function withoutSilence(object: Manifest): object {
  const { annotations, ...metadata } = object.metadata;
  expect(
    Object.keys(annotations ?? {}).filter((key) => !/^(?:suppress|assume)\.rolloutkit\//.test(key)),
  ).toEqual([]);
  return { ...object, metadata };
}

function isAmong(objects: readonly Manifest[], { kind, metadata: { name } }: Manifest): boolean {
  return objects.some((other) => other.kind === kind && other.metadata.name === name);
}

describe.each(systemRouters)('the output of an app of cdk8s with %s', (router) => {
  const files = Object.entries(cdk8sSystem(router)).map(([name, text]) => textSource(name, text));
  const { steps, refusal } = planMigration(files, 'checkout');

  it('is played in each state', () => {
    expect(refusal).toBeUndefined();
    expect(steps.map(({ id }) => id)).toEqual([
      'beside',
      ...(router === 'istio-host' || router === 'gateway' ? ['split'] : []),
      'routed',
      'emptied',
    ]);
    expect(steps.flatMap(({ checked }) => checked.objections)).toEqual([]);
    const errors = steps.flatMap(({ checked }) => checked.impacts.flatMap(({ effects }) => effects));
    expect(errors.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each(['beside', 'routed'])('comes of the constructs that step "%s" tells', (id) => {
    const step = steps.find((one) => one.id === id)!;
    const { after = '' } = step.changes.find(({ name }) => name === 'dist/checkout.k8s.yaml')!;
    const wanted = parseAllDocuments(after).map((one) => one.toJS() as Manifest);
    const isMade = ({ kind, metadata: { name } }: Manifest): boolean =>
      kind === 'Rollout' || (id === 'beside' && name === 'checkout-canary');
    const made = synthesized(
      step.code,
      wanted.filter((object) => !isMade(object)),
    );
    expect(made.map(({ kind }) => kind)).toEqual(id === 'beside' ? ['Rollout', 'Service'] : ['Rollout']);
    // What is named in place of being given as a construct is not looked for in the app.
    for (const object of made)
      expect(withoutSilence(object)).toEqual(
        wanted.find(({ kind, metadata }) => kind === object.kind && metadata.name === object.metadata.name),
      );
  });
});

describe('migrate of an app of cdk8s', () => {
  it('tells the code, and commits nothing', () => {
    const folder = folderOf(cdk8sSystem('istio-host'));
    const plan = run(folder, 'migrate', 'checkout');
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain("new CanaryRollout(chart, 'rollout', {");
    expect(plan.stdout).toContain('a cdk8s app generates the files');
    const { code, stderr } = run(folder, 'migrate', 'checkout', '--commit');
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was written, because a cdk8s app generates the files');
  });
});
