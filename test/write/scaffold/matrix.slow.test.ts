import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newService, objectionsToService } from '../../../src/write/scaffold/new-service.js';
import { objectionsTo } from '../../../src/write/scaffold/objections.js';
import { folderOf } from '../../support/command.js';
import { project } from '../../support/new-services.js';
import { programCalled } from '../../support/programs.js';
import { type ScaffoldCase, scaffoldCases } from '../../support/scaffold-cases.js';

const helm = programCalled('helm');
const kustomize = programCalled('kustomize');

const all = scaffoldCases();
// A part of what `npm run scaffolds` judges, with each style.
const some = all.filter((_, index) => index % 6 === 0);

/** What Helm or kustomize builds of a service, a text for each environment; none for other styles. */
function builtFrom({ style, service }: ScaffoldCase, folder: string): readonly string[] {
  const { name, namespace, environments } = service;
  const chart = path.join(folder, name);
  const built = (program: string | undefined, ...args: string[]): readonly string[] =>
    program === undefined ? [] : [execFileSync(program, args, { encoding: 'utf8' })];
  if (style === 'helm')
    return (environments ?? [undefined]).flatMap((one) =>
      built(
        helm,
        ...['template', name, chart, '--namespace', namespace],
        ...(one === undefined ? [] : ['--values', path.join(chart, `values-${one}.yaml`)]),
      ),
    );
  if (style === 'kustomize')
    return (environments ?? ['staging', 'production']).flatMap((one) =>
      built(kustomize, 'build', path.join(chart, 'overlays', one)),
    );
  return [];
}

describe('services with odd names, images and pairs of options', () => {
  it('are of each style, and meet each router with each style', () => {
    const met = new Set(all.map(({ style, service }) => `${style} ${service.router}`));
    expect(met.size).toBe(4 * 6);
    expect(new Set(some.map(({ style }) => style)).size).toBeGreaterThan(2);
    expect(scaffoldCases(1)).toEqual(all);
  });

  it.each(
    some.map(
      (one, index) => [`${index}: ${one.style}, ${one.service.router}, ${one.service.name}`, one] as const,
    ),
  )('have nothing found against them: %s', { timeout: 120_000 }, (_, { style, service }) => {
    const folder = folderOf({});
    const written = newService(service, { style, project, version: '1.0.0' });
    for (const { path: file, text } of written.files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    expect(objectionsToService(service, written)).toEqual([]);
    const group = service.router === 'gateway' ? 'gateway.networking.k8s.io' : 'networking.istio.io';
    const gateway = { group, kind: 'Gateway', name: 'public', namespace: 'infra' };
    for (const text of builtFrom({ style, service }, folder)) {
      const source = { path: '/built/all.yaml', name: 'all.yaml', read: () => text };
      expect(objectionsTo([source], service.gateway === undefined ? [] : [gateway])).toEqual([]);
    }
  });
});
