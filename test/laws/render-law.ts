import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type CommandInputs, discoverInputs, prepare, type Settings } from '../../src/cli/inputs.js';
import { readOptions } from '../../src/cli/lint-options.js';
import { silencedAtSources } from '../../src/lint/rendered/silenced-sources.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lintRead } from '../../src/lint/lint.js';
import { selectRules } from '../../src/lint/select-rules.js';
import { overridingIn } from '../../src/lint/project/overriding.js';
import type { Field } from '../../src/model/field.js';
import { type Finding, messageOf, severities } from '../../src/model/finding.js';
import { Resource } from '../../src/model/resource.js';
import type { Place } from '../../src/model/source.js';
import { isRendered } from '../../src/repository/render/inputs.js';
import { lineAndColumn } from '../../src/repository/render/tree.js';
import type { File } from '../support/random-repository.js';

/** A finding of plain lint that the rendered run has not, or has weaker. */
export interface Loss {
  readonly finding: string;
  /** What the builds show of what it is about. */
  readonly built: readonly string[];
  /** What the rendered run says at the same place, or with the same words. */
  readonly near: readonly string[];
}

export interface Comparison {
  readonly plain: number;
  readonly rendered: number;
  readonly units: number;
  /** How many findings of plain lint the builds prove wrong. */
  readonly disproved: readonly string[];
  readonly lost: readonly Loss[];
  readonly failures: readonly string[];
}

interface Linted {
  readonly inputs: CommandInputs;
  readonly findings: readonly Finding[];
  readonly resources: readonly Resource[];
}

/** A folder linted as its files are, and rendered. */
export function compareRendered(folder: string): Comparison {
  const [plain, rendered] = [[], ['--render']].map((args) => lintIn(folder, args));
  const lost: Loss[] = [];
  const disproved: string[] = [];
  for (const finding of plain!.findings) {
    if (covers(finding, rendered!.findings)) continue;
    const built = builtOf(finding, rendered!);
    if (isDisproved(finding, built, rendered!)) disproved.push(told(finding));
    else
      lost.push({
        finding: told(finding),
        built: built.map((one) =>
          `${one.kind} ${one.namespace ?? ''}/${one.name}: ${JSON.stringify(valueAt(one, finding))}`.slice(
            0,
            200,
          ),
        ),
        near: rendered!.findings.filter((other) => isNear(finding, other)).map(told),
      });
  }
  return {
    plain: plain!.findings.length,
    rendered: rendered!.findings.length,
    units: rendered!.inputs.sources.filter(({ path: at }) => isRendered(at)).length,
    disproved,
    lost,
    failures: rendered!.inputs.failures.map(({ message }) => message),
  };
}

function lintIn(folder: string, args: readonly string[]): Linted {
  const { options, inputs, settings, chosen } = inputsIn(folder, args);
  const read = readGraph(inputs.sources, { graph: inputs.graph, written: inputs.written });
  const { findings } = lintRead(read, chosen.rules, { overriding: overridingIn(inputs, settings, chosen) });
  return {
    inputs,
    findings: silencedAtSources(inputs.relocate(findings), inputs, options.rules).flatMap((finding) =>
      finding.silencer ? [] : (chosen.adjust(finding) ?? []),
    ),
    resources: read.graph.resources,
  };
}

function inputsIn(folder: string, args: readonly string[]) {
  const nowhere = { write: () => true };
  const options = readOptions([...args], {
    folder,
    environment: { ...process.env, ROLLOUTKIT_RENDER: undefined },
    stdin: Readable.from([]),
    descriptor: 0,
    stdout: nowhere,
    stderr: nowhere,
  });
  const settings: Settings = options.settings;
  const chosen = selectRules(options.rules, options);
  const inputs = prepare(discoverInputs(options.paths, settings).sources, settings, options.paths);
  return { options, settings, chosen, inputs };
}

/**
 * Whether the same is said, and not weaker: at the same place; at a better one, of what was built of the object; or by a finding at
 * the setting of a kustomization that has the place, or an object of the finding, among its parts.
 */
function covers(finding: Finding, others: readonly Finding[]): boolean {
  const { rule, place, severity, resource } = finding;
  return others.some((other) => {
    if (severities.indexOf(other.severity) < severities.indexOf(severity)) return false;
    const isThere = [other.place, ...other.labels.map((label) => label.place)].some((one) =>
      isSame(one, place),
    );
    if (isThere && (other.rule === rule || other.rendered !== undefined)) return true;
    if (other.rule === rule && isOfSame(finding, other)) return true;
    if (!/renames|Kustomize adds/.test(other.rendered?.cause ?? '')) return false;
    const names = [resource?.name, ...Object.values(finding.message.data)].filter(
      (name) => typeof name === 'string',
    );
    return names.some((name) => other.rendered?.cause.includes(`"${name}"`));
  });
}

/** Whether a finding of something built has the same path in an object that is called the same, or after it. */
function isOfSame({ resource, path: at = [] }: Finding, other: Finding): boolean {
  return (
    resource !== undefined &&
    other.resource !== undefined &&
    other.rendered !== undefined &&
    other.resource.kind === resource.kind &&
    other.resource.name.includes(resource.name) &&
    JSON.stringify(other.path) === JSON.stringify(at)
  );
}

function isSame(left: Place, right: Place): boolean {
  return left.source.path === right.source.path && left.start === right.start;
}

function isNear(finding: Finding, other: Finding): boolean {
  return (
    other.rule === finding.rule ||
    isSame(other.place, finding.place) ||
    other.labels.some(({ place }) => isSame(place, finding.place))
  );
}

/** The objects that were built of what a finding is about. */
function builtOf({ resource }: Finding, { resources, inputs }: Linted): readonly Resource[] {
  if (!(resource instanceof Resource)) return [];
  return resources.filter((built) => {
    if (!isRendered(built.source.path)) return false;
    const written = inputs.graph.asWritten?.(built) ?? built;
    return (
      written.kind === resource.kind &&
      written.name === resource.name &&
      (inputs.writtenIn?.(built) ?? []).includes(resource.source.path)
    );
  });
}

function valueAt(resource: Resource, { path: at = [] }: Finding): unknown {
  const field: Field = resource.at(...at);
  return field.exists ? field.value : undefined;
}

/** What Argo CD and the Rollouts controller read by its name: under another one nobody reads it. */
const readByName: ReadonlySet<string> = new Set(['argocd-cm', 'argo-rollouts-config']);

/** Whether no build has the field as it is written, or has it where nobody reads it. */
function isDisproved(finding: Finding, built: readonly Resource[], { inputs }: Linted): boolean {
  const { resource } = finding;
  if (!(resource instanceof Resource)) return false;
  if (inputs.sources.some(({ path: at }) => at === resource.source.path)) return false;
  if (resource.kind === 'ConfigMap' && readByName.has(resource.name))
    if (built.every(({ name }) => name !== resource.name)) return true;
  const own = JSON.stringify(valueAt(resource, finding));
  return built.every((one) => JSON.stringify(valueAt(one, finding)) !== own);
}

function told({ rule, severity, place, message, rendered, labels }: Finding): string {
  const at = place.start < 0 ? '' : `:${lineAndColumn(place)}`;
  const also = labels.map(
    ({ place: one }) => `${path.basename(one.source.name)}${one.start < 0 ? '' : `:${lineAndColumn(one)}`}`,
  );
  return `${place.source.name}${at} ${severity} ${rule}: ${messageOf({ message, rendered, construct: undefined })} [${also.join(' ')}]`;
}

/** A system as it is, and the ways in which people keep one: each with what programs build of it. */
export const shapes: Readonly<Record<string, (files: readonly File[]) => readonly File[]>> = {
  alone: (files) => files,
  base: (files) => [...inBase(files), overlay('base', listOf(files))],
  overlays: (files) => [
    ...inBase(files),
    overlay('base', listOf(files)),
    overlay('overlays/dev', '../../base', 'commonAnnotations: {example.com/env: dev}\n'),
    overlay('overlays/prod', '../../base'),
  ],
  suffix: (files) => [
    ...inBase(files),
    overlay('base', listOf(files)),
    overlay('overlays/dev', '../../base', 'nameSuffix: -dev\nnamespace: dev\n'),
  ],
  labels: (files) => [
    ...inBase(files),
    overlay('base', listOf(files)),
    overlay('overlays/dev', '../../base', 'labels:\n  - pairs: {env: dev}\n    includeSelectors: true\n'),
    overlay('overlays/prod', '../../base', 'namespace: prod\n'),
  ],
  images: (files) => [
    ...inBase(files),
    overlay('base', listOf(files)),
    overlay('overlays/dev', '../../base', "images:\n  - name: none\n    newTag: '2'\n"),
  ],
  chart: (files) => [
    { path: 'chart/Chart.yaml', text: 'apiVersion: v2\nname: chart-of-law\nversion: 0.1.0\n' },
    ...files.map(({ path: at, text }) => ({
      path: `chart/templates/${at.replaceAll('/', '-')}`,
      text: text.replaceAll('{{', '{{ "{{" }}'),
    })),
  ],
};

function inBase(files: readonly File[]): readonly File[] {
  return files.map(({ path: at, text }) => ({ path: `base/${at}`, text }));
}

function listOf(files: readonly File[]): string {
  return files.map(({ path: at }) => at).join(', ');
}

function overlay(folder: string, resources: string, more = ''): File {
  return { path: `${folder}/kustomization.yaml`, text: `resources: [${resources}]\n${more}` };
}

/** Writes each system in a shape, and compares what is found in it. */
export function* compareSystems(
  systems: readonly (readonly File[])[],
  names: readonly string[] = Object.keys(shapes),
): Generator<Comparison & { readonly name: string }> {
  for (const [index, files] of systems.entries()) {
    const first = files[0]!.path.split('/').slice(0, 3).join('/');
    const own = files.map(({ path: at, text }) => ({ path: at.split('/').slice(2).join('/'), text }));
    const isBuilt = files.some(
      ({ text }) => /kind: (Kustomization|Component)|^resources:/m.test(text) || /^patches/m.test(text),
    );
    const shape = isBuilt ? 'alone' : names[index % names.length]!;
    const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-law-')));
    try {
      for (const { path: at, text } of shapes[shape]!(own)) {
        const file = path.join(root, at);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      yield { ...compareRendered(root), name: `${first} (${shape})` };
    } finally {
      rmSync(root, { recursive: true });
    }
  }
}
