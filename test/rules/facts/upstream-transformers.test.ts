import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { upstreamTransformers } from '../../../src/rules/facts/upstream-transformers.js';

interface Spec {
  readonly path: string;
  readonly kind: string;
  readonly create?: boolean;
}
interface Reference {
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly fieldSpecs: readonly Spec[];
}

/** Each field as a line, in one order. */
function linesOf({
  nameReference,
  ...others
}: {
  readonly nameReference: readonly Reference[];
}): readonly string[] {
  const line = (section: string, spec: Spec, of?: Reference): string =>
    [
      ...[section, of?.group ?? '', of?.version ?? '', of?.kind ?? '', '', ''],
      ...[spec.kind, spec.path, String(spec.create ?? false)],
    ].join('|');
  return [
    ...nameReference.flatMap((of) => of.fieldSpecs.map((spec) => line('nameReference', spec, of))),
    ...Object.entries(others as Readonly<Record<string, readonly Spec[]>>).flatMap(([section, specs]) =>
      specs.map((spec) => line(section, spec)),
    ),
  ].sort();
}

// The digest is of the same lines, made of upstream's file, which has not changed its fields since April 2021.
// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/kustomize/rollout-transform.yaml
it('the configuration that is known by its address has the fields of upstream', () => {
  const text = upstreamTransformers(
    'https://argoproj.github.io/argo-rollouts/features/kustomize/rollout-transform.yaml',
  );
  const lines = linesOf(JSON.parse(text ?? '') as never);
  expect(lines).toHaveLength(101);
  expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(
    '34d4a63937ff0af100cd34980cb62628c47d9bc0b7f7ccb1bbb6fff619d3edff',
  );
  expect(upstreamTransformers('https://example.com/rollout-transform.yaml')).toBeUndefined();
});
