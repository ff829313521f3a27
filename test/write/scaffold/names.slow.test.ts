import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { routers } from '../../../src/cli/new-options.js';
import { splitDocuments } from '../../../src/yaml/parse/documents.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';
import type { Node } from '../../../src/model/node.js';
import { newService } from '../../../src/write/scaffold/new-service.js';
import { manifestFiles } from '../../../src/write/scaffold/service-objects.js';
import type { NewService } from '../../../src/write/scaffold/service.js';
import { styles } from '../../../src/write/scaffold/style.js';
import { objectionsToNew } from '../../support/new-services.js';

/** Words that are names to Kubernetes, and something else to a reader of YAML 1.1 or 1.2 that finds them without quotes. */
const names = ['on', 'no', 'y', 'null', 'off', 'n', 'yes'];
const labels = [...names, '1e3', '0x10', '0o7', '0b11', '010', '12e03'];

const project = { isModule: true, usesJest: false, has: undefined };

/** A service with one word in all places that take it. */
function serviceOf(
  word: string,
  router: (typeof routers)[number],
  isName = names.includes(word),
): NewService {
  const isRouted = router !== 'none';
  return {
    name: isName ? word : 'web',
    router,
    strategy: 'canary',
    image: `ghcr.io/acme/web:${word}`,
    port: 8080,
    namespace: word,
    hosts: isRouted ? [word] : [],
    ...((router === 'nginx' || router === 'istio-host') && { tls: word }),
    ...(router === 'gateway' && { gateway: `${word}/${word}` }),
    ...(isRouted && router !== 'gateway' && { header: { name: word, value: word } }),
    notification: { service: isName ? word : 'slack', recipient: word },
    hasNetworkPolicy: true,
    // What an Application ignores is worked out by playing: once is enough.
    ...(router === 'none' && { argocd: { repository: 'https://git.example.com/a.git', path: word } }),
  };
}

/** The kinds of values that a text has which say the word, whatever stands around it. */
function valuesIn(text: string, word: string): readonly unknown[] {
  const found: unknown[] = [];
  const walk = (node: Node | undefined, its: string): void => {
    if (!node) return;
    if (node.kind === 'map') node.entries.forEach(({ value }) => walk(value, its));
    else if (node.kind === 'list') node.items.forEach((item) => walk(item, its));
    else if (its.slice(node.start, node.end) === word && typeof node.value !== 'string')
      found.push(node.value);
  };
  for (const { start, end } of splitDocuments(text)) walk(parseTree(text, start, end).root, text);
  return found;
}

describe('a name that is a word of YAML', () => {
  it.each(styles.flatMap((style) => routers.map((router) => [style, router] as const)))(
    'is a string in what new writes: %s, %s',
    (style, router) => {
      const at = styles.indexOf(style) * routers.length + routers.indexOf(router);
      for (const word of [labels[at % labels.length]!]) {
        const { files } = newService(serviceOf(word, router), {
          style,
          ...{ namePrefix: style === 'kustomize' ? 'no-' : undefined, project, version: '1.0.0' },
        });
        const texts = files.filter(({ path }) => /\.ya?ml$/.test(path) && !path.includes('/templates/'));
        if (style !== 'cdk8s') expect(texts.length).toBeGreaterThan(1);
        for (const { path, text } of texts)
          expect({ word, path, values: valuesIn(text, word) }).toEqual({ word, path, values: [] });
      }
    },
  );

  it('is the same string to another reader of YAML', () => {
    for (const word of ['no', '1e3', '0x10']) {
      const { files } = newService(serviceOf(word, 'nginx'), {
        style: 'kustomize',
        ...{ project, version: '1.0.0' },
      });
      const { text } = files.find(({ path }) => path.endsWith('overlays/production/kustomization.yaml'))!;
      const read = load(text) as { namespace: unknown; images: readonly { newTag: unknown }[] };
      expect([read.namespace, read.images[0]?.newTag]).toEqual([word, word]);
    }
  });

  it('is a string in the manifests, and a number stays one', () => {
    for (const word of names.slice(0, 4)) {
      const rollout = manifestFiles(serviceOf(word, 'nginx')).find(
        ({ manifest }) => manifest.kind === 'Rollout',
      )!;
      expect(rollout.manifest).toMatchObject({
        metadata: { name: word },
        spec: {
          template: {
            spec: { serviceAccountName: word, containers: [{ ports: [{ containerPort: 8080 }] }] },
          },
        },
      });
    }
  });

  it.each(names.slice(0, 1))('makes a service against which there is nothing: %s', (word) => {
    expect(objectionsToNew(serviceOf(word, 'nginx'))).toEqual([]);
  });
});
