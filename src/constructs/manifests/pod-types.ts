// Written by npm run docs, from src/kubernetes/schemas/data/pod.json.

type PodAppArmorProfile = { readonly localhostProfile?: string; readonly type: string };

type PodClaims = readonly { readonly name: string; readonly request?: string }[];

type PodConfigMapKeyRef = { readonly key: string; readonly name?: string; readonly optional?: boolean };

type PodConfigMapRef = { readonly name?: string; readonly optional?: boolean };

export type Container = {
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  readonly env?: PodEnv;
  readonly envFrom?: PodEnvFrom;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly lifecycle?: PodLifecycle;
  readonly livenessProbe?: Probe;
  readonly name: string;
  readonly ports?: PodPorts;
  readonly readinessProbe?: Probe;
  readonly resizePolicy?: PodResizePolicy;
  readonly resources?: ResourceRequirements;
  readonly restartPolicy?: string;
  readonly restartPolicyRules?: PodRestartPolicyRules;
  readonly securityContext?: PodSecurityContext;
  readonly startupProbe?: Probe;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly tty?: boolean;
  readonly volumeDevices?: PodVolumeDevices;
  readonly volumeMounts?: PodVolumeMounts;
  readonly workingDir?: string;
};

type PodDimensions = readonly { readonly name?: string; readonly value?: string }[];

type PodDivisor = number | string;

type PodEnv = readonly {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: PodConfigMapKeyRef;
    readonly fieldRef?: PodFieldRef;
    readonly fileKeyRef?: PodFileKeyRef;
    readonly resourceFieldRef?: {
      readonly containerName?: string;
      readonly divisor?: PodDivisor;
      readonly resource: string;
    };
    readonly secretKeyRef?: PodConfigMapKeyRef;
  };
}[];

type PodEnvFrom = readonly {
  readonly configMapRef?: PodConfigMapRef;
  readonly prefix?: string;
  readonly secretRef?: PodConfigMapRef;
}[];

type PodExec = { readonly command?: readonly string[] };

type PodFieldRef = { readonly apiVersion?: string; readonly fieldPath: string };

type PodFileKeyRef = {
  readonly key: string;
  readonly optional?: boolean;
  readonly path: string;
  readonly volumeName: string;
};

type PodGrpc = { readonly port: number; readonly service?: string };

type PodHttpGet = {
  readonly host?: string;
  readonly httpHeaders?: PodHttpHeaders;
  readonly path?: string;
  readonly port: number | string;
  readonly scheme?: string;
};

type PodHttpHeaders = readonly { readonly name: string; readonly value: string }[];

type PodLifecycle = {
  readonly postStart?: PodPostStart;
  readonly preStop?: PodPostStart;
  readonly stopSignal?: string;
};

export type Probe = {
  readonly exec?: PodExec;
  readonly failureThreshold?: number;
  readonly grpc?: PodGrpc;
  readonly httpGet?: PodHttpGet;
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly successThreshold?: number;
  readonly tcpSocket?: PodTcpSocket;
  readonly terminationGracePeriodSeconds?: number;
  readonly timeoutSeconds?: number;
};

type PodMatchExpressions = readonly {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}[];

type PodOs = { readonly name: string };

type PodOverhead = Readonly<Record<string, PodDivisor>>;

type PodPodAffinity = {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
    readonly podAffinityTerm: PodPodAffinityTerm;
    readonly weight: number;
  }[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodPodAffinityTerm[];
};

type PodPodAffinityTerm = {
  readonly labelSelector?: PodSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
  readonly namespaceSelector?: PodSelector;
  readonly namespaces?: readonly string[];
  readonly topologyKey: string;
};

type PodPorts = readonly {
  readonly containerPort: number;
  readonly hostIP?: string;
  readonly hostPort?: number;
  readonly name?: string;
  readonly protocol?: string;
}[];

type PodPostStart = {
  readonly exec?: PodExec;
  readonly httpGet?: PodHttpGet;
  readonly sleep?: PodSleep;
  readonly tcpSocket?: PodTcpSocket;
};

type PodPreference = {
  readonly matchExpressions?: PodMatchExpressions;
  readonly matchFields?: PodMatchExpressions;
};

type PodResizePolicy = readonly { readonly resourceName: string; readonly restartPolicy: string }[];

export type ResourceRequirements = {
  readonly claims?: PodClaims;
  readonly limits?: Readonly<Record<string, number | string>>;
  readonly requests?: Readonly<Record<string, number | string>>;
};

type PodRestartPolicyRules = readonly {
  readonly action: string;
  readonly exitCodes?: { readonly operator: string; readonly values?: PodValues };
}[];

type PodSchedulingGates = readonly PodOs[];

type PodSeLinuxOptions = {
  readonly level?: string;
  readonly role?: string;
  readonly type?: string;
  readonly user?: string;
};

type PodSecretRef = { readonly name?: string };

type PodSecurityContext = {
  readonly allowPrivilegeEscalation?: boolean;
  readonly appArmorProfile?: PodAppArmorProfile;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly privileged?: boolean;
  readonly procMount?: string;
  readonly readOnlyRootFilesystem?: boolean;
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly seLinuxOptions?: PodSeLinuxOptions;
  readonly seccompProfile?: PodAppArmorProfile;
  readonly windowsOptions?: PodWindowsOptions;
};

type PodSelector = {
  readonly matchExpressions?: PodMatchExpressions;
  readonly matchLabels?: Readonly<Record<string, string>>;
};

type PodSleep = { readonly seconds: number };

export type PodSpec = {
  readonly activeDeadlineSeconds?: number;
  readonly affinity?: {
    readonly nodeAffinity?: {
      readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
        readonly preference: PodPreference;
        readonly weight: number;
      }[];
      readonly requiredDuringSchedulingIgnoredDuringExecution?: {
        readonly nodeSelectorTerms: readonly PodPreference[];
      };
    };
    readonly podAffinity?: PodPodAffinity;
    readonly podAntiAffinity?: PodPodAffinity;
  };
  readonly automountServiceAccountToken?: boolean;
  readonly containers: readonly Container[];
  readonly dnsConfig?: {
    readonly nameservers?: readonly string[];
    readonly options?: PodDimensions;
    readonly searches?: readonly string[];
  };
  readonly dnsPolicy?: string;
  readonly enableServiceLinks?: boolean;
  readonly ephemeralContainers?: readonly {
    readonly args?: readonly string[];
    readonly command?: readonly string[];
    readonly env?: PodEnv;
    readonly envFrom?: PodEnvFrom;
    readonly image?: string;
    readonly imagePullPolicy?: string;
    readonly lifecycle?: PodLifecycle;
    readonly livenessProbe?: Probe;
    readonly name: string;
    readonly ports?: PodPorts;
    readonly readinessProbe?: Probe;
    readonly resizePolicy?: PodResizePolicy;
    readonly resources?: ResourceRequirements;
    readonly restartPolicy?: string;
    readonly restartPolicyRules?: PodRestartPolicyRules;
    readonly securityContext?: PodSecurityContext;
    readonly startupProbe?: Probe;
    readonly stdin?: boolean;
    readonly stdinOnce?: boolean;
    readonly targetContainerName?: string;
    readonly terminationMessagePath?: string;
    readonly terminationMessagePolicy?: string;
    readonly tty?: boolean;
    readonly volumeDevices?: PodVolumeDevices;
    readonly volumeMounts?: PodVolumeMounts;
    readonly workingDir?: string;
  }[];
  readonly hostAliases?: readonly { readonly hostnames?: readonly string[]; readonly ip: string }[];
  readonly hostIPC?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostUsers?: boolean;
  readonly hostname?: string;
  readonly hostnameOverride?: string;
  readonly imagePullSecrets?: readonly PodSecretRef[];
  readonly initContainers?: readonly Container[];
  readonly nodeName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly os?: PodOs;
  readonly overhead?: PodOverhead;
  readonly preemptionPolicy?: string;
  readonly priority?: number;
  readonly priorityClassName?: string;
  readonly readinessGates?: readonly { readonly conditionType: string }[];
  readonly resourceClaims?: readonly {
    readonly name: string;
    readonly resourceClaimName?: string;
    readonly resourceClaimTemplateName?: string;
  }[];
  readonly resources?: {
    readonly claims?: PodClaims;
    readonly limits?: Readonly<Record<string, number | string>>;
    readonly requests?: Readonly<Record<string, number | string>>;
  };
  readonly restartPolicy?: string;
  readonly runtimeClassName?: string;
  readonly schedulerName?: string;
  readonly schedulingGates?: PodSchedulingGates;
  readonly securityContext?: {
    readonly appArmorProfile?: PodAppArmorProfile;
    readonly fsGroup?: number;
    readonly fsGroupChangePolicy?: string;
    readonly runAsGroup?: number;
    readonly runAsNonRoot?: boolean;
    readonly runAsUser?: number;
    readonly seLinuxChangePolicy?: string;
    readonly seLinuxOptions?: PodSeLinuxOptions;
    readonly seccompProfile?: PodAppArmorProfile;
    readonly supplementalGroups?: readonly number[];
    readonly supplementalGroupsPolicy?: string;
    readonly sysctls?: PodHttpHeaders;
    readonly windowsOptions?: PodWindowsOptions;
  };
  readonly serviceAccount?: string;
  readonly serviceAccountName?: string;
  readonly setHostnameAsFQDN?: boolean;
  readonly shareProcessNamespace?: boolean;
  readonly subdomain?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly tolerations?: readonly {
    readonly effect?: string;
    readonly key?: string;
    readonly operator?: string;
    readonly tolerationSeconds?: number;
    readonly value?: string;
  }[];
  readonly topologySpreadConstraints?: readonly {
    readonly labelSelector?: PodSelector;
    readonly matchLabelKeys?: readonly string[];
    readonly maxSkew: number;
    readonly minDomains?: number;
    readonly nodeAffinityPolicy?: string;
    readonly nodeTaintsPolicy?: string;
    readonly topologyKey: string;
    readonly whenUnsatisfiable: string;
  }[];
  readonly volumes?: unknown;
};

type PodTcpSocket = { readonly host?: string; readonly port: number | string };

type PodValues = readonly number[];

type PodVolumeDevices = readonly { readonly devicePath: string; readonly name: string }[];

type PodVolumeMounts = readonly {
  readonly mountPath: string;
  readonly mountPropagation?: string;
  readonly name: string;
  readonly readOnly?: boolean;
  readonly recursiveReadOnly?: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
}[];

type PodWindowsOptions = {
  readonly gmsaCredentialSpec?: string;
  readonly gmsaCredentialSpecName?: string;
  readonly hostProcess?: boolean;
  readonly runAsUserName?: string;
};
