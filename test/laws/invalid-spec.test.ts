import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../src/rules/facts/rollout/violations.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/rules/index.js';
import { fileSource, filesBelow, textSource } from '../support/sources.js';
import { isInvalidSpec } from './rejections.js';

describe('who suppresses one finding hears all others', () => {
  /** A mistake of a Rollout, and the rule that tells of it. */
  const mistakes: Readonly<Record<string, readonly [rule: string, spec: string]>> = {
    replicas: ['rollout/accepted-by-controller', 'replicas: -1'],
    deadline: ['steps/deadline-exceeds-ready', 'progressDeadlineSeconds: 5\n  minReadySeconds: 9'],
    selector: ['rollout/selector-selects-pods', 'selector: {matchLabels: {app: api}}'],
    strategy: ['rollout/services-exist', 'strategy: {blueGreen: {activeService: web}}'],
    misspelt: ['schema/fields-known', 'minReady: 3'],
    quantity: [
      'rollout/template-readable',
      "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: 'web:1', resources: {limits: {memory: 128MB}}}]}}",
    ],
    mount: [
      'pods/volumes-declared',
      "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: 'web:1', volumeMounts: [{name: data, mountPath: /data}]}]}}",
    ],
  };
  const sound: Readonly<Record<string, string>> = {
    selector: 'selector: {matchLabels: {app: web}}',
    template: "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: 'web:1'}]}}",
    strategy: 'strategy: {canary: {}}',
  };

  function rulesOf(names: readonly string[], suppressed?: string): readonly string[] {
    const fields = { ...sound };
    for (const name of names) {
      const [, spec] = mistakes[name]!;
      fields[/^\w+/.exec(spec)![0]] = spec;
    }
    const text = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  annotations:
    some: thing
${suppressed === undefined ? '' : `    suppress.rolloutkit/${suppressed.replace('/', '.')}: It is so.\n`}spec:
${Object.values(fields)
  .map((field) => `  ${field}\n`)
  .join('')}`;
    const { findings } = lint([textSource('app.yaml', text)], rules);
    return findings.flatMap(({ rule, severity }) => (severity === 'error' ? [rule] : [])).sort();
  }

  const names = Object.keys(mistakes);
  const isOfPods = (name: string): boolean => name === 'quantity' || name === 'mount';
  const pairs = names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other) => (isOfPods(one) && isOfPods(other) ? [] : [[one, other] as const])),
  );

  it.each(names)('one by one: %s', (name) => {
    expect(rulesOf([name])).toEqual([mistakes[name]![0]]);
  });

  it.each(pairs)('%s and %s', (one, other) => {
    const [of, ofOther] = [mistakes[one]![0], mistakes[other]![0]];
    expect(rulesOf([one, other])).toEqual([of, ofOther].sort());
    expect(rulesOf([one, other], of)).toEqual([ofOther]);
    expect(rulesOf([one, other], ofOther)).toEqual([of]);
  });
});

describe('what a rule with voices calls rejected is what the controller’s validation finds', () => {
  const folder = path.join(__dirname, '../rules');
  /** Told by the names that kustomize gives to objects, which validation meets in the cluster only. */
  const renamed = ['alb/ingress-routes-service/name-prefix-not-in-the-rollout'];
  const claims = rules.flatMap((rule) => {
    const name = rule.meta.name;
    const fixtures = rule.voices ? readdirSync(path.join(folder, name)) : [];
    return fixtures.map((fixture) => [`${name}/${fixture}`, rule] as const);
  });

  it.each(claims.filter(([name]) => !renamed.includes(name)))('%s', (name, rule) => {
    const target = path.join(folder, name);
    const files = statSync(target).isDirectory() ? filesBelow(target) : [target];
    const { findings } = lint(files.map(fileSource), [rule]);
    const { graph } = readGraph(files.map(fileSource));
    const codes = graph.rollouts.flatMap((rollout) => violationsOf(graph, rollout).map(({ code }) => code));
    const voiced = codes.filter((code) => rule.voices?.[code]);
    if (findings.some(isInvalidSpec)) expect(voiced).not.toEqual([]);
  });
});
