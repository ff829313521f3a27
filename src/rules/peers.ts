/** A tool that checks the same objects, with everything it can report. */
export interface Peer {
  /** The argument of `rolloutkit rules --like`. */
  readonly name: string;
  readonly title: string;
  /** The version of the tool that the lists describe. */
  readonly version: string;
  /** What rules find: the code is an alias of each such rule. By code, the name that the tool also uses. */
  readonly found: Readonly<Record<string, string>>;
  /** Those that are not found in every case, with the reason. */
  readonly partly: Readonly<Record<string, string>>;
  /** Checks that only the tool has. */
  readonly left: readonly { readonly because: string; readonly messages: Readonly<Record<string, string>> }[];
}

/** `npm run exam` compares the lists with checkouts of the tools. */
export const peers: readonly Peer[] = [
  {
    name: 'istioctl',
    title: 'istioctl analyze',
    version: '86c9f01, August 2026',
    found: {
      IST0101: 'ReferencedResourceNotFound',
      IST0106: 'SchemaValidationError',
      IST0109: 'ConflictingMeshGatewayVirtualServiceHosts',
      IST0112: 'VirtualServiceDestinationPortSelectorRequired',
      IST0116: 'DeploymentAssociatedToMultipleServices',
      IST0118: 'PortNameIsNotUnderNamingConvention',
      IST0128: 'NoServerCertificateVerificationDestinationLevel',
      IST0129: 'NoServerCertificateVerificationPortLevel',
      IST0130: 'VirtualServiceUnreachableRule',
      IST0131: 'VirtualServiceIneffectiveMatch',
      IST0132: 'VirtualServiceHostNotFoundInGateway',
      IST0137: 'DeploymentConflictingPorts',
      IST0138: 'GatewayDuplicateCertificate',
      IST0140: 'IngressRouteRulesNotAffected',
      IST0145: 'ConflictingGateways',
      IST0149: 'JwtClaimBasedRoutingWithoutRequestAuthN',
      IST0150: 'ExternalNameServiceTypeInvalidPortName',
      IST0161: 'InvalidGatewayCredential',
      IST0162: 'GatewayPortNotDefinedOnService',
      IST0165: 'ReferencedInternalGateway',
      IST0173: 'DestinationRuleSubsetNotSelectPods',
      IST0174: 'UnknownDestinationRuleHost',
    },
    partly: {
      IST0101:
        'Secrets are seldom in Git, so one that a Gateway names is missed only where those of other Gateways are among the files.',
      IST0145:
        'Not of servers of plain HTTP, which Istio merges: only where one of two Gateways does not get its port or its host.',
      IST0161:
        'Certificates that have expired are not found: the same files would pass today and fail tomorrow.',
      IST0173:
        'Not found where no workload of the Service is among the files, or the label is that of a node.',
    },
    left: [
      {
        because:
          'It is about istiod, its webhooks and definitions as they are installed, or about the cluster.',
        messages: {
          IST0001: 'InternalError',
          IST0139: 'InvalidWebhook',
          IST0141: 'InsufficientPermissions',
          IST0142: 'UnsupportedKubernetesVersion',
          IST0156: 'UnsupportedGatewayAPIVersion',
          IST0163: 'InvalidExternalControlPlaneConfig',
          IST0164: 'ExternalControlPlaneAddressIsNotAHostname',
          IST0172: 'FutureUnsupportedGatewayAPIVersion',
          IST0175: 'JwksUriFetchUnrestricted',
          IST0176: 'GatewayAPICRDVersionBelowMinimum',
        },
      },
      {
        because:
          'It compares with what runs: pods, their proxies, states that controllers report, or other clusters.',
        messages: {
          IST0103: 'PodMissingProxy',
          IST0126: 'UnknownMeshNetworksServiceRegistry',
          IST0143: 'LocalhostListener',
          IST0158: 'PodsIstioProxyImageMismatchInNamespace',
          IST0168: 'UnknownUpgradeCompatibility',
          IST0169: 'UpdateIncompatibility',
          IST0170: 'MultiClusterInconsistentService',
          IST0171: 'NegativeConditionStatus',
        },
      },
      {
        because:
          'It is about the injection of sidecars, by labels of namespaces and the configuration of the webhook.',
        messages: {
          IST0102: 'NamespaceNotInjected',
          IST0123: 'NamespaceMultipleInjectionLabels',
          IST0146: 'ImageAutoWithoutInjectionWarning',
          IST0147: 'ImageAutoWithoutInjectionError',
          IST0148: 'NamespaceInjectionEnabledByDefault',
        },
      },
      {
        because:
          'It is about Sidecars, Telemetries, EnvoyFilters and policies, which carry no weights of a canary.',
        messages: {
          IST0110: 'ConflictingSidecarWorkloadSelectors',
          IST0111: 'MultipleSidecarsWithoutWorkloadSelectors',
          IST0127: 'NoMatchingWorkloadsFound',
          IST0151: 'EnvoyFilterUsesRelativeOperation',
          IST0152: 'EnvoyFilterUsesReplaceOperationIncorrectly',
          IST0153: 'EnvoyFilterUsesAddOperationIncorrectly',
          IST0154: 'EnvoyFilterUsesRemoveOperationIncorrectly',
          IST0155: 'EnvoyFilterUsesRelativeOperationWithProxyVersion',
          IST0157: 'InvalidTelemetryProvider',
          IST0159: 'ConflictingTelemetryWorkloadSelectors',
          IST0160: 'MultipleTelemetriesWithoutWorkloadSelectors',
          IST0166: 'IneffectiveSelector',
          IST0167: 'IneffectivePolicy',
        },
      },
      {
        because: 'It is about annotations of Istio and deprecated fields.',
        messages: {
          IST0002: 'Deprecated',
          IST0107: 'MisplacedAnnotation',
          IST0108: 'UnknownAnnotation',
          IST0125: 'InvalidAnnotation',
          IST0133: 'SchemaWarning',
          IST0135: 'DeprecatedAnnotation',
          IST0136: 'AlphaAnnotation',
        },
      },
      {
        because: 'It is about ServiceEntries alone, which no Rollout runs behind.',
        messages: {
          IST0134: 'ServiceEntryAddressesRequired',
          IST0177: 'ConflictingServiceEntryProtocol',
        },
      },
      {
        because: 'It is about the user that a process runs as: pod security.',
        messages: {
          IST0144: 'InvalidApplicationUID',
        },
      },
    ],
  },
  {
    name: 'kube-linter',
    title: 'kube-linter',
    version: '0.8.3',
    found: {
      'dangling-servicemonitor': '',
      'non-existent-service-account': '',
      'pdb-max-unavailable': '',
      'pdb-min-available': '',
      'dangling-horizontalpodautoscaler': '',
      'dangling-ingress': '',
      'dangling-networkpolicy': '',
      'dangling-networkpolicypeer-podselector': '',
      'dangling-service': '',
      'duplicate-env-var': '',
      'env-value-from': '',
      'liveness-port': '',
      'mismatching-selector': '',
      'readiness-port': '',
      'invalid-target-ports': '',
      'schema-validation': '',
      'startup-port': '',
      'no-extensions-v1beta': '',
      'latest-tag': '',
      'no-readiness-probe': '',
    },
    partly: {
      'latest-tag': 'Found in Rollouts, where a new image under such a tag starts no update.',
      'no-readiness-probe': 'Found in Rollouts whose pods get requests through a Service.',
      'dangling-servicemonitor':
        'Found where a Service that comes with it is meant: by its name, its selector or its pods.',
      'non-existent-service-account':
        'Found where one of a similar name comes with the Rollout; other tools may make the others.',
      'env-value-from': 'Secrets are seldom in Git, so one that is missing there is not reported.',
      'dangling-networkpolicy':
        'Found where it is meant for a Rollout: by its name, or by labels that are nearly those of its pods.',
      'dangling-networkpolicypeer-podselector':
        'Found where the labels are nearly those of the pods of a Rollout.',
      'dangling-ingress':
        'Found where a Rollout splits traffic in the Ingress, or the Ingress leads to a Rollout; beside a Rollout where another Service is probably meant.',
      'liveness-port': 'Found for names. Kubernetes probes a port by number, declared or not.',
      'readiness-port': 'Found for names. Kubernetes probes a port by number, declared or not.',
      'startup-port': 'Found for names. Kubernetes probes a port by number, declared or not.',
    },
    left: [
      {
        because: 'It is about what pods may do on their node: pod security.',
        messages: {
          'docker-sock': '',
          'drop-net-raw-capability': '',
          'env-var-secret': '',
          'host-ipc': '',
          'host-network': '',
          'host-pid': '',
          'no-read-only-root-fs': '',
          'privilege-escalation-container': '',
          'privileged-container': '',
          'privileged-ports': '',
          'read-secret-from-env-var': '',
          'run-as-non-root': '',
          'scc-deny-privileged-container': '',
          'sensitive-host-mounts': '',
          'ssh-port': '',
          'unsafe-proc-mount': '',
          'unsafe-sysctls': '',
          'writable-host-mount': '',
        },
      },
      {
        because: 'It is about permissions of accounts.',
        messages: {
          'access-to-create-pods': '',
          'access-to-secrets': '',
          'cluster-admin-role-binding': '',
          'wildcard-in-rules': '',
          'default-service-account': '',
          'deprecated-service-account-field': '',
        },
      },
      {
        because: 'It is what a team demands of its manifests; a canary works without it.',
        messages: {
          'pdb-unhealthy-pod-eviction-policy': '',
          'required-annotation-email': '',
          'required-label-owner': '',
          'sorted-keys': '',
          'use-namespace': '',
          'priority-class-name': '',
          'restart-policy': '',
          'job-ttl-seconds-after-finished': '',
          'minimum-three-replicas': '',
          'hpa-minimum-three-replicas': '',
          'no-anti-affinity': '',
          'no-node-affinity': '',
          'no-rolling-update-strategy': '',
          'dnsconfig-options': '',
          'no-liveness-probe': '',
          'unset-cpu-requirements': '',
          'unset-memory-requirements': '',
          'exposed-services': '',
          'non-isolated-pod': '',
        },
      },
    ],
  },
  {
    name: 'kiali',
    title: 'Kiali',
    version: '2.31, August 2026',
    found: {
      KIA0201: 'More than one DestinationRules for the same host subset combination',
      KIA0202:
        'This host has no matching entry in the service registry (service, workload or service entries)',
      KIA0203: "This subset's labels are not found in any matching host",
      KIA0209: 'This subset has not labels',
      KIA0301: 'More than one Gateway for the same host port combination',
      KIA0302: 'No matching workload found for gateway selector in this namespace',
      KIA0601: 'Port name must follow <protocol>[-suffix] form',
      KIA0602: 'Port appProtocol must follow <protocol> form',
      KIA0701: 'Deployment exposing same port as Service not found',
      KIA1101: "DestinationWeight on route doesn't have a valid service (host not found)",
      KIA1102: 'VirtualService is pointing to a non-existent gateway',
      KIA1104: 'The weight is assumed to be 100 because there is only one route destination',
      KIA1105: 'This host subset combination is already referenced in another route destination',
      KIA1106: 'More than one Virtual Service for same host',
      KIA1107: 'Subset not found',
      KIA1401: 'Route is pointing to a non-existent or inaccessible K8s gateway',
      KIA1402: "Reference doesn't have a valid service (Service name not found)",
      KIA1503: 'Each listener must have a unique combination of Hostname, Port, and Protocol',
    },
    partly: {
      KIA0209: 'Not of subsets with a policy of their own, nor of those that the controller gives labels to.',
    },
    left: [
      {
        because: 'It compares policies of authorization and mTLS, which carry no weights of a canary.',
        messages: {
          KIA0101: 'Namespace not found for this rule',
          KIA0102: 'Only HTTP methods and Istio wildcards are allowed',
          KIA0104: 'This host has no matching entry in the service registry',
          KIA0105: 'This field requires mTLS to be enabled',
          KIA0106: 'Service Account not found for this principal',
          KIA0107: 'Service Account for this principal is on remote cluster',
          KIA0108: 'Unable to verify principal, trust domain is not known to Kiali',
          KIA0109:
            'L7 AuthorizationPolicy in Ambient namespace requires waypoint enrollment (istio.io/use-waypoint)',
          KIA0110:
            'L7 AuthorizationPolicy in Ambient requires targetRefs to a Service or Gateway; selector policies are ignored by waypoints',
          KIA0204: 'mTLS settings of a non-local Destination Rule are overridden',
          KIA0205: 'PeerAuthentication enabling mTLS at mesh level is missing',
          KIA0206: 'PeerAuthentication enabling namespace-wide mTLS is missing',
          KIA0207: 'PeerAuthentication with TLS strict mode found, it should be permissive',
          KIA0208: 'PeerAuthentication enabling mTLS found, permissive mode needed',
          KIA0401: 'Mesh-wide Destination Rule enabling mTLS is missing',
          KIA0501: 'Destination Rule enabling namespace-wide mTLS is missing',
          KIA0505: 'Destination Rule disabling namespace-wide mTLS is missing',
          KIA0506: 'Destination Rule disabling mesh-wide mTLS is missing',
          KIA1301: 'This workload is not covered by any authorization policy',
        },
      },
      {
        because: 'It is about ambient mode: waypoints and labels of namespaces, as they run.',
        messages: {
          KIA0210:
            'L7 DestinationRule features in Ambient namespace require waypoint enrollment (istio.io/use-waypoint)',
          KIA0211:
            'L7 DestinationRule targets a service not enrolled to use a waypoint (istio.io/use-waypoint)',
          KIA0212:
            'L7 DestinationRule should be in the same namespace as the Ambient destination service to take effect',
          KIA1109:
            'L7 VirtualService for mesh traffic in Ambient namespace requires waypoint enrollment (istio.io/use-waypoint)',
          KIA1110:
            'RequestAuthentication in Ambient namespace requires waypoint enrollment (istio.io/use-waypoint)',
          KIA1111: 'WasmPlugin in Ambient namespace requires waypoint enrollment (istio.io/use-waypoint)',
          KIA1112: 'L7 Telemetry in Ambient namespace requires waypoint enrollment (istio.io/use-waypoint)',
          KIA1113:
            'L7 VirtualService targets a service not enrolled to use a waypoint (istio.io/use-waypoint)',
          KIA1114:
            'L7 VirtualService should be in the same namespace as the Ambient destination service to take effect',
          KIA1115:
            'RequestAuthentication in Ambient requires targetRefs to a Service or Gateway; selector policies are ignored by waypoints',
          KIA1116:
            'WasmPlugin in Ambient requires targetRefs to a Service or Gateway; selector policies are ignored by waypoints',
          KIA1117:
            'L7 Telemetry in Ambient requires targetRefs to a Service or Gateway; selector policies are ignored by waypoints',
          KIA1311: 'This workload has both sidecar and Ambient label',
          KIA1312: 'This workload has waypoint labels but is not in Ambient',
          KIA1313: 'This workload has annotated waypoint but it does not exist or is misconfigured',
          KIA1314: 'This workload has a sidecar label and ambient redirection',
          KIA1315: 'This workload has a pod with both a sidecar container and ambient labels',
          KIA1316: 'This workload has a sidecar but is in an Ambient-enabled namespace',
          KIA1317: 'This workload has L7 Authorization Policies but no Waypoint',
        },
      },
      {
        because: 'It is about namespaces of the cluster, or what Kiali is configured with.',
        messages: {
          KIA0005: 'No matching namespace found or namespace is not accessible',
          KIA1504: 'Gateway API Class not found in Kiali configuration',
          KIA1601: 'Namespace is not found or is not accessible',
        },
      },
      {
        because: 'It is about Sidecars, policies and WorkloadGroups, which carry no weights of a canary.',
        messages: {
          KIA0002: 'More than one selector-less object in the same namespace',
          KIA0003: 'More than one object applied to the same workload',
          KIA0004: 'No matching workload found for the selector in this namespace',
          KIA1004: 'This host has no matching entry in the service registry',
          KIA1006: 'Global default sidecar should not have workloadSelector',
          KIA1007:
            'OutboundTrafficPolicy with empty mode value is ambiguous due to an Istio limitation. This may indicate ALLOW_ANY or REGISTRY_ONLY. Inspect the value using other means.',
          KIA1701: 'Service Account not found in this namespace',
          KIA1702: 'More than one Workload Group with duplicate labels found in the same namespace',
        },
      },
      {
        because: 'It is about ServiceEntries alone, which no Rollout runs behind.',
        messages: {
          KIA1211: 'More than one ServiceEntry for the same host and port',
          KIA1212: 'ServiceEntries have conflicting protocols for the same host and port',
        },
      },
      {
        because: 'It is about style: the object works.',
        messages: {
          KIA1108: 'Preferred nomenclature: <gateway namespace>/<gateway name>',
        },
      },
      {
        because:
          'Each Gateway of the Gateway API has listeners of its own, so two of one host and port do not meet.',
        messages: {
          KIA1501: 'More than one K8s Gateway for the same host port combination',
        },
      },
      {
        because: 'Whether Gateways may share an address is up to the controller that runs them.',
        messages: {
          KIA1502: 'More than one K8s Gateway for the same address and type combination',
        },
      },
    ],
  },
];
