// Written by npm run docs, from the schemas of src/kubernetes/schemas/data: rollout.json, virtualservice.json, destinationrule.json, gateway-api-httproute.json, gateway-api-grpcroute.json, gateway-api-tcproute.json, horizontalpodautoscaler-v2.json, ingress.json, service.json, analysistemplate.json, application.json, applicationset.json; volumes from src/kubernetes/apply/types/built-in.json.

import type { PodSpec } from './pod-types.js';

/** In upstream's form: `strategy.canary.antiAffinity` of a Rollout. */
export type AntiAffinity = {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: { readonly weight: number };
  readonly requiredDuringSchedulingIgnoredDuringExecution?: Readonly<Record<string, never>>;
};

/** In upstream's form: `experiment` of a step of a Rollout. */
export type ExperimentStep = {
  readonly analyses?: readonly {
    readonly args?: readonly {
      readonly name: string;
      readonly value?: string;
      readonly valueFrom?: {
        readonly fieldRef?: { readonly fieldPath: string };
        readonly podTemplateHashValue?: string;
      };
    }[];
    readonly clusterScope?: boolean;
    readonly name: string;
    readonly requiredForCompletion?: boolean;
    readonly templateName: string;
  }[];
  readonly analysisRunMetadata?: {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly dryRun?: readonly { readonly metricName: string }[];
  readonly duration?: string;
  readonly scaleDownDelaySeconds?: number;
  readonly templates: readonly {
    readonly metadata?: {
      readonly annotations?: Readonly<Record<string, string>>;
      readonly labels?: Readonly<Record<string, string>>;
    };
    readonly name: string;
    readonly replicas?: number;
    readonly selector?: {
      readonly matchExpressions?: readonly {
        readonly key: string;
        readonly operator: string;
        readonly values?: readonly string[];
      }[];
      readonly matchLabels?: Readonly<Record<string, string>>;
    };
    readonly service?: { readonly name?: string };
    readonly specRef: string;
    readonly weight?: number;
  }[];
};

/** In upstream's form: a route of `spec.http` of a VirtualService. */
export type IstioRoute = {
  readonly corsPolicy?: {
    readonly allowCredentials?: boolean;
    readonly allowHeaders?: readonly string[];
    readonly allowMethods?: readonly string[];
    readonly allowOrigin?: readonly string[];
    readonly allowOrigins?: readonly {
      readonly exact?: string;
      readonly prefix?: string;
      readonly regex?: string;
    }[];
    readonly exposeHeaders?: readonly string[];
    readonly maxAge?: string;
    readonly unmatchedPreflights?: 'UNSPECIFIED' | 'FORWARD' | 'IGNORE';
  };
  readonly delegate?: { readonly name?: string; readonly namespace?: string };
  readonly directResponse?: {
    readonly body?: { readonly bytes?: string; readonly string?: string };
    readonly status: number;
  };
  readonly fault?: {
    readonly abort?: {
      readonly grpcStatus?: string;
      readonly http2Error?: string;
      readonly httpStatus?: number;
      readonly percentage?: { readonly value?: number };
    };
    readonly delay?: {
      readonly exponentialDelay?: string;
      readonly fixedDelay?: string;
      readonly percent?: number;
      readonly percentage?: { readonly value?: number };
    };
  };
  readonly headers?: {
    readonly request?: {
      readonly add?: Readonly<Record<string, string>>;
      readonly remove?: readonly string[];
      readonly set?: Readonly<Record<string, string>>;
    };
    readonly response?: {
      readonly add?: Readonly<Record<string, string>>;
      readonly remove?: readonly string[];
      readonly set?: Readonly<Record<string, string>>;
    };
  };
  readonly match?: readonly {
    readonly authority?: { readonly exact?: string; readonly prefix?: string; readonly regex?: string };
    readonly gateways?: readonly string[];
    readonly headers?: Readonly<
      Record<string, { readonly exact?: string; readonly prefix?: string; readonly regex?: string }>
    >;
    readonly ignoreUriCase?: boolean;
    readonly method?: { readonly exact?: string; readonly prefix?: string; readonly regex?: string };
    readonly name?: string;
    readonly port?: number;
    readonly queryParams?: Readonly<
      Record<string, { readonly exact?: string; readonly prefix?: string; readonly regex?: string }>
    >;
    readonly scheme?: { readonly exact?: string; readonly prefix?: string; readonly regex?: string };
    readonly sourceLabels?: Readonly<Record<string, string>>;
    readonly sourceNamespace?: string;
    readonly statPrefix?: string;
    readonly uri?: { readonly exact?: string; readonly prefix?: string; readonly regex?: string };
    readonly withoutHeaders?: Readonly<
      Record<string, { readonly exact?: string; readonly prefix?: string; readonly regex?: string }>
    >;
  }[];
  readonly mirror?: {
    readonly host: string;
    readonly port?: { readonly number?: number };
    readonly subset?: string;
  };
  readonly mirrorPercent?: number;
  readonly mirrorPercentage?: { readonly value?: number };
  readonly mirror_percent?: number;
  readonly mirrors?: readonly {
    readonly destination: {
      readonly host: string;
      readonly port?: { readonly number?: number };
      readonly subset?: string;
    };
    readonly percentage?: { readonly value?: number };
  }[];
  readonly name?: string;
  readonly redirect?: {
    readonly authority?: string;
    readonly derivePort?: 'FROM_PROTOCOL_DEFAULT' | 'FROM_REQUEST_PORT';
    readonly port?: number;
    readonly redirectCode?: number;
    readonly scheme?: string;
    readonly uri?: string;
  };
  readonly retries?: {
    readonly attempts?: number;
    readonly backoff?: string;
    readonly perTryTimeout?: string;
    readonly retryIgnorePreviousHosts?: boolean;
    readonly retryOn?: string;
    readonly retryRemoteLocalities?: boolean;
  };
  readonly rewrite?: {
    readonly authority?: string;
    readonly uri?: string;
    readonly uriRegexRewrite?: { readonly match?: string; readonly rewrite?: string };
  };
  readonly route?: readonly {
    readonly destination: {
      readonly host: string;
      readonly port?: { readonly number?: number };
      readonly subset?: string;
    };
    readonly headers?: {
      readonly request?: {
        readonly add?: Readonly<Record<string, string>>;
        readonly remove?: readonly string[];
        readonly set?: Readonly<Record<string, string>>;
      };
      readonly response?: {
        readonly add?: Readonly<Record<string, string>>;
        readonly remove?: readonly string[];
        readonly set?: Readonly<Record<string, string>>;
      };
    };
    readonly weight?: number;
  }[];
  readonly timeout?: string;
};

/** In upstream's form: `spec.trafficPolicy` of a DestinationRule. */
export type IstioTrafficPolicy = {
  readonly connectionPool?: {
    readonly http?: {
      readonly h2UpgradePolicy?: 'DEFAULT' | 'DO_NOT_UPGRADE' | 'UPGRADE';
      readonly http1MaxPendingRequests?: number;
      readonly http2MaxRequests?: number;
      readonly idleTimeout?: string;
      readonly maxConcurrentStreams?: number;
      readonly maxRequestsPerConnection?: number;
      readonly maxRetries?: number;
      readonly useClientProtocol?: boolean;
    };
    readonly tcp?: {
      readonly connectTimeout?: string;
      readonly idleTimeout?: string;
      readonly maxConnectionDuration?: string;
      readonly maxConnections?: number;
      readonly tcpKeepalive?: {
        readonly interval?: string;
        readonly probes?: number;
        readonly time?: string;
      };
    };
  };
  readonly loadBalancer?: {
    readonly consistentHash?: {
      readonly httpCookie?: {
        readonly attributes?: readonly { readonly name: string; readonly value?: string }[];
        readonly name: string;
        readonly path?: string;
        readonly ttl?: string;
      };
      readonly httpHeaderName?: string;
      readonly httpQueryParameterName?: string;
      readonly maglev?: { readonly tableSize?: number };
      readonly minimumRingSize?: number;
      readonly ringHash?: { readonly minimumRingSize?: number };
      readonly useSourceIp?: boolean;
    };
    readonly localityLbSetting?: {
      readonly distribute?: readonly {
        readonly from?: string;
        readonly to?: Readonly<Record<string, number>>;
      }[];
      readonly enabled?: boolean;
      readonly failover?: readonly { readonly from?: string; readonly to?: string }[];
      readonly failoverPriority?: readonly string[];
    };
    readonly simple?:
      'UNSPECIFIED' | 'LEAST_CONN' | 'RANDOM' | 'PASSTHROUGH' | 'ROUND_ROBIN' | 'LEAST_REQUEST';
    readonly warmup?: {
      readonly aggression?: number;
      readonly duration: string;
      readonly minimumPercent?: number;
    };
    readonly warmupDurationSecs?: string;
  };
  readonly outlierDetection?: {
    readonly baseEjectionTime?: string;
    readonly consecutive5xxErrors?: number;
    readonly consecutiveErrors?: number;
    readonly consecutiveGatewayErrors?: number;
    readonly consecutiveLocalOriginFailures?: number;
    readonly interval?: string;
    readonly maxEjectionPercent?: number;
    readonly minHealthPercent?: number;
    readonly splitExternalLocalOriginErrors?: boolean;
  };
  readonly portLevelSettings?: readonly {
    readonly connectionPool?: {
      readonly http?: {
        readonly h2UpgradePolicy?: 'DEFAULT' | 'DO_NOT_UPGRADE' | 'UPGRADE';
        readonly http1MaxPendingRequests?: number;
        readonly http2MaxRequests?: number;
        readonly idleTimeout?: string;
        readonly maxConcurrentStreams?: number;
        readonly maxRequestsPerConnection?: number;
        readonly maxRetries?: number;
        readonly useClientProtocol?: boolean;
      };
      readonly tcp?: {
        readonly connectTimeout?: string;
        readonly idleTimeout?: string;
        readonly maxConnectionDuration?: string;
        readonly maxConnections?: number;
        readonly tcpKeepalive?: {
          readonly interval?: string;
          readonly probes?: number;
          readonly time?: string;
        };
      };
    };
    readonly loadBalancer?: {
      readonly consistentHash?: {
        readonly httpCookie?: {
          readonly attributes?: readonly { readonly name: string; readonly value?: string }[];
          readonly name: string;
          readonly path?: string;
          readonly ttl?: string;
        };
        readonly httpHeaderName?: string;
        readonly httpQueryParameterName?: string;
        readonly maglev?: { readonly tableSize?: number };
        readonly minimumRingSize?: number;
        readonly ringHash?: { readonly minimumRingSize?: number };
        readonly useSourceIp?: boolean;
      };
      readonly localityLbSetting?: {
        readonly distribute?: readonly {
          readonly from?: string;
          readonly to?: Readonly<Record<string, number>>;
        }[];
        readonly enabled?: boolean;
        readonly failover?: readonly { readonly from?: string; readonly to?: string }[];
        readonly failoverPriority?: readonly string[];
      };
      readonly simple?:
        'UNSPECIFIED' | 'LEAST_CONN' | 'RANDOM' | 'PASSTHROUGH' | 'ROUND_ROBIN' | 'LEAST_REQUEST';
      readonly warmup?: {
        readonly aggression?: number;
        readonly duration: string;
        readonly minimumPercent?: number;
      };
      readonly warmupDurationSecs?: string;
    };
    readonly outlierDetection?: {
      readonly baseEjectionTime?: string;
      readonly consecutive5xxErrors?: number;
      readonly consecutiveErrors?: number;
      readonly consecutiveGatewayErrors?: number;
      readonly consecutiveLocalOriginFailures?: number;
      readonly interval?: string;
      readonly maxEjectionPercent?: number;
      readonly minHealthPercent?: number;
      readonly splitExternalLocalOriginErrors?: boolean;
    };
    readonly port?: { readonly number?: number };
    readonly tls?: {
      readonly caCertificates?: string;
      readonly caCrl?: string;
      readonly clientCertificate?: string;
      readonly credentialName?: string;
      readonly insecureSkipVerify?: boolean;
      readonly mode?: 'DISABLE' | 'SIMPLE' | 'MUTUAL' | 'ISTIO_MUTUAL';
      readonly privateKey?: string;
      readonly sni?: string;
      readonly subjectAltNames?: readonly string[];
    };
  }[];
  readonly proxyProtocol?: { readonly version?: 'V1' | 'V2' };
  readonly retryBudget?: { readonly minRetryConcurrency?: number; readonly percent?: number };
  readonly tls?: {
    readonly caCertificates?: string;
    readonly caCrl?: string;
    readonly clientCertificate?: string;
    readonly credentialName?: string;
    readonly insecureSkipVerify?: boolean;
    readonly mode?: 'DISABLE' | 'SIMPLE' | 'MUTUAL' | 'ISTIO_MUTUAL';
    readonly privateKey?: string;
    readonly sni?: string;
    readonly subjectAltNames?: readonly string[];
  };
  readonly tunnel?: { readonly protocol?: string; readonly targetHost: string; readonly targetPort: number };
};

/** In upstream's form: a rule of an HTTPRoute without its backends. */
export type HttpRouteRule = {
  readonly filters?: readonly {
    readonly cors?: {
      readonly allowCredentials?: boolean;
      readonly allowHeaders?: readonly string[];
      readonly allowMethods?: readonly string[];
      readonly allowOrigins?: readonly string[];
      readonly exposeHeaders?: readonly string[];
      readonly maxAge?: number;
    };
    readonly extensionRef?: { readonly group: string; readonly kind: string; readonly name: string };
    readonly externalAuth?: {
      readonly backendRef?: {
        readonly group?: string;
        readonly kind?: string;
        readonly name?: string;
        readonly namespace?: string;
        readonly port?: number;
      };
      readonly forwardBody?: { readonly maxSize?: number };
      readonly grpc?: { readonly allowedHeaders?: readonly string[] };
      readonly http?: {
        readonly allowedHeaders?: readonly string[];
        readonly allowedResponseHeaders?: readonly string[];
        readonly path?: string;
      };
      readonly protocol?: string;
    };
    readonly requestHeaderModifier?: {
      readonly add?: readonly { readonly name: string; readonly value: string }[];
      readonly remove?: readonly string[];
      readonly set?: readonly { readonly name: string; readonly value: string }[];
    };
    readonly requestMirror?: {
      readonly backendRef: {
        readonly group?: string;
        readonly kind?: string;
        readonly name: string;
        readonly namespace?: string;
        readonly port?: number;
      };
      readonly fraction?: { readonly denominator?: number; readonly numerator: number };
      readonly percent?: number;
    };
    readonly requestRedirect?: {
      readonly hostname?: string;
      readonly path?: {
        readonly replaceFullPath?: string;
        readonly replacePrefixMatch?: string;
        readonly type: 'ReplaceFullPath' | 'ReplacePrefixMatch';
      };
      readonly port?: number;
      readonly scheme?: 'http' | 'https';
      readonly statusCode?: number;
    };
    readonly responseHeaderModifier?: {
      readonly add?: readonly { readonly name: string; readonly value: string }[];
      readonly remove?: readonly string[];
      readonly set?: readonly { readonly name: string; readonly value: string }[];
    };
    readonly type: string;
    readonly urlRewrite?: {
      readonly hostname?: string;
      readonly path?: {
        readonly replaceFullPath?: string;
        readonly replacePrefixMatch?: string;
        readonly type: 'ReplaceFullPath' | 'ReplacePrefixMatch';
      };
    };
  }[];
  readonly matches?: readonly {
    readonly headers?: readonly {
      readonly name: string;
      readonly type?: 'Exact' | 'RegularExpression';
      readonly value: string;
    }[];
    readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'CONNECT' | 'OPTIONS' | 'TRACE' | 'PATCH';
    readonly path?: { readonly type?: 'Exact' | 'PathPrefix' | 'RegularExpression'; readonly value?: string };
    readonly queryParams?: readonly {
      readonly name: string;
      readonly type?: 'Exact' | 'RegularExpression';
      readonly value: string;
    }[];
  }[];
  readonly name?: string;
  readonly retry?: {
    readonly attempts?: number;
    readonly backoff?: string;
    readonly codes?: readonly number[];
  };
  readonly sessionPersistence?: {
    readonly absoluteTimeout?: string;
    readonly cookie?: { readonly lifetimeType?: string; readonly name?: string; readonly path?: string };
    readonly cookieConfig?: { readonly lifetimeType?: string };
    readonly header?: { readonly name?: string };
    readonly idleTimeout?: string;
    readonly sessionName?: string;
    readonly type?: string;
  };
  readonly timeouts?: { readonly backendRequest?: string; readonly request?: string };
};

/** In upstream's form: a rule of a GRPCRoute without its backends. */
export type GrpcRouteRule = {
  readonly filters?: readonly {
    readonly extensionRef?: { readonly group: string; readonly kind: string; readonly name: string };
    readonly requestHeaderModifier?: {
      readonly add?: readonly { readonly name: string; readonly value: string }[];
      readonly remove?: readonly string[];
      readonly set?: readonly { readonly name: string; readonly value: string }[];
    };
    readonly requestMirror?: {
      readonly backendRef: {
        readonly group?: string;
        readonly kind?: string;
        readonly name: string;
        readonly namespace?: string;
        readonly port?: number;
      };
      readonly fraction?: { readonly denominator?: number; readonly numerator: number };
      readonly percent?: number;
    };
    readonly responseHeaderModifier?: {
      readonly add?: readonly { readonly name: string; readonly value: string }[];
      readonly remove?: readonly string[];
      readonly set?: readonly { readonly name: string; readonly value: string }[];
    };
    readonly type: 'ResponseHeaderModifier' | 'RequestHeaderModifier' | 'RequestMirror' | 'ExtensionRef';
  }[];
  readonly matches?: readonly {
    readonly headers?: readonly {
      readonly name: string;
      readonly type?: 'Exact' | 'RegularExpression';
      readonly value: string;
    }[];
    readonly method?: {
      readonly method?: string;
      readonly service?: string;
      readonly type?: 'Exact' | 'RegularExpression';
    };
  }[];
  readonly name?: string;
  readonly sessionPersistence?: {
    readonly absoluteTimeout?: string;
    readonly cookie?: { readonly lifetimeType?: string; readonly name?: string; readonly path?: string };
    readonly cookieConfig?: { readonly lifetimeType?: string };
    readonly header?: { readonly name?: string };
    readonly idleTimeout?: string;
    readonly sessionName?: string;
    readonly type?: string;
  };
};

/** In upstream's form: a rule of a TCPRoute or TLSRoute without its backends. */
export type TcpRouteRule = { readonly name?: string };

/** In upstream's form: a metric of a HorizontalPodAutoscaler. */
export type AutoscalerMetric = {
  readonly containerResource?: {
    readonly container: string;
    readonly name: string;
    readonly target: {
      readonly averageUtilization?: number;
      readonly averageValue?: number | string;
      readonly type: string;
      readonly value?: number | string;
    };
  };
  readonly external?: {
    readonly metric: {
      readonly name: string;
      readonly selector?: {
        readonly matchExpressions?: readonly {
          readonly key: string;
          readonly operator: string;
          readonly values?: readonly string[];
        }[];
        readonly matchLabels?: Readonly<Record<string, string>>;
      };
    };
    readonly target: {
      readonly averageUtilization?: number;
      readonly averageValue?: number | string;
      readonly type: string;
      readonly value?: number | string;
    };
  };
  readonly object?: {
    readonly describedObject: { readonly apiVersion?: string; readonly kind: string; readonly name: string };
    readonly metric: {
      readonly name: string;
      readonly selector?: {
        readonly matchExpressions?: readonly {
          readonly key: string;
          readonly operator: string;
          readonly values?: readonly string[];
        }[];
        readonly matchLabels?: Readonly<Record<string, string>>;
      };
    };
    readonly target: {
      readonly averageUtilization?: number;
      readonly averageValue?: number | string;
      readonly type: string;
      readonly value?: number | string;
    };
  };
  readonly pods?: {
    readonly metric: {
      readonly name: string;
      readonly selector?: {
        readonly matchExpressions?: readonly {
          readonly key: string;
          readonly operator: string;
          readonly values?: readonly string[];
        }[];
        readonly matchLabels?: Readonly<Record<string, string>>;
      };
    };
    readonly target: {
      readonly averageUtilization?: number;
      readonly averageValue?: number | string;
      readonly type: string;
      readonly value?: number | string;
    };
  };
  readonly resource?: {
    readonly name: string;
    readonly target: {
      readonly averageUtilization?: number;
      readonly averageValue?: number | string;
      readonly type: string;
      readonly value?: number | string;
    };
  };
  readonly type: string;
};

/** In upstream's form: `spec.behavior` of a HorizontalPodAutoscaler. */
export type AutoscalerBehavior = {
  readonly scaleDown?: {
    readonly policies?: readonly {
      readonly periodSeconds: number;
      readonly type: string;
      readonly value: number;
    }[];
    readonly selectPolicy?: string;
    readonly stabilizationWindowSeconds?: number;
    readonly tolerance?: number | string;
  };
  readonly scaleUp?: {
    readonly policies?: readonly {
      readonly periodSeconds: number;
      readonly type: string;
      readonly value: number;
    }[];
    readonly selectPolicy?: string;
    readonly stabilizationWindowSeconds?: number;
    readonly tolerance?: number | string;
  };
};

/** In upstream's form: an entry of `spec.tls` of an Ingress. */
export type IngressTls = { readonly hosts?: readonly string[]; readonly secretName?: string };

/** In upstream's form: `spec` of a Service that selects pods, without its type, selector and ports. */
export type ServiceFields = {
  readonly allocateLoadBalancerNodePorts?: boolean;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly externalIPs?: readonly string[];
  readonly externalTrafficPolicy?: string;
  readonly healthCheckNodePort?: number;
  readonly internalTrafficPolicy?: string;
  readonly ipFamilies?: readonly string[];
  readonly ipFamilyPolicy?: string;
  readonly loadBalancerClass?: string;
  readonly loadBalancerIP?: string;
  readonly loadBalancerSourceRanges?: readonly string[];
  readonly publishNotReadyAddresses?: boolean;
  readonly sessionAffinity?: string;
  readonly sessionAffinityConfig?: { readonly clientIP?: { readonly timeoutSeconds?: number } };
  readonly trafficDistribution?: string;
};

/** In upstream's form: an entry of `dryRun` of an analysis. */
export type DryRun = { readonly metricName: string };

/** In upstream's form: an entry of `measurementRetention` of an analysis. */
export type MeasurementRetention = { readonly limit: number; readonly metricName: string };

/** In upstream's form: `valueFrom` of an argument of an analysis of a Rollout. */
export type ArgumentSource = {
  readonly fieldRef?: { readonly fieldPath: string };
  readonly podTemplateHashValue?: string;
};

/** In upstream's form: an argument that an AnalysisTemplate declares. */
export type TemplateArgument = {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly fieldRef?: { readonly fieldPath: string };
    readonly secretKeyRef?: { readonly key: string; readonly name: string };
  };
};

/** In upstream's form: the providers of a metric, by their names. */
export type UpstreamProviders = {
  readonly cloudWatch?: {
    readonly interval?: string;
    readonly metricDataQueries: readonly {
      readonly expression?: string;
      readonly id?: string;
      readonly label?: string;
      readonly metricStat?: {
        readonly metric?: {
          readonly dimensions?: readonly { readonly name?: string; readonly value?: string }[];
          readonly metricName?: string;
          readonly namespace?: string;
        };
        readonly period?: number | string;
        readonly stat?: string;
        readonly unit?: string;
      };
      readonly period?: number | string;
      readonly returnData?: boolean;
    }[];
  };
  readonly datadog?: {
    readonly aggregator?: 'avg' | 'min' | 'max' | 'sum' | 'last' | 'percentile' | 'mean' | 'l2norm' | 'area';
    readonly apiVersion?: 'v1' | 'v2';
    readonly formula?: string;
    readonly interval?: string;
    readonly queries?: Readonly<Record<string, string>>;
    readonly query?: string;
    readonly secretRef?: { readonly name?: string; readonly namespaced?: boolean };
  };
  readonly graphite?: { readonly address?: string; readonly query?: string };
  readonly influxdb?: { readonly profile?: string; readonly query?: string };
  readonly job?: {
    readonly metadata?: {
      readonly annotations?: Readonly<Record<string, string>>;
      readonly labels?: Readonly<Record<string, string>>;
    };
    readonly spec: {
      readonly activeDeadlineSeconds?: number;
      readonly backoffLimit?: number;
      readonly backoffLimitPerIndex?: number;
      readonly completionMode?: string;
      readonly completions?: number;
      readonly managedBy?: string;
      readonly manualSelector?: boolean;
      readonly maxFailedIndexes?: number;
      readonly parallelism?: number;
      readonly podFailurePolicy?: {
        readonly rules: readonly {
          readonly action: string;
          readonly onExitCodes?: {
            readonly containerName?: string;
            readonly operator: string;
            readonly values: readonly number[];
          };
          readonly onPodConditions?: readonly { readonly status: string; readonly type: string }[];
        }[];
      };
      readonly podReplacementPolicy?: string;
      readonly selector?: {
        readonly matchExpressions?: readonly {
          readonly key: string;
          readonly operator: string;
          readonly values?: readonly string[];
        }[];
        readonly matchLabels?: Readonly<Record<string, string>>;
      };
      readonly successPolicy?: {
        readonly rules: readonly { readonly succeededCount?: number; readonly succeededIndexes?: string }[];
      };
      readonly suspend?: boolean;
      readonly template: {
        readonly metadata?: {
          readonly annotations?: Readonly<Record<string, string>>;
          readonly labels?: Readonly<Record<string, string>>;
        };
        readonly spec?: PodSpec;
      };
      readonly ttlSecondsAfterFinished?: number;
    };
  };
  readonly kayenta?: {
    readonly address: string;
    readonly application: string;
    readonly canaryConfigName: string;
    readonly configurationAccountName: string;
    readonly lookback?: boolean;
    readonly metricsAccountName: string;
    readonly scopes: readonly {
      readonly controlScope: {
        readonly end?: string;
        readonly region: string;
        readonly scope: string;
        readonly start?: string;
        readonly step: number;
      };
      readonly experimentScope: {
        readonly end?: string;
        readonly region: string;
        readonly scope: string;
        readonly start?: string;
        readonly step: number;
      };
      readonly name: string;
    }[];
    readonly storageAccountName: string;
    readonly threshold: { readonly marginal: number; readonly pass: number };
  };
  readonly newRelic?: { readonly profile?: string; readonly query: string; readonly timeout?: number };
  readonly plugin?: Readonly<Record<string, unknown>>;
  readonly prometheus?: {
    readonly address?: string;
    readonly authentication?: {
      readonly oauth2?: {
        readonly clientId?: string;
        readonly clientSecret?: string;
        readonly scopes?: readonly string[];
        readonly tokenUrl?: string;
      };
      readonly sigv4?: { readonly profile?: string; readonly region?: string; readonly roleArn?: string };
    };
    readonly headers?: readonly { readonly key: string; readonly value: string }[];
    readonly insecure?: boolean;
    readonly query?: string;
    readonly rangeQuery?: { readonly end?: string; readonly start?: string; readonly step?: string };
    readonly timeout?: number;
  };
  readonly skywalking?: { readonly address?: string; readonly interval?: string; readonly query?: string };
  readonly wavefront?: { readonly address?: string; readonly query?: string };
  readonly web?: {
    readonly authentication?: {
      readonly oauth2?: {
        readonly clientId?: string;
        readonly clientSecret?: string;
        readonly scopes?: readonly string[];
        readonly tokenUrl?: string;
      };
      readonly sigv4?: { readonly profile?: string; readonly region?: string; readonly roleArn?: string };
    };
    readonly body?: string;
    readonly headers?: readonly { readonly key: string; readonly value: string }[];
    readonly insecure?: boolean;
    readonly jsonBody?: Readonly<Record<string, unknown>>;
    readonly jsonPath?: string;
    readonly method?: string;
    readonly timeoutSeconds?: number;
    readonly url: string;
  };
};

/** In upstream's form: `spec` of a Rollout. */
export type RolloutFields = {
  readonly analysis?: {
    readonly successfulRunHistoryLimit?: number;
    readonly unsuccessfulRunHistoryLimit?: number;
  };
  readonly minReadySeconds?: number;
  readonly paused?: boolean;
  readonly progressDeadlineAbort?: boolean;
  readonly progressDeadlineSeconds?: number;
  readonly replicas?: number;
  readonly restartAt?: string;
  readonly revisionHistoryLimit?: number;
  readonly rollbackWindow?: { readonly revisions?: number };
  readonly selector?: {
    readonly matchExpressions?: readonly {
      readonly key: string;
      readonly operator: string;
      readonly values?: readonly string[];
    }[];
    readonly matchLabels?: Readonly<Record<string, string>>;
  };
  readonly strategy?: {
    readonly blueGreen?: {
      readonly abortScaleDownDelaySeconds?: number;
      readonly activeMetadata?: {
        readonly annotations?: Readonly<Record<string, string>>;
        readonly labels?: Readonly<Record<string, string>>;
      };
      readonly activeService: string;
      readonly antiAffinity?: {
        readonly preferredDuringSchedulingIgnoredDuringExecution?: { readonly weight: number };
        readonly requiredDuringSchedulingIgnoredDuringExecution?: Readonly<Record<string, never>>;
      };
      readonly autoPromotionEnabled?: boolean;
      readonly autoPromotionSeconds?: number;
      readonly maxUnavailable?: number | string;
      readonly postPromotionAnalysis?: {
        readonly analysisRunMetadata?: {
          readonly annotations?: Readonly<Record<string, string>>;
          readonly labels?: Readonly<Record<string, string>>;
        };
        readonly args?: readonly {
          readonly name: string;
          readonly value?: string;
          readonly valueFrom?: {
            readonly fieldRef?: { readonly fieldPath: string };
            readonly podTemplateHashValue?: string;
          };
        }[];
        readonly dryRun?: readonly { readonly metricName: string }[];
        readonly measurementRetention?: readonly { readonly limit: number; readonly metricName: string }[];
        readonly templates?: readonly { readonly clusterScope?: boolean; readonly templateName?: string }[];
      };
      readonly prePromotionAnalysis?: {
        readonly analysisRunMetadata?: {
          readonly annotations?: Readonly<Record<string, string>>;
          readonly labels?: Readonly<Record<string, string>>;
        };
        readonly args?: readonly {
          readonly name: string;
          readonly value?: string;
          readonly valueFrom?: {
            readonly fieldRef?: { readonly fieldPath: string };
            readonly podTemplateHashValue?: string;
          };
        }[];
        readonly dryRun?: readonly { readonly metricName: string }[];
        readonly measurementRetention?: readonly { readonly limit: number; readonly metricName: string }[];
        readonly templates?: readonly { readonly clusterScope?: boolean; readonly templateName?: string }[];
      };
      readonly previewMetadata?: {
        readonly annotations?: Readonly<Record<string, string>>;
        readonly labels?: Readonly<Record<string, string>>;
      };
      readonly previewReplicaCount?: number;
      readonly previewService?: string;
      readonly scaleDownDelayRevisionLimit?: number;
      readonly scaleDownDelaySeconds?: number;
    };
    readonly canary?: {
      readonly abortScaleDownDelaySeconds?: number;
      readonly analysis?: {
        readonly analysisRunMetadata?: {
          readonly annotations?: Readonly<Record<string, string>>;
          readonly labels?: Readonly<Record<string, string>>;
        };
        readonly args?: readonly {
          readonly name: string;
          readonly value?: string;
          readonly valueFrom?: {
            readonly fieldRef?: { readonly fieldPath: string };
            readonly podTemplateHashValue?: string;
          };
        }[];
        readonly dryRun?: readonly { readonly metricName: string }[];
        readonly measurementRetention?: readonly { readonly limit: number; readonly metricName: string }[];
        readonly startingStep?: number;
        readonly templates?: readonly { readonly clusterScope?: boolean; readonly templateName?: string }[];
      };
      readonly antiAffinity?: {
        readonly preferredDuringSchedulingIgnoredDuringExecution?: { readonly weight: number };
        readonly requiredDuringSchedulingIgnoredDuringExecution?: Readonly<Record<string, never>>;
      };
      readonly canaryMetadata?: {
        readonly annotations?: Readonly<Record<string, string>>;
        readonly labels?: Readonly<Record<string, string>>;
      };
      readonly canaryService?: string;
      readonly dynamicStableScale?: boolean;
      readonly maxSurge?: number | string;
      readonly maxUnavailable?: number | string;
      readonly minPodsPerReplicaSet?: number;
      readonly pingPong?: { readonly pingService: string; readonly pongService: string };
      readonly replicaProgressThreshold?: { readonly type: string; readonly value: number };
      readonly scaleDownDelayRevisionLimit?: number;
      readonly scaleDownDelaySeconds?: number;
      readonly stableMetadata?: {
        readonly annotations?: Readonly<Record<string, string>>;
        readonly labels?: Readonly<Record<string, string>>;
      };
      readonly stableService?: string;
      readonly steps?: readonly {
        readonly analysis?: {
          readonly analysisRunMetadata?: {
            readonly annotations?: Readonly<Record<string, string>>;
            readonly labels?: Readonly<Record<string, string>>;
          };
          readonly args?: readonly {
            readonly name: string;
            readonly value?: string;
            readonly valueFrom?: {
              readonly fieldRef?: { readonly fieldPath: string };
              readonly podTemplateHashValue?: string;
            };
          }[];
          readonly dryRun?: readonly { readonly metricName: string }[];
          readonly measurementRetention?: readonly { readonly limit: number; readonly metricName: string }[];
          readonly templates?: readonly { readonly clusterScope?: boolean; readonly templateName?: string }[];
        };
        readonly experiment?: {
          readonly analyses?: readonly {
            readonly args?: readonly {
              readonly name: string;
              readonly value?: string;
              readonly valueFrom?: {
                readonly fieldRef?: { readonly fieldPath: string };
                readonly podTemplateHashValue?: string;
              };
            }[];
            readonly clusterScope?: boolean;
            readonly name: string;
            readonly requiredForCompletion?: boolean;
            readonly templateName: string;
          }[];
          readonly analysisRunMetadata?: {
            readonly annotations?: Readonly<Record<string, string>>;
            readonly labels?: Readonly<Record<string, string>>;
          };
          readonly dryRun?: readonly { readonly metricName: string }[];
          readonly duration?: string;
          readonly scaleDownDelaySeconds?: number;
          readonly templates: readonly {
            readonly metadata?: {
              readonly annotations?: Readonly<Record<string, string>>;
              readonly labels?: Readonly<Record<string, string>>;
            };
            readonly name: string;
            readonly replicas?: number;
            readonly selector?: {
              readonly matchExpressions?: readonly {
                readonly key: string;
                readonly operator: string;
                readonly values?: readonly string[];
              }[];
              readonly matchLabels?: Readonly<Record<string, string>>;
            };
            readonly service?: { readonly name?: string };
            readonly specRef: string;
            readonly weight?: number;
          }[];
        };
        readonly pause?: { readonly duration?: number | string };
        readonly plugin?: { readonly config?: Readonly<Record<string, unknown>>; readonly name: string };
        readonly setCanaryScale?: {
          readonly matchTrafficWeight?: boolean;
          readonly replicas?: number;
          readonly weight?: number;
        };
        readonly setHeaderRoute?: {
          readonly match?: readonly {
            readonly headerName: string;
            readonly headerValue: {
              readonly exact?: string;
              readonly prefix?: string;
              readonly regex?: string;
            };
          }[];
          readonly name?: string;
        };
        readonly setMirrorRoute?: {
          readonly match?: readonly {
            readonly headers?: Readonly<
              Record<string, { readonly exact?: string; readonly prefix?: string; readonly regex?: string }>
            >;
            readonly method?: { readonly exact?: string; readonly prefix?: string; readonly regex?: string };
            readonly path?: { readonly exact?: string; readonly prefix?: string; readonly regex?: string };
          }[];
          readonly name: string;
          readonly percentage?: number;
        };
        readonly setWeight?: number;
      }[];
      readonly trafficRouting?: {
        readonly alb?: {
          readonly annotationPrefix?: string;
          readonly ingress?: string;
          readonly ingresses?: readonly string[];
          readonly rootService?: string;
          readonly servicePort: number;
          readonly stickinessConfig?: { readonly durationSeconds: number; readonly enabled: boolean };
        };
        readonly ambassador?: { readonly mappings: readonly string[] };
        readonly apisix?: { readonly route?: { readonly name: string; readonly rules?: readonly string[] } };
        readonly appMesh?: {
          readonly virtualNodeGroup?: {
            readonly canaryVirtualNodeRef: { readonly name: string };
            readonly stableVirtualNodeRef: { readonly name: string };
          };
          readonly virtualService?: { readonly name: string; readonly routes?: readonly string[] };
        };
        readonly istio?: {
          readonly destinationRule?: {
            readonly additionalSubsetNames?: readonly string[];
            readonly canarySubsetName: string;
            readonly name: string;
            readonly stableSubsetName: string;
          };
          readonly virtualService?: {
            readonly name: string;
            readonly routes?: readonly string[];
            readonly tcpRoutes?: readonly { readonly port?: number }[];
            readonly tlsRoutes?: readonly { readonly port?: number; readonly sniHosts?: readonly string[] }[];
          };
          readonly virtualServices?: readonly {
            readonly name: string;
            readonly routes?: readonly string[];
            readonly tcpRoutes?: readonly { readonly port?: number }[];
            readonly tlsRoutes?: readonly { readonly port?: number; readonly sniHosts?: readonly string[] }[];
          }[];
        };
        readonly managedRoutes?: readonly { readonly name: string }[];
        readonly maxTrafficWeight?: number;
        readonly nginx?: {
          readonly additionalIngressAnnotations?: Readonly<Record<string, string>>;
          readonly annotationPrefix?: string;
          readonly canaryIngressAnnotations?: Readonly<Record<string, string>>;
          readonly stableIngress?: string;
          readonly stableIngresses?: readonly string[];
        };
        readonly plugins?: Readonly<Record<string, unknown>>;
        readonly smi?: { readonly rootService?: string; readonly trafficSplitName?: string };
        readonly traefik?: { readonly weightedTraefikServiceName: string };
      };
    };
  };
  readonly template?: {
    readonly metadata?: {
      readonly annotations?: Readonly<Record<string, string>>;
      readonly labels?: Readonly<Record<string, string>>;
    };
    readonly spec?: PodSpec;
  };
  readonly workloadRef?: {
    readonly apiVersion?: string;
    readonly kind?: string;
    readonly name?: string;
    readonly scaleDown?: string;
  };
};

/** In upstream's form: `spec` of an Application. */
export type ApplicationFields = {
  readonly destination: { readonly name?: string; readonly namespace?: string; readonly server?: string };
  readonly ignoreDifferences?: readonly {
    readonly group?: string;
    readonly jqPathExpressions?: readonly string[];
    readonly jsonPointers?: readonly string[];
    readonly kind: string;
    readonly managedFieldsManagers?: readonly string[];
    readonly name?: string;
    readonly namespace?: string;
  }[];
  readonly info?: readonly { readonly name: string; readonly value: string }[];
  readonly project: string;
  readonly revisionHistoryLimit?: number;
  readonly source?: {
    readonly chart?: string;
    readonly directory?: {
      readonly exclude?: string;
      readonly include?: string;
      readonly jsonnet?: {
        readonly extVars?: readonly {
          readonly code?: boolean;
          readonly name: string;
          readonly value: string;
        }[];
        readonly libs?: readonly string[];
        readonly tlas?: readonly { readonly code?: boolean; readonly name: string; readonly value: string }[];
      };
      readonly recurse?: boolean;
    };
    readonly helm?: {
      readonly apiVersions?: readonly string[];
      readonly fileParameters?: readonly { readonly name?: string; readonly path?: string }[];
      readonly ignoreMissingValueFiles?: boolean;
      readonly kubeVersion?: string;
      readonly namespace?: string;
      readonly parameters?: readonly {
        readonly forceString?: boolean;
        readonly name?: string;
        readonly value?: string;
      }[];
      readonly passCredentials?: boolean;
      readonly releaseName?: string;
      readonly skipCrds?: boolean;
      readonly skipSchemaValidation?: boolean;
      readonly skipTests?: boolean;
      readonly valueFiles?: readonly string[];
      readonly values?: string;
      readonly valuesObject?: Readonly<Record<string, unknown>>;
      readonly version?: string;
    };
    readonly kustomize?: {
      readonly apiVersions?: readonly string[];
      readonly commonAnnotations?: Readonly<Record<string, string>>;
      readonly commonAnnotationsEnvsubst?: boolean;
      readonly commonLabels?: Readonly<Record<string, string>>;
      readonly components?: readonly string[];
      readonly forceCommonAnnotations?: boolean;
      readonly forceCommonLabels?: boolean;
      readonly ignoreMissingComponents?: boolean;
      readonly images?: readonly string[];
      readonly kubeVersion?: string;
      readonly labelIncludeTemplates?: boolean;
      readonly labelWithoutSelector?: boolean;
      readonly namePrefix?: string;
      readonly nameSuffix?: string;
      readonly namespace?: string;
      readonly patches?: readonly {
        readonly options?: Readonly<Record<string, boolean>>;
        readonly patch?: string;
        readonly path?: string;
        readonly target?: {
          readonly annotationSelector?: string;
          readonly group?: string;
          readonly kind?: string;
          readonly labelSelector?: string;
          readonly name?: string;
          readonly namespace?: string;
          readonly version?: string;
        };
      }[];
      readonly replicas?: readonly { readonly count: number | string; readonly name: string }[];
      readonly version?: string;
    };
    readonly name?: string;
    readonly path?: string;
    readonly plugin?: {
      readonly env?: readonly { readonly name: string; readonly value: string }[];
      readonly name?: string;
      readonly parameters?: readonly {
        readonly array?: readonly string[];
        readonly map?: Readonly<Record<string, string>>;
        readonly name?: string;
        readonly string?: string;
      }[];
    };
    readonly ref?: string;
    readonly repoURL: string;
    readonly tagPrefix?: string;
    readonly targetRevision?: string;
  };
  readonly sourceHydrator?: {
    readonly drySource: {
      readonly directory?: {
        readonly exclude?: string;
        readonly include?: string;
        readonly jsonnet?: {
          readonly extVars?: readonly {
            readonly code?: boolean;
            readonly name: string;
            readonly value: string;
          }[];
          readonly libs?: readonly string[];
          readonly tlas?: readonly {
            readonly code?: boolean;
            readonly name: string;
            readonly value: string;
          }[];
        };
        readonly recurse?: boolean;
      };
      readonly helm?: {
        readonly apiVersions?: readonly string[];
        readonly fileParameters?: readonly { readonly name?: string; readonly path?: string }[];
        readonly ignoreMissingValueFiles?: boolean;
        readonly kubeVersion?: string;
        readonly namespace?: string;
        readonly parameters?: readonly {
          readonly forceString?: boolean;
          readonly name?: string;
          readonly value?: string;
        }[];
        readonly passCredentials?: boolean;
        readonly releaseName?: string;
        readonly skipCrds?: boolean;
        readonly skipSchemaValidation?: boolean;
        readonly skipTests?: boolean;
        readonly valueFiles?: readonly string[];
        readonly values?: string;
        readonly valuesObject?: Readonly<Record<string, unknown>>;
        readonly version?: string;
      };
      readonly kustomize?: {
        readonly apiVersions?: readonly string[];
        readonly commonAnnotations?: Readonly<Record<string, string>>;
        readonly commonAnnotationsEnvsubst?: boolean;
        readonly commonLabels?: Readonly<Record<string, string>>;
        readonly components?: readonly string[];
        readonly forceCommonAnnotations?: boolean;
        readonly forceCommonLabels?: boolean;
        readonly ignoreMissingComponents?: boolean;
        readonly images?: readonly string[];
        readonly kubeVersion?: string;
        readonly labelIncludeTemplates?: boolean;
        readonly labelWithoutSelector?: boolean;
        readonly namePrefix?: string;
        readonly nameSuffix?: string;
        readonly namespace?: string;
        readonly patches?: readonly {
          readonly options?: Readonly<Record<string, boolean>>;
          readonly patch?: string;
          readonly path?: string;
          readonly target?: {
            readonly annotationSelector?: string;
            readonly group?: string;
            readonly kind?: string;
            readonly labelSelector?: string;
            readonly name?: string;
            readonly namespace?: string;
            readonly version?: string;
          };
        }[];
        readonly replicas?: readonly { readonly count: number | string; readonly name: string }[];
        readonly version?: string;
      };
      readonly path: string;
      readonly plugin?: {
        readonly env?: readonly { readonly name: string; readonly value: string }[];
        readonly name?: string;
        readonly parameters?: readonly {
          readonly array?: readonly string[];
          readonly map?: Readonly<Record<string, string>>;
          readonly name?: string;
          readonly string?: string;
        }[];
      };
      readonly repoURL: string;
      readonly targetRevision: string;
    };
    readonly hydrateTo?: { readonly targetBranch: string };
    readonly syncSource: { readonly path: string; readonly repoURL?: string; readonly targetBranch: string };
  };
  readonly sources?: readonly {
    readonly chart?: string;
    readonly directory?: {
      readonly exclude?: string;
      readonly include?: string;
      readonly jsonnet?: {
        readonly extVars?: readonly {
          readonly code?: boolean;
          readonly name: string;
          readonly value: string;
        }[];
        readonly libs?: readonly string[];
        readonly tlas?: readonly { readonly code?: boolean; readonly name: string; readonly value: string }[];
      };
      readonly recurse?: boolean;
    };
    readonly helm?: {
      readonly apiVersions?: readonly string[];
      readonly fileParameters?: readonly { readonly name?: string; readonly path?: string }[];
      readonly ignoreMissingValueFiles?: boolean;
      readonly kubeVersion?: string;
      readonly namespace?: string;
      readonly parameters?: readonly {
        readonly forceString?: boolean;
        readonly name?: string;
        readonly value?: string;
      }[];
      readonly passCredentials?: boolean;
      readonly releaseName?: string;
      readonly skipCrds?: boolean;
      readonly skipSchemaValidation?: boolean;
      readonly skipTests?: boolean;
      readonly valueFiles?: readonly string[];
      readonly values?: string;
      readonly valuesObject?: Readonly<Record<string, unknown>>;
      readonly version?: string;
    };
    readonly kustomize?: {
      readonly apiVersions?: readonly string[];
      readonly commonAnnotations?: Readonly<Record<string, string>>;
      readonly commonAnnotationsEnvsubst?: boolean;
      readonly commonLabels?: Readonly<Record<string, string>>;
      readonly components?: readonly string[];
      readonly forceCommonAnnotations?: boolean;
      readonly forceCommonLabels?: boolean;
      readonly ignoreMissingComponents?: boolean;
      readonly images?: readonly string[];
      readonly kubeVersion?: string;
      readonly labelIncludeTemplates?: boolean;
      readonly labelWithoutSelector?: boolean;
      readonly namePrefix?: string;
      readonly nameSuffix?: string;
      readonly namespace?: string;
      readonly patches?: readonly {
        readonly options?: Readonly<Record<string, boolean>>;
        readonly patch?: string;
        readonly path?: string;
        readonly target?: {
          readonly annotationSelector?: string;
          readonly group?: string;
          readonly kind?: string;
          readonly labelSelector?: string;
          readonly name?: string;
          readonly namespace?: string;
          readonly version?: string;
        };
      }[];
      readonly replicas?: readonly { readonly count: number | string; readonly name: string }[];
      readonly version?: string;
    };
    readonly name?: string;
    readonly path?: string;
    readonly plugin?: {
      readonly env?: readonly { readonly name: string; readonly value: string }[];
      readonly name?: string;
      readonly parameters?: readonly {
        readonly array?: readonly string[];
        readonly map?: Readonly<Record<string, string>>;
        readonly name?: string;
        readonly string?: string;
      }[];
    };
    readonly ref?: string;
    readonly repoURL: string;
    readonly tagPrefix?: string;
    readonly targetRevision?: string;
  }[];
  readonly syncPolicy?: {
    readonly automated?: {
      readonly allowEmpty?: boolean;
      readonly enabled?: boolean;
      readonly prune?: boolean;
      readonly selfHeal?: boolean;
    };
    readonly managedNamespaceMetadata?: {
      readonly annotations?: Readonly<Record<string, string>>;
      readonly labels?: Readonly<Record<string, string>>;
    };
    readonly retry?: {
      readonly backoff?: {
        readonly duration?: string;
        readonly factor?: number;
        readonly maxDuration?: string;
      };
      readonly limit?: number;
      readonly refresh?: boolean;
    };
    readonly syncOptions?: readonly string[];
  };
};

/** In upstream's form: `spec` of an ApplicationSet without its generators. */
export type ApplicationSetFields = {
  readonly applyNestedSelectors?: boolean;
  readonly goTemplate?: boolean;
  readonly goTemplateOptions?: readonly string[];
  readonly ignoreApplicationDifferences?: readonly {
    readonly jqPathExpressions?: readonly string[];
    readonly jsonPointers?: readonly string[];
    readonly name?: string;
  }[];
  readonly preservedFields?: {
    readonly annotations?: readonly string[];
    readonly labels?: readonly string[];
  };
  readonly strategy?: {
    readonly deletionOrder?: string;
    readonly rollingSync?: {
      readonly steps?: readonly {
        readonly matchExpressions?: readonly {
          readonly key?: string;
          readonly operator?: string;
          readonly values?: readonly string[];
        }[];
        readonly maxUpdate?: number | string;
      }[];
    };
    readonly type?: string;
  };
  readonly syncPolicy?: {
    readonly applicationsSync?: 'create-only' | 'create-update' | 'create-delete' | 'sync';
    readonly preserveResourcesOnDeletion?: boolean;
  };
  readonly template: {
    readonly metadata: {
      readonly annotations?: Readonly<Record<string, string>>;
      readonly finalizers?: readonly string[];
      readonly labels?: Readonly<Record<string, string>>;
      readonly name?: string;
      readonly namespace?: string;
    };
    readonly spec: {
      readonly destination: { readonly name?: string; readonly namespace?: string; readonly server?: string };
      readonly ignoreDifferences?: readonly {
        readonly group?: string;
        readonly jqPathExpressions?: readonly string[];
        readonly jsonPointers?: readonly string[];
        readonly kind: string;
        readonly managedFieldsManagers?: readonly string[];
        readonly name?: string;
        readonly namespace?: string;
      }[];
      readonly info?: readonly { readonly name: string; readonly value: string }[];
      readonly project: string;
      readonly revisionHistoryLimit?: number;
      readonly source?: {
        readonly chart?: string;
        readonly directory?: {
          readonly exclude?: string;
          readonly include?: string;
          readonly jsonnet?: {
            readonly extVars?: readonly {
              readonly code?: boolean;
              readonly name: string;
              readonly value: string;
            }[];
            readonly libs?: readonly string[];
            readonly tlas?: readonly {
              readonly code?: boolean;
              readonly name: string;
              readonly value: string;
            }[];
          };
          readonly recurse?: boolean;
        };
        readonly helm?: {
          readonly apiVersions?: readonly string[];
          readonly fileParameters?: readonly { readonly name?: string; readonly path?: string }[];
          readonly ignoreMissingValueFiles?: boolean;
          readonly kubeVersion?: string;
          readonly namespace?: string;
          readonly parameters?: readonly {
            readonly forceString?: boolean;
            readonly name?: string;
            readonly value?: string;
          }[];
          readonly passCredentials?: boolean;
          readonly releaseName?: string;
          readonly skipCrds?: boolean;
          readonly skipSchemaValidation?: boolean;
          readonly skipTests?: boolean;
          readonly valueFiles?: readonly string[];
          readonly values?: string;
          readonly valuesObject?: Readonly<Record<string, unknown>>;
          readonly version?: string;
        };
        readonly kustomize?: {
          readonly apiVersions?: readonly string[];
          readonly commonAnnotations?: Readonly<Record<string, string>>;
          readonly commonAnnotationsEnvsubst?: boolean;
          readonly commonLabels?: Readonly<Record<string, string>>;
          readonly components?: readonly string[];
          readonly forceCommonAnnotations?: boolean;
          readonly forceCommonLabels?: boolean;
          readonly ignoreMissingComponents?: boolean;
          readonly images?: readonly string[];
          readonly kubeVersion?: string;
          readonly labelIncludeTemplates?: boolean;
          readonly labelWithoutSelector?: boolean;
          readonly namePrefix?: string;
          readonly nameSuffix?: string;
          readonly namespace?: string;
          readonly patches?: readonly {
            readonly options?: Readonly<Record<string, boolean>>;
            readonly patch?: string;
            readonly path?: string;
            readonly target?: {
              readonly annotationSelector?: string;
              readonly group?: string;
              readonly kind?: string;
              readonly labelSelector?: string;
              readonly name?: string;
              readonly namespace?: string;
              readonly version?: string;
            };
          }[];
          readonly replicas?: readonly { readonly count: number | string; readonly name: string }[];
          readonly version?: string;
        };
        readonly name?: string;
        readonly path?: string;
        readonly plugin?: {
          readonly env?: readonly { readonly name: string; readonly value: string }[];
          readonly name?: string;
          readonly parameters?: readonly {
            readonly array?: readonly string[];
            readonly map?: Readonly<Record<string, string>>;
            readonly name?: string;
            readonly string?: string;
          }[];
        };
        readonly ref?: string;
        readonly repoURL: string;
        readonly tagPrefix?: string;
        readonly targetRevision?: string;
      };
      readonly sourceHydrator?: {
        readonly drySource: {
          readonly directory?: {
            readonly exclude?: string;
            readonly include?: string;
            readonly jsonnet?: {
              readonly extVars?: readonly {
                readonly code?: boolean;
                readonly name: string;
                readonly value: string;
              }[];
              readonly libs?: readonly string[];
              readonly tlas?: readonly {
                readonly code?: boolean;
                readonly name: string;
                readonly value: string;
              }[];
            };
            readonly recurse?: boolean;
          };
          readonly helm?: {
            readonly apiVersions?: readonly string[];
            readonly fileParameters?: readonly { readonly name?: string; readonly path?: string }[];
            readonly ignoreMissingValueFiles?: boolean;
            readonly kubeVersion?: string;
            readonly namespace?: string;
            readonly parameters?: readonly {
              readonly forceString?: boolean;
              readonly name?: string;
              readonly value?: string;
            }[];
            readonly passCredentials?: boolean;
            readonly releaseName?: string;
            readonly skipCrds?: boolean;
            readonly skipSchemaValidation?: boolean;
            readonly skipTests?: boolean;
            readonly valueFiles?: readonly string[];
            readonly values?: string;
            readonly valuesObject?: Readonly<Record<string, unknown>>;
            readonly version?: string;
          };
          readonly kustomize?: {
            readonly apiVersions?: readonly string[];
            readonly commonAnnotations?: Readonly<Record<string, string>>;
            readonly commonAnnotationsEnvsubst?: boolean;
            readonly commonLabels?: Readonly<Record<string, string>>;
            readonly components?: readonly string[];
            readonly forceCommonAnnotations?: boolean;
            readonly forceCommonLabels?: boolean;
            readonly ignoreMissingComponents?: boolean;
            readonly images?: readonly string[];
            readonly kubeVersion?: string;
            readonly labelIncludeTemplates?: boolean;
            readonly labelWithoutSelector?: boolean;
            readonly namePrefix?: string;
            readonly nameSuffix?: string;
            readonly namespace?: string;
            readonly patches?: readonly {
              readonly options?: Readonly<Record<string, boolean>>;
              readonly patch?: string;
              readonly path?: string;
              readonly target?: {
                readonly annotationSelector?: string;
                readonly group?: string;
                readonly kind?: string;
                readonly labelSelector?: string;
                readonly name?: string;
                readonly namespace?: string;
                readonly version?: string;
              };
            }[];
            readonly replicas?: readonly { readonly count: number | string; readonly name: string }[];
            readonly version?: string;
          };
          readonly path: string;
          readonly plugin?: {
            readonly env?: readonly { readonly name: string; readonly value: string }[];
            readonly name?: string;
            readonly parameters?: readonly {
              readonly array?: readonly string[];
              readonly map?: Readonly<Record<string, string>>;
              readonly name?: string;
              readonly string?: string;
            }[];
          };
          readonly repoURL: string;
          readonly targetRevision: string;
        };
        readonly hydrateTo?: { readonly targetBranch: string };
        readonly syncSource: {
          readonly path: string;
          readonly repoURL?: string;
          readonly targetBranch: string;
        };
      };
      readonly sources?: readonly {
        readonly chart?: string;
        readonly directory?: {
          readonly exclude?: string;
          readonly include?: string;
          readonly jsonnet?: {
            readonly extVars?: readonly {
              readonly code?: boolean;
              readonly name: string;
              readonly value: string;
            }[];
            readonly libs?: readonly string[];
            readonly tlas?: readonly {
              readonly code?: boolean;
              readonly name: string;
              readonly value: string;
            }[];
          };
          readonly recurse?: boolean;
        };
        readonly helm?: {
          readonly apiVersions?: readonly string[];
          readonly fileParameters?: readonly { readonly name?: string; readonly path?: string }[];
          readonly ignoreMissingValueFiles?: boolean;
          readonly kubeVersion?: string;
          readonly namespace?: string;
          readonly parameters?: readonly {
            readonly forceString?: boolean;
            readonly name?: string;
            readonly value?: string;
          }[];
          readonly passCredentials?: boolean;
          readonly releaseName?: string;
          readonly skipCrds?: boolean;
          readonly skipSchemaValidation?: boolean;
          readonly skipTests?: boolean;
          readonly valueFiles?: readonly string[];
          readonly values?: string;
          readonly valuesObject?: Readonly<Record<string, unknown>>;
          readonly version?: string;
        };
        readonly kustomize?: {
          readonly apiVersions?: readonly string[];
          readonly commonAnnotations?: Readonly<Record<string, string>>;
          readonly commonAnnotationsEnvsubst?: boolean;
          readonly commonLabels?: Readonly<Record<string, string>>;
          readonly components?: readonly string[];
          readonly forceCommonAnnotations?: boolean;
          readonly forceCommonLabels?: boolean;
          readonly ignoreMissingComponents?: boolean;
          readonly images?: readonly string[];
          readonly kubeVersion?: string;
          readonly labelIncludeTemplates?: boolean;
          readonly labelWithoutSelector?: boolean;
          readonly namePrefix?: string;
          readonly nameSuffix?: string;
          readonly namespace?: string;
          readonly patches?: readonly {
            readonly options?: Readonly<Record<string, boolean>>;
            readonly patch?: string;
            readonly path?: string;
            readonly target?: {
              readonly annotationSelector?: string;
              readonly group?: string;
              readonly kind?: string;
              readonly labelSelector?: string;
              readonly name?: string;
              readonly namespace?: string;
              readonly version?: string;
            };
          }[];
          readonly replicas?: readonly { readonly count: number | string; readonly name: string }[];
          readonly version?: string;
        };
        readonly name?: string;
        readonly path?: string;
        readonly plugin?: {
          readonly env?: readonly { readonly name: string; readonly value: string }[];
          readonly name?: string;
          readonly parameters?: readonly {
            readonly array?: readonly string[];
            readonly map?: Readonly<Record<string, string>>;
            readonly name?: string;
            readonly string?: string;
          }[];
        };
        readonly ref?: string;
        readonly repoURL: string;
        readonly tagPrefix?: string;
        readonly targetRevision?: string;
      }[];
      readonly syncPolicy?: {
        readonly automated?: {
          readonly allowEmpty?: boolean;
          readonly enabled?: boolean;
          readonly prune?: boolean;
          readonly selfHeal?: boolean;
        };
        readonly managedNamespaceMetadata?: {
          readonly annotations?: Readonly<Record<string, string>>;
          readonly labels?: Readonly<Record<string, string>>;
        };
        readonly retry?: {
          readonly backoff?: {
            readonly duration?: string;
            readonly factor?: number;
            readonly maxDuration?: string;
          };
          readonly limit?: number;
          readonly refresh?: boolean;
        };
        readonly syncOptions?: readonly string[];
      };
    };
  };
  readonly templatePatch?: string;
};

/** In upstream's form: `helm` of a source of an Application. */
export type HelmSettings = {
  readonly apiVersions?: readonly string[];
  readonly fileParameters?: readonly { readonly name?: string; readonly path?: string }[];
  readonly ignoreMissingValueFiles?: boolean;
  readonly kubeVersion?: string;
  readonly namespace?: string;
  readonly parameters?: readonly {
    readonly forceString?: boolean;
    readonly name?: string;
    readonly value?: string;
  }[];
  readonly passCredentials?: boolean;
  readonly releaseName?: string;
  readonly skipCrds?: boolean;
  readonly skipSchemaValidation?: boolean;
  readonly skipTests?: boolean;
  readonly valueFiles?: readonly string[];
  readonly values?: string;
  readonly valuesObject?: Readonly<Record<string, unknown>>;
  readonly version?: string;
};

/** In upstream's form: `kustomize` of a source of an Application. */
export type KustomizeSettings = {
  readonly apiVersions?: readonly string[];
  readonly commonAnnotations?: Readonly<Record<string, string>>;
  readonly commonAnnotationsEnvsubst?: boolean;
  readonly commonLabels?: Readonly<Record<string, string>>;
  readonly components?: readonly string[];
  readonly forceCommonAnnotations?: boolean;
  readonly forceCommonLabels?: boolean;
  readonly ignoreMissingComponents?: boolean;
  readonly images?: readonly string[];
  readonly kubeVersion?: string;
  readonly labelIncludeTemplates?: boolean;
  readonly labelWithoutSelector?: boolean;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly namespace?: string;
  readonly patches?: readonly {
    readonly options?: Readonly<Record<string, boolean>>;
    readonly patch?: string;
    readonly path?: string;
    readonly target?: {
      readonly annotationSelector?: string;
      readonly group?: string;
      readonly kind?: string;
      readonly labelSelector?: string;
      readonly name?: string;
      readonly namespace?: string;
      readonly version?: string;
    };
  }[];
  readonly replicas?: readonly { readonly count: number | string; readonly name: string }[];
  readonly version?: string;
};

/** In upstream's form: `plugin` of a source of an Application. */
export type PluginSettings = {
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly name?: string;
  readonly parameters?: readonly {
    readonly array?: readonly string[];
    readonly map?: Readonly<Record<string, string>>;
    readonly name?: string;
    readonly string?: string;
  }[];
};

/** In upstream's form: `syncPolicy.retry` of an Application. */
export type RetrySettings = {
  readonly backoff?: { readonly duration?: string; readonly factor?: number; readonly maxDuration?: string };
  readonly limit?: number;
  readonly refresh?: boolean;
};

/** In upstream's form: `syncPolicy.managedNamespaceMetadata` of an Application. */
export type NamespaceMetadata = {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
};

/** In upstream's form: `csi` of a volume. */
export type CsiVolume = {
  readonly driver: string;
  readonly readOnly?: boolean;
  readonly fsType?: string;
  readonly volumeAttributes?: Readonly<Record<string, string>>;
  readonly nodePublishSecretRef?: { readonly name?: string };
};

/** In upstream's form: `downwardAPI` of a volume. */
export type DownwardApiVolume = {
  readonly items?: readonly {
    readonly path: string;
    readonly fieldRef?: { readonly apiVersion?: string; readonly fieldPath: string };
    readonly resourceFieldRef?: {
      readonly containerName?: string;
      readonly resource: string;
      readonly divisor?: number | string;
    };
    readonly mode?: number;
  }[];
  readonly defaultMode?: number;
};

/** In upstream's form: `fc` of a volume. */
export type FcVolume = {
  readonly targetWWNs?: readonly string[];
  readonly lun?: number;
  readonly fsType?: string;
  readonly readOnly?: boolean;
  readonly wwids?: readonly string[];
};

/** In upstream's form: `flexVolume` of a volume. */
export type FlexVolume = {
  readonly driver: string;
  readonly fsType?: string;
  readonly secretRef?: { readonly name?: string };
  readonly readOnly?: boolean;
  readonly options?: Readonly<Record<string, string>>;
};

/** In upstream's form: `iscsi` of a volume. */
export type IscsiVolume = {
  readonly targetPortal: string;
  readonly iqn: string;
  readonly lun: number;
  readonly iscsiInterface?: string;
  readonly fsType?: string;
  readonly readOnly?: boolean;
  readonly portals?: readonly string[];
  readonly chapAuthDiscovery?: boolean;
  readonly chapAuthSession?: boolean;
  readonly secretRef?: { readonly name?: string };
  readonly initiatorName?: string;
};

/** In upstream's form: `volumeClaimTemplate` of a volume. */
export type VolumeClaimTemplate = {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly accessModes?: readonly string[];
    readonly selector?: {
      readonly matchLabels?: Readonly<Record<string, string>>;
      readonly matchExpressions?: readonly {
        readonly key: string;
        readonly operator: string;
        readonly values?: readonly string[];
      }[];
    };
    readonly resources?: {
      readonly limits?: Readonly<Record<string, number | string>>;
      readonly requests?: Readonly<Record<string, number | string>>;
    };
    readonly volumeName?: string;
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly dataSource?: { readonly apiGroup: string; readonly kind: string; readonly name: string };
    readonly dataSourceRef?: {
      readonly apiGroup: string;
      readonly kind: string;
      readonly name: string;
      readonly namespace?: string;
    };
    readonly volumeAttributesClassName?: string;
  };
};

/** In upstream's form: the sources of a projected volume, by their names. */
export type VolumeProjections = {
  readonly secret?: {
    readonly name?: string;
    readonly items?: readonly { readonly key: string; readonly path: string; readonly mode?: number }[];
    readonly optional?: boolean;
  };
  readonly downwardAPI?: {
    readonly items?: readonly {
      readonly path: string;
      readonly fieldRef?: { readonly apiVersion?: string; readonly fieldPath: string };
      readonly resourceFieldRef?: {
        readonly containerName?: string;
        readonly resource: string;
        readonly divisor?: number | string;
      };
      readonly mode?: number;
    }[];
  };
  readonly configMap?: {
    readonly name?: string;
    readonly items?: readonly { readonly key: string; readonly path: string; readonly mode?: number }[];
    readonly optional?: boolean;
  };
  readonly serviceAccountToken?: {
    readonly audience?: string;
    readonly expirationSeconds?: number;
    readonly path: string;
  };
  readonly clusterTrustBundle?: {
    readonly name?: string;
    readonly signerName?: string;
    readonly labelSelector?: {
      readonly matchLabels?: Readonly<Record<string, string>>;
      readonly matchExpressions?: readonly {
        readonly key: string;
        readonly operator: string;
        readonly values?: readonly string[];
      }[];
    };
    readonly optional?: boolean;
    readonly path: string;
  };
  readonly podCertificate?: {
    readonly signerName?: string;
    readonly keyType?: string;
    readonly maxExpirationSeconds?: number;
    readonly credentialBundlePath?: string;
    readonly keyPath?: string;
    readonly certificateChainPath?: string;
    readonly userAnnotations?: Readonly<Record<string, string>>;
  };
};
