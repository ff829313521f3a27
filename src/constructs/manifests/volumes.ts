import type { OneOf } from './manifest.js';
import type {
  CsiVolume,
  DownwardApiVolume,
  FcVolume,
  FlexVolume,
  IscsiVolume,
  VolumeClaimTemplate,
  VolumeProjections,
} from './upstream-types.js';

/** A key of a ConfigMap or Secret as a file. */
interface KeyAsFile {
  /** The key. */
  readonly key: string;
  /** The path of the file within the volume. */
  readonly path: string;
  /**
   * The bits of its permission, such as `0o400`.
   * @default - those of the volume
   */
  readonly mode?: number;
}

/** Files of a ConfigMap or Secret. */
interface Keys {
  /**
   * The keys that become files.
   * @default - all
   */
  readonly items?: readonly KeyAsFile[];
  /**
   * The bits of their permissions.
   * @default - 0o644
   */
  readonly defaultMode?: number;
  /**
   * Whether pods start without the object.
   * @default - false
   */
  readonly optional?: boolean;
}

/** A volume of the pods, in the form of their own field: a name and one kind of volume. */
export interface Volume {
  /** The name, by which `volumeMounts` mount it. */
  readonly name: string;
  /** An empty folder that lasts as long as the pod. */
  readonly emptyDir?: {
    /** `Memory` for a file system in memory. @default - the disk of the node */
    readonly medium?: '' | 'Memory';
    /** The most that it may hold, such as `64Mi`. @default - no limit */
    readonly sizeLimit?: string;
  };
  /** The files of a ConfigMap. */
  readonly configMap?: Keys & {
    /** The name of the ConfigMap. */
    readonly name: string;
  };
  /** The files of a Secret. */
  readonly secret?: Keys & {
    /** The name of the Secret. */
    readonly secretName: string;
  };
  /** A claim of storage that exists. */
  readonly persistentVolumeClaim?: {
    /** The name of the claim. */
    readonly claimName: string;
    /** @default - false */
    readonly readOnly?: boolean;
  };
  /** Files of several ConfigMaps, Secrets and tokens in one folder. */
  readonly projected?: {
    /** Each with one of `configMap`, `secret`, `serviceAccountToken`, `downwardAPI`, `clusterTrustBundle` and `podCertificate`. */
    readonly sources: readonly OneOf<Required<VolumeProjections>>[];
    /** The bits of their permissions. @default - 0o644 */
    readonly defaultMode?: number;
  };
  /** Fields of the pod as files. */
  readonly downwardAPI?: DownwardApiVolume;
  /** A file or folder of the node. */
  readonly hostPath?: {
    /** Its path on the node. */
    readonly path: string;
    /** What it has to be, such as `DirectoryOrCreate`. @default - not checked */
    readonly type?: string;
  };
  /** A volume of a driver, such as of the Secrets Store. Its `volumeAttributes` are the driver's: any names, and strings as values. */
  readonly csi?: CsiVolume;
  /** A claim that is made with the pod and goes with it. */
  readonly ephemeral?: {
    /** The metadata and the `spec` of the claim. */
    readonly volumeClaimTemplate: VolumeClaimTemplate;
  };
  /** A folder of an NFS server. */
  readonly nfs?: {
    /** The host of the server. */
    readonly server: string;
    /** The folder. */
    readonly path: string;
    /** @default - false */
    readonly readOnly?: boolean;
  };
  /** The files of an image. */
  readonly image?: {
    /** The image. */
    readonly reference: string;
    /** @default - 'Always' for the tag latest, otherwise 'IfNotPresent' */
    readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  };
  /** Of iSCSI. */
  readonly iscsi?: IscsiVolume;
  /** Of Fibre Channel. */
  readonly fc?: FcVolume;
  /** Of a driver of the kubelet. Its `options` are the driver's: any names, and strings as values. */
  readonly flexVolume?: FlexVolume;
}
