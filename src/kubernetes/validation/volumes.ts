import { isMap } from '../objects/json.js';
import {
  allInvalid,
  duplicate,
  type FieldError,
  forbidden,
  concatenated,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import { dnsLabelProblems } from './labels.js';
import { type Source, structs, volumeSourceErrors } from './volume-sources.js';

export interface Volume {
  readonly name?: string;
  readonly [source: string]: unknown;
}

/** The volume sources in the order in which Kubernetes checks them, and the name it uses for a second one. */
const volumeSources: readonly (readonly [key: string, named?: string])[] = [
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
 * Volumes as the controller reads them. The CRD accepts anything there; the controller drops what does not fit Go's types, and
 * continues.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/tolerantinformer/tollerantinformer.go (fromUnstructuredViaJSON)
 */
export function volumesIn(value: unknown): readonly Volume[] {
  return structs(value).map((volume) => {
    const { name, ...rest } = volume;
    const given = Object.entries(rest).map(([key, source]) => [key, isMap(source) ? source : {}] as const);
    return { ...Object.fromEntries(given), ...(typeof name === 'string' && { name }) };
  });
}

/** The names of the valid volumes, those of the others, which count as absent, and their errors. */
export interface ValidVolumes {
  readonly names: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
  /** The names of the valid ones that may be block devices. */
  readonly blocks: ReadonlySet<string>;
  readonly errors: readonly FieldError[];
}

export function validVolumes(volumes: readonly Volume[], path: string): ValidVolumes {
  const names = new Set<string>();
  const wrongNames = new Set<string>();
  const blocks = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, volume] of volumes.entries()) {
    const at = `${path}[${index}]`;
    const { name = '' } = volume;
    const wrong = concatenated(
      sourceErrors(volume, at),
      name === '' ? [requiredError(`${at}.name`)] : allInvalid(`${at}.name`, name, dnsLabelProblems(name)),
      names.has(name) ? [duplicate(`${at}.name`, name)] : none,
    );
    (wrong.length === 0 ? names : wrongNames).add(name);
    if (wrong.length === 0 && (volume.persistentVolumeClaim ?? volume.ephemeral)) blocks.add(name);
    errors.push(...wrong);
  }
  return { names, wrong: wrongNames, blocks, errors };
}

/** A volume without a source is an empty directory. */
function sourceErrors(volume: Volume, path: string): readonly FieldError[] {
  const given = volumeSources.filter(([key]) => volume[key] !== undefined);
  return ofEach(given, ([key, named = key], index) =>
    index > 0
      ? [forbidden(`${path}.${named}`, 'may not specify more than 1 volume type')]
      : volumeSourceErrors(key, volume[key] as Source, `${path}.${key}`),
  );
}
