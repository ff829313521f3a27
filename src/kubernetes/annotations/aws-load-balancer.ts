import type { KeyFacts, VendorKeys } from './vendor-keys.js';

/**
 * The annotations that the AWS Load Balancer Controller reads on Ingresses, in any release from 2.0 to 3.5.
 * https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/annotations/constants.go
 * The forms of values are those that pkg/ingress reads them in.
 */
const keys: Readonly<Record<string, KeyFacts>> = {
  'acm-pca-arn': { since: '3.3' },
  'auth-idp-cognito': { value: 'json', onServices: true },
  'auth-idp-oidc': { value: 'json', onServices: true },
  'auth-on-unauthenticated-request': { onServices: true },
  'auth-scope': { onServices: true },
  'auth-session-cookie': { onServices: true },
  'auth-session-timeout': { value: 'int', onServices: true },
  'auth-type': { value: ['none', 'oidc', 'cognito'], onServices: true },
  'backend-protocol': { value: ['HTTP', 'HTTPS'], onServices: true },
  'backend-protocol-version': { value: ['HTTP1', 'HTTP2', 'GRPC'], since: '2.1', onServices: true },
  'certificate-arn': {},
  'create-acm-cert': { since: '3.3' },
  'customer-owned-ipv4-pool': { since: '2.1' },
  'dry-run-plan': { since: '3.4' },
  'enable-frontend-nlb': { value: 'bool', since: '2.13' },
  'frontend-nlb-attributes': { value: 'map', since: '3.2' },
  'frontend-nlb-eip-allocations': { since: '2.14' },
  'frontend-nlb-healthcheck-healthy-threshold-count': { value: 'int', since: '2.13', onServices: true },
  'frontend-nlb-healthcheck-interval-seconds': { value: 'int', since: '2.13', onServices: true },
  'frontend-nlb-healthcheck-path': { since: '2.13', onServices: true },
  'frontend-nlb-healthcheck-port': { since: '2.13', onServices: true },
  'frontend-nlb-healthcheck-protocol': { since: '2.13', onServices: true },
  'frontend-nlb-healthcheck-success-codes': { since: '2.13', onServices: true },
  'frontend-nlb-healthcheck-timeout-seconds': { value: 'int', since: '2.13', onServices: true },
  'frontend-nlb-healthcheck-unhealthy-threshold-count': { value: 'int', since: '2.13', onServices: true },
  'frontend-nlb-listener-port-mapping': { value: 'map', since: '2.13' },
  'frontend-nlb-scheme': { since: '2.13' },
  'frontend-nlb-security-groups': { since: '2.13' },
  'frontend-nlb-subnets': { since: '2.13' },
  'frontend-nlb-tags': { value: 'map', since: '2.14' },
  'group.name': {},
  'group.order': { value: 'int' },
  'healthcheck-interval-seconds': { value: 'int', onServices: true },
  'healthcheck-path': { onServices: true },
  'healthcheck-port': { onServices: true },
  'healthcheck-protocol': { value: ['HTTP', 'HTTPS'], onServices: true },
  'healthcheck-timeout-seconds': { value: 'int', onServices: true },
  'healthy-threshold-count': { value: 'int', onServices: true },
  'inbound-cidrs': {},
  'ip-address-type': { value: ['ipv4', 'dualstack', 'dualstack-without-public-ipv4'] },
  'ipam-ipv4-pool-id': { since: '2.12' },
  'jwt-validation': { value: 'json', since: '2.15' },
  'listen-ports': { value: 'ports' },
  'load-balancer-attributes': { value: 'map' },
  'load-balancer-name': { since: '2.2' },
  'manage-backend-security-group-rules': { value: 'bool', since: '2.3' },
  'minimum-load-balancer-capacity': { value: 'map', since: '2.11' },
  'multi-cluster-target-group': { value: 'bool', since: '2.10', onServices: true },
  'mutual-authentication': { since: '2.7' },
  scheme: { value: ['internal', 'internet-facing'] },
  'security-group-prefix-lists': { since: '2.8' },
  'security-groups': {},
  'shield-advanced-protection': { value: 'bool' },
  'ssl-policy': {},
  'ssl-redirect': { value: 'int', since: '2.2' },
  subnets: {},
  'success-codes': { onServices: true },
  tags: { value: 'map', onServices: true },
  'target-group-attributes': { value: 'map', onServices: true },
  'target-node-labels': { value: 'map', since: '2.2', onServices: true },
  'target-type': { value: ['instance', 'ip'], onServices: true },
  'unhealthy-threshold-count': { value: 'int', onServices: true },
  'use-regex-path-match': { value: 'bool', since: '2.14' },
  'waf-acl-id': {},
  'wafv2-acl-arn': {},
  'wafv2-acl-name': { since: '2.14' },
  'web-acl-id': {},
};

/** The beginnings of keys that end in the name of a backend, a port or both. */
const families: VendorKeys['families'] = {
  'actions.': { value: 'json', ofBackend: true },
  'conditions.': { value: 'json', ofBackend: true },
  'listener-attributes.': { value: 'map', since: '2.9' },
  'target-control-port.': { value: 'int', since: '2.16', onServices: true },
  'transforms.': { value: 'json', since: '2.14', ofBackend: true },
};

export const awsLoadBalancerKeys: VendorKeys = {
  controller: 'the AWS Load Balancer Controller',
  releases: ['2.0', '3.5'],
  keys,
  families,
};

/**
 * The label of a namespace in whose pods the controller injects a readiness gate for each target group, if its value is "enabled".
 * https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/pod_readiness_gate/
 */
export const readinessGateLabel = 'elbv2.k8s.aws/pod-readiness-gate-inject';
