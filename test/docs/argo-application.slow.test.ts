import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cdk8s from 'cdk8s';
import { load } from 'js-yaml';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as constructs from '../../src/constructs/index.js';

const text = readFileSync(join(__dirname, '../../docs/constructs/argo-application.md'), 'utf8');
const snippets = new Map(
  [...text.matchAll(/<!-- synth (\S+) -->\n\n```ts\n(.*?)```/gs)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
);

afterEach(() => {
  vi.restoreAllMocks();
});

/** The `spec` of what a snippet makes for Argo CD. */
function specOf(name: string): unknown {
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const app = cdk8s.Testing.app();
  const chart = new cdk8s.Chart(app, 'shop', { namespace: 'shop' });
  const argocd = new cdk8s.Chart(app, 'argocd');
  const known = { ...constructs, chart, argocd };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  new Function(...Object.keys(known), snippets.get(name) ?? '')(...Object.values(known));
  const [made, another] = cdk8s.Testing.synth(argocd) as readonly { spec: unknown }[];
  expect(another).toBeUndefined();
  expect(print).not.toHaveBeenCalled();
  return made?.spec;
}

describe('docs/constructs/argo-application.md', () => {
  it('has snippets, each of which is tried here', () => {
    expect([...snippets.keys()]).toEqual(['one', 'several', 'set']);
    expect(text.match(/```ts\n(?!import )/g)).toHaveLength(snippets.size);
  });

  it('shows what is made of the first one', () => {
    const shown = /```yaml\n(.*?)```/s.exec(text)?.[1] ?? '';
    expect(load(shown)).toEqual({ spec: specOf('one') });
  });

  it('has an entry for each of several Rollouts', () => {
    expect(specOf('several')).toMatchObject({
      ignoreDifferences: [
        { kind: 'VirtualService', name: 'cart' },
        { kind: 'VirtualService', name: 'web' },
      ],
    });
  });

  it('has the entries in the template of a set', () => {
    expect(specOf('set')).toMatchObject({
      template: {
        spec: {
          ignoreDifferences: [
            {
              kind: 'Ingress',
              name: 'checkout',
              jqPathExpressions: ['.spec.rules[]?.http.paths[]? | select(.backend.service.name == "staff")'],
            },
          ],
        },
      },
    });
  });
});
