import rule from '../../../src/rules/k8s/accepted-by-api-server.js';
import { describeRule } from '../../support/describe-rule.js';

const pod = 'spec.template.spec';

// What is refused here, validation of Kubernetes v1.34.1 or the definition of Rollouts refuses at the same place, and nothing else of these files.
describeRule(rule, {
  'labels-of-other-kinds.yaml': [
    'metadata.labels.app.kubernetes.io/part-of of AnalysisTemplate "errors" is not a value of a label: "shop-".',
    'metadata.annotations.edge of the shop of Gateway "edge" is not a key of an annotation: "edge of the shop".',
  ],
  'accepted.yaml': [],
  'names.yaml': [
    'metadata.name of Service "Web" is not a DNS name: "Web"; use lower case letters, digits, "-".',
    'metadata.name of Service "web.shop" is not a DNS name: "web.shop"; use lower case letters, digits, "-".',
    'metadata.name of AnalysisTemplate "success_rate" is not a DNS name: "success_rate"; use lower case letters, digits, "-" and ".".',
    'metadata.namespace of AnalysisTemplate "success_rate" is not a DNS name: "shop.example"; use lower case letters, digits, "-".',
    `metadata.name of ConfigMap "web-${'a'.repeat(252)}" has 256 characters; it must have no more than 253.`,
    'Rollout has no name; add metadata.name.',
  ],
  'metadata.yaml': [
    'metadata.labels.example.com/team of Rollout "web" is not a value of a label: "shop & co".',
    'metadata.labels.a/b/c of Rollout "web" is not a key of a label: "a/b/c".',
    'metadata.annotations.two words of Rollout "web" is not a key of an annotation: "two words".',
    'metadata.labels.app of Service "web" is not a value of a label: "-web".',
  ],
  'repeated.yaml': [
    `${pod}.imagePullSecrets[1] of Rollout "web" has the name of an earlier item; remove one of the two.`,
    `${pod}.hostAliases[1] of Rollout "web" has the ip of an earlier item; remove one of the two.`,
    `${pod}.containers[0].env[3] of Rollout "web" has the name of an earlier item; remove one of the two.`,
    `${pod}.containers[0].ports[1] of Rollout "web" has the containerPort and protocol of an earlier item; remove one of the two.`,
  ],
  'services.yaml': [
    'spec.loadBalancerSourceRanges of Service "web" needs "type: LoadBalancer".',
    'spec.selector.app of Service "web" is not a value of a label: "a b".',
    'spec.selector.a b of Service "web" is not a key of a label: "a b".',
    'spec.ports[0].port of Service "web" is 99999; it must be from 1 to 65535.',
    'spec.ports[1].name of Service "web" repeats the name of an earlier port: http.',
    'spec.ports[1].targetPort of Service "web" is 123456; it must be from 1 to 65535.',
    'spec.ports[2].port of Service "web" repeats the number and protocol of an earlier port: 80/TCP.',
    'spec.ports[2].targetPort of Service "web" is not a name of a port: "n-34567890123456"; use at most 15 lower case letters, digits and "-", a letter among them.',
    'spec.ports[3].name of Service "web" is not a name of a port: "UDP_port"; use at most 63 lower case letters, digits and "-".',
    'spec.ports[3].nodePort of Service "web" needs "type: NodePort" or "type: LoadBalancer".',
    'spec.ports[4].name of Service "web" is missing, which several ports need.',
    'spec.ports[4].appProtocol of Service "web" is not a name of a protocol: "a b".',
    'spec.ports of Service "without-ports" is empty; add a port.',
    'spec.clusterIP of Service "headless" is None, which a Service of type LoadBalancer cannot have.',
    'spec.externalName of Service "elsewhere" is missing, which "type: ExternalName" needs.',
    'spec.externalName of Service "elsewhere-2" is not a DNS name: "a_b.example.com".',
    'spec.type of Service "wrong-words" is "Loadbalancer"; it must be one of ClusterIP, ExternalName, LoadBalancer, NodePort.',
    'spec.sessionAffinity of Service "wrong-words" is "Cookie"; it must be one of ClientIP, None.',
    'spec.clusterIP of Service "wrong-words" is neither an IP address nor None: "none".',
    'spec.ports[0].protocol of Service "wrong-words" is "tcp"; it must be one of SCTP, TCP, UDP.',
    'spec.clusterIP of Service "elsewhere-3" stands beside "type: ExternalName"; leave one.',
  ],
  'ingresses.yaml': [
    'spec.ingressClassName of Ingress "web" is not a name of an IngressClass: "Web".',
    'spec.tls[0].hosts[0] of Ingress "web" is not a DNS name: "Web.example.com"; use lower case letters, digits, "-" and ".", behind "*." at most.',
    'spec.rules[0].host of Ingress "web" is an IP address, "10.0.0.1"; give a DNS name, or none.',
    'spec.rules[1].host of Ingress "web" is not a DNS name: "a.*.example.com"; use lower case letters, digits, "-" and ".", behind "*." at most.',
    'spec.rules[1].http.paths[0].path of Ingress "web" must begin with "/".',
    'spec.rules[1].http.paths[0].backend.service.name of Ingress "web" is not a name of a Service: "Web".',
    'spec.rules[1].http.paths[1].path of Ingress "web" contains "//", which pathType Prefix does not allow.',
    'spec.rules[1].http.paths[1].backend.service.port of Ingress "web" has both "name" and "number"; leave one.',
    'spec.rules[1].http.paths[2].backend.service.port.number of Ingress "web" is 99999; it must be from 1 to 65535.',
    'spec.rules[1].http.paths[3].backend.service.port of Ingress "web" is missing; give its "number" or its "name".',
    'spec.rules[1].http.paths[4].backend of Ingress "web" has both "service" and "resource"; leave one.',
    'spec.rules[2].http.paths of Ingress "web" is empty; add a path.',
    'spec.rules of Ingress "nothing" is empty; add a rule, or a "defaultBackend".',
    'spec.rules[0].http.paths[0].pathType of Ingress "wrong-words" is "prefix"; it must be one of Exact, ImplementationSpecific, Prefix.',
    'metadata.annotations.kubernetes.io/ingress.class of Ingress "two-classes" is "alb", but spec.ingressClassName is "nginx", and both must be the same; remove the annotation.',
  ],
  'limits.yaml': [
    'spec.minAvailable of PodDisruptionBudget "web" is "1"; it must be a whole number without quotes, or a percentage.',
    'spec.maxUnavailable of PodDisruptionBudget "web-much" is 101%; it must not be above 100%.',
    'spec.maxUnavailable of PodDisruptionBudget "web-both" stands beside "minAvailable"; leave one of the two.',
    'spec.maxReplicas of HorizontalPodAutoscaler "web" is 3, less than "minReplicas", which is 5.',
    'spec.minReplicas of HorizontalPodAutoscaler "web-2" is -1; it must not be negative.',
    'spec.maxReplicas of HorizontalPodAutoscaler "web-2" is 0; it must be at least 1.',
  ],
  'alone.yaml': [
    'metadata.name of Service "Web" is not a DNS name: "Web"; use lower case letters, digits, "-".',
  ],
});
