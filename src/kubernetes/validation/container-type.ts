import { type Handler, type Probe } from './probes.js';
import { type Resources } from './resources.js';
import { type ContainerSecurity } from './security.js';
import { type EnvFrom, type EnvVariable } from './variables.js';

export interface Container {
  readonly name?: string;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly terminationMessagePolicy?: string;
  readonly restartPolicy?: string;
  readonly ports?: readonly Port[];
  readonly env?: readonly EnvVariable[];
  readonly envFrom?: readonly EnvFrom[];
  readonly volumeMounts?: readonly Mount[];
  readonly resources?: Resources;
  readonly lifecycle?: { readonly postStart?: Handler; readonly preStop?: Handler };
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly securityContext?: ContainerSecurity;
  readonly volumeDevices?: readonly Device[];
  readonly resizePolicy?: readonly Resize[];
}

interface Device {
  readonly name?: string;
  readonly devicePath?: string;
}

export interface Resize {
  readonly resourceName?: string;
  readonly restartPolicy?: string;
}

export interface Port {
  readonly name?: string;
  readonly containerPort?: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
}

interface Mount {
  readonly name?: string;
  readonly mountPath?: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
  readonly mountPropagation?: string;
}
