/**
 * What must find a change of a field, or why the field may change freely. Fields are `<Kind> <path>` with `*` for a
 * position in a list and `<key>` for the key of a label or annotation; the first pattern that fits decides.
 */
const table: readonly (readonly [pattern: RegExp, expected: readonly string[] | string])[] = [
  // What a manifest is.
  [/ apiVersion = /, 'another group is another kind; versions are held by schema/version-served'],
  [/ kind = /, 'another kind is another object, and what it may be is not known'],

  // Application
  [/^Application metadata\./, 'nothing refers to the Application'],
  [
    /^Application spec\.(project|source|destination|syncPolicy)\b/,
    'projects, repositories, clusters and namespaces lie outside the manifests',
  ],
  [/^Application spec\.ignoreDifferences\.\*\.(group|kind|name) /, ['argocd/ignore-rule-matches']],
  [
    /^Application spec\.ignoreDifferences\.\*\.jqPathExpressions\.\* /,
    ['argocd/router-fields-ignored', 'argocd/header-route-ignored'],
  ],

  // Rollout
  [/^Rollout metadata\.name /, 'nothing in these systems refers to the Rollout by name'],
  [
    /^Rollout metadata\.namespace /,
    ['rollout/services-exist', 'istio/virtual-service-exists', 'alb/ingress-exists'],
  ],
  [/^Rollout spec\.replicas /, 'a number that nothing depends on'],
  [/^Rollout spec\.selector\.matchLabels/, ['rollout/selector-selects-pods']],
  [
    /^Rollout spec\.template\.metadata\.labels/,
    [
      'rollout/selector-selects-pods',
      'rollout/service-selects-pods',
      'istio/subset-selects-pods',
      'istio/subset-has-pods',
    ],
  ],
  [/canary\.(stableService|canaryService) /, ['rollout/services-exist']],
  [/trafficRouting\.managedRoutes\.\*\.name /, ['steps/managed-route-declared']],
  [/trafficRouting\.alb\.ingress /, ['alb/ingress-exists']],
  [/trafficRouting\.alb\.rootService /, ['alb/ingress-routes-service', 'alb/root-service-exists']],
  [/trafficRouting\.alb\.servicePort /, ['alb/service-port-exists']],
  [/trafficRouting\.istio\.virtualServices?(\.\*)?\.name /, ['istio/virtual-service-exists']],
  [/trafficRouting\.istio\.virtualServices?(\.\*)?\.routes\.\* /, ['istio/route-exists']],
  [/trafficRouting\.istio\.destinationRule\.name /, ['istio/destination-rule-exists']],
  [
    /trafficRouting\.istio\.destinationRule\.\w+SubsetName /,
    ['istio/subset-exists', 'istio/destinations-present'],
  ],
  [/setHeaderRoute\.name /, ['steps/managed-route-declared', 'argocd/header-route-ignored']],
  [/setHeaderRoute\.match/, 'any header and any value can be matched'],
  [/steps\.\*\.(setWeight|setCanaryScale|pause)/, 'another weight, scale or duration is as good'],
  [/containers\.\*\.(name|image|command)/, 'no other object names a container, its image or its command'],
  [/containers\.\*\.ports\.\*\.name /, ['k8s/service-target-port-exists', 'pods/probe-port-exists']],
  [/containers\.\*\.ports\.\*\.containerPort /, 'Services reach the port by its name'],
  [/readinessProbe\.httpGet\.path /, 'only the program knows its paths'],
  [/^Rollout .*readinessProbe\.httpGet\.port /, ['pods/probe-port-exists']],
  [/resources\./, 'a quantity'],
  [/volumeMounts\.\*\.name |volumes\.\*\.name /, ['pods/volumes-declared']],
  [/volumeMounts\.\*\.mountPath /, 'only the program knows its paths'],
  [/volumes\.\*\.configMap\.name /, ['k8s/config-exists']],

  // Services and their pods
  [
    /^Service .*\(of ticket-api-root\)$/,
    'an action annotation stands for it; the load balancer never asks the Service',
  ],
  [
    /^Service metadata\.(name|namespace) /,
    ['rollout/services-exist', 'istio/host-exists', 'istio/host-resolvable', 'k8s/ingress-backend-exists'],
  ],
  [/^Service spec\.selector/, ['rollout/service-selects-pods', 'k8s/service-selects-pods']],
  [/^Service spec\.ports\.\*\.name /, 'these systems name the port by its number'],
  [/^Service spec\.ports\.\*\.port .*\(of ticket-api-/, ['alb/service-port-exists']],
  [/^Service spec\.ports\.\*\.port /, 'callers name it, and Istio sends to the only port of a destination'],
  [/^Service spec\.ports\.\*\.targetPort /, ['k8s/service-target-port-exists']],
  [/^Deployment metadata\.name /, 'nothing refers to a Deployment by name'],
  [
    /^Deployment metadata\.namespace /,
    ['istio/subset-selects-pods', 'istio/subset-has-pods', 'k8s/service-selects-pods'],
  ],
  [/^Deployment spec\.selector/, 'the API server refuses a Deployment that does not select its own pods'],
  [/^Deployment spec\.replicas /, 'a number that nothing depends on'],
  [
    /^Deployment spec\.template\.metadata\.labels/,
    ['istio/subset-selects-pods', 'istio/subset-has-pods', 'k8s/service-selects-pods'],
  ],
  [/^Deployment .*readinessProbe\.httpGet\.port /, 'the probes of a Deployment are no part of a canary'],

  // Ingress
  [/^Ingress metadata\.name /, ['alb/ingress-exists']],
  [/^Ingress metadata\.namespace /, ['alb/ingress-exists']],
  [/^Ingress metadata\.annotations/, 'settings of the load balancer'],
  [/^Ingress spec\.ingressClassName /, 'a cluster may name its classes freely'],
  [
    /^Ingress spec\.rules\.\*\.(host|http\.paths\.\*\.path(Type)?) /,
    'hosts and paths are free; path types are not checked by the API schema',
  ],
  [/^Ingress .*backend\.service\.name /, ['alb/ingress-routes-service', 'k8s/ingress-backend-exists']],
  [/^Ingress .*backend\.service\.port\.name /, ['alb/backend-uses-annotation']],

  // Gateway API
  [/plugins\.argoproj-labs\/gatewayAPI\.httpRoutes\.\*\.name /, ['gateway/route-exists']],
  [/^HTTPRoute metadata\.(name|namespace) /, ['gateway/route-exists']],
  [/^HTTPRoute spec\.parentRefs\.\*\.name /, ['gateway/parents-take-route']],
  [
    /^HTTPRoute spec\.(parentRefs|rules\.\*\.backendRefs)\.\*\.(group|kind) /,
    'another kind is another object, and what it may be is not known',
  ],
  [/^HTTPRoute spec\.(hostnames|rules\.\*\.matches)/, 'hosts and paths are free'],
  [/^HTTPRoute spec\.rules\.\*\.backendRefs\.\*\.name /, ['gateway/route-splits', 'gateway/backends-exist']],
  [/^HTTPRoute spec\.rules\.\*\.backendRefs\.\*\.port /, ['gateway/backends-exist']],
  [/^HTTPRoute spec\.rules\.\*\.backendRefs\.\*\.weight /, ['gateway/resting-weights']],
  [/^Gateway metadata\.name .*\(of fares\)$/, ['gateway/parents-take-route']],
  [
    /^Gateway metadata\.namespace .*\(of fares\)$/,
    'without a Gateway of the namespace among the manifests, one may be made elsewhere',
  ],
  [/^Gateway spec\.gatewayClassName /, 'a cluster may name its classes freely'],
  [/^Gateway spec\.listeners\.\*\.(name|port) /, 'the route names no listener, and callers any port'],
  [/^Gateway spec\.listeners\.\*\.protocol /, 'an implementation may have protocols of its own'],
  [
    /^Gateway spec\.listeners\.\*\.allowedRoutes\.namespaces\.from /,
    'held by the schema, of which there is none here',
  ],

  // Istio
  [
    /^VirtualService (metadata|spec\.http\.\*\.name).*\(of rates\)$/,
    'nothing refers to this VirtualService or its routes',
  ],
  [/^VirtualService metadata\.(name|namespace) /, ['istio/virtual-service-exists']],
  [/^VirtualService spec\.hosts\.\* /, ['istio/host-resolvable', 'istio/gateway-serves-host']],
  [/^VirtualService spec\.gateways\.\* /, ['istio/gateway-exists']],
  [/^VirtualService spec\.http\.\*\.name = primary/, ['istio/route-exists']],
  [/^VirtualService spec\.http\.\*\.(name|match|redirect)/, 'a route that no Rollout manages'],
  [
    /^VirtualService .*destination\.host /,
    [
      'istio/host-exists',
      'istio/destinations-present',
      'istio/destination-rule-host-matches',
      'istio/subset-exists',
    ],
  ],
  [/^VirtualService .*destination\.subset /, ['istio/subset-exists', 'istio/destinations-present']],
  [/^VirtualService .*weight = (10|90) /, 'weights that no Rollout manages'],
  [/^VirtualService .*weight /, ['istio/resting-weights']],
  [
    /^DestinationRule metadata\..*\(of rates\)$/,
    'nothing refers to it by name, and from another namespace it serves the callers there',
  ],
  [/^DestinationRule metadata\.name /, ['istio/destination-rule-exists']],
  [/^DestinationRule metadata\.namespace /, ['istio/destination-rule-exists', 'istio/subset-exists']],
  [/^DestinationRule spec\.host /, ['istio/destination-rule-host-matches', 'istio/subset-exists']],
  [/^DestinationRule spec\.subsets\.\*\.name /, ['istio/subset-exists']],
  [/^DestinationRule spec\.subsets\.\*\.labels/, ['istio/subset-selects-pods', 'istio/subset-has-pods']],
  [/^Gateway metadata\.(name|namespace) /, ['istio/gateway-exists']],
  [/^Gateway spec\.selector/, 'the pods of a gateway are not among the manifests'],
  [/^Gateway spec\.servers\.\*\.port\./, 'a port of the gateway, whose Service is not among the manifests'],
  [/^Gateway spec\.servers\.\*\.hosts\.\* /, ['istio/gateway-serves-host']],

  // The rest
  [/^Namespace /, 'a namespace may be made elsewhere'],
  [/^ConfigMap metadata\..*\(of greeter-config-c32a69c282\)$/, 'only pods of the former revision mount it'],
  [/^ConfigMap metadata\.(name|namespace) = /, ['k8s/config-exists']],
  [/^ConfigMap metadata\.annotations|^ConfigMap data\./, 'content, and how Argo CD treats it'],
];

/** Of `<Kind> <path> = <value> (of <name of the object>)`. */
export function classify(field: string): readonly string[] | string | undefined {
  return table.find(([pattern]) => pattern.test(field))?.[1];
}
