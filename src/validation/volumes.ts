import { isMap } from '../cluster/json.js';
import {
  allInvalid,
  duplicate,
  type FieldError,
  following,
  forbidden,
  invalid,
  joined,
  none,
  ofEach,
  required,
} from './field-error.js';
import { dnsLabelProblems } from './labels.js';
import { backstepErrors, localPathErrors } from './pod-names.js';

export interface Volume {
  readonly name?: string;
  readonly [source: string]: unknown;
}

type Source = Readonly<Record<string, unknown>>;

/** Kinds of volumes in the order in which Kubernetes looks at them, and the name it gives to a second one. */
const sources: readonly (readonly [key: string, named?: string])[] = [
  ['emptyDir'],
  ['hostPath'],
  ['gitRepo'],
  ['gcePersistentDisk'],
  ['awsElasticBlockStore'],
  ['secret'],
  ['nfs'],
  ['iscsi'],
  ['glusterfs'],
  ['flocker'],
  ['persistentVolumeClaim'],
  ['rbd'],
  ['cinder'],
  ['cephfs', 'cephFS'],
  ['quobyte'],
  ['downwardAPI', 'downwarAPI'],
  ['fc'],
  ['flexVolume'],
  ['configMap'],
  ['azureFile'],
  ['vsphereVolume'],
  ['photonPersistentDisk'],
  ['portworxVolume'],
  ['azureDisk'],
  ['storageos'],
  ['projected'],
  ['scaleIO'],
  ['csi'],
  ['ephemeral'],
  ['image'],
];

/**
 * Volumes as the controller reads them. The CRD takes anything there, and what does not fit Go's types the controller
 * leaves out and goes on.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/tolerantinformer/tollerantinformer.go (fromUnstructuredViaJSON)
 */
export function volumesIn(value: unknown): readonly Volume[] {
  return structs(value).map((volume) => {
    const { name, ...rest } = volume;
    const given = Object.entries(rest).map(([key, source]) => [key, isMap(source) ? source : {}] as const);
    return { ...Object.fromEntries(given), ...(typeof name === 'string' && { name }) };
  });
}

function structs(value: unknown): readonly Source[] {
  return Array.isArray(value) ? value.map((item: unknown) => (isMap(item) ? item : {})) : [];
}

/** The names of the volumes that are right, those of the others, which count as absent, and what is wrong with these. */
export interface ValidVolumes {
  readonly names: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
  readonly errors: readonly FieldError[];
}

export function validVolumes(volumes: readonly Volume[], path: string): ValidVolumes {
  const names = new Set<string>();
  const wrongNames = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, volume] of volumes.entries()) {
    const at = `${path}[${index}]`;
    const { name = '' } = volume;
    const wrong = joined(
      sourceErrors(volume, at),
      name === '' ? [required(`${at}.name`)] : allInvalid(`${at}.name`, name, dnsLabelProblems(name)),
      names.has(name) ? [duplicate(`${at}.name`, name)] : none,
    );
    (wrong.length === 0 ? names : wrongNames).add(name);
    errors.push(...wrong);
  }
  return { names, wrong: wrongNames, errors };
}

/** A volume of no kind is an empty directory. */
function sourceErrors(volume: Volume, path: string): readonly FieldError[] {
  const given = sources.filter(([key]) => volume[key] !== undefined);
  return ofEach(given, ([key, named = key], index) =>
    index > 0
      ? [forbidden(`${path}.${named}`, 'may not specify more than 1 volume type')]
      : errorsOf(key, volume[key] as Source, `${path}.${key}`),
  );
}

function errorsOf(key: string, source: Source, path: string): readonly FieldError[] {
  switch (key) {
    case 'hostPath':
      return empty(source.path)
        ? [required(`${path}.path`)]
        : backstepErrors(text(source.path), `${path}.path`);
    case 'secret':
      return joined(need(source, 'secretName', path), fileErrors(source, path));
    case 'configMap':
      return joined(need(source, 'name', path), fileErrors(source, path));
    case 'persistentVolumeClaim':
      return need(source, 'claimName', path);
    case 'nfs':
      return joined(
        need(source, 'server', path),
        need(source, 'path', path),
        absoluteErrors(source.path, `${path}.path`),
      );
    case 'projected':
      return modeErrors(source.defaultMode, `${path}.defaultMode`);
    case 'ephemeral':
      return source.volumeClaimTemplate === undefined ? [required(`${path}.volumeClaimTemplate`)] : none;
    default:
      return none;
  }
}

function fileErrors(source: Source, path: string): readonly FieldError[] {
  const items = structs(source.items);
  return joined(
    modeErrors(source.defaultMode, `${path}.defaultMode`),
    ofEach(items, (item, index) => {
      const at = `${path}.items[${index}]`;
      const target = text(item.path);
      return joined(
        need(item, 'key', at),
        need(item, 'path', at),
        localPathErrors(target, `${at}.path`),
        /^\.\.(?!\/)/.test(target) && !target.split('/').includes('..')
          ? [invalid(`${at}.path`, target, "must not start with '..'")]
          : none,
        modeErrors(item.mode, `${at}.mode`),
      );
    }),
  );
}

function modeErrors(mode: unknown, path: string): readonly FieldError[] {
  if (mode === undefined || (Number(mode) >= 0 && Number(mode) <= 0o777)) return none;
  return [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}

/** A path that is missing is told of as that. */
function absoluteErrors(value: unknown, path: string): readonly FieldError[] {
  if (text(value).startsWith('/')) return none;
  const errors = [invalid(path, value ?? '', 'must be an absolute path')];
  return empty(value) ? following(errors) : errors;
}

function need(source: Source, key: string, path: string): readonly FieldError[] {
  return empty(source[key]) ? [required(`${path}.${key}`)] : none;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function empty(value: unknown): boolean {
  return value === undefined || value === '';
}
