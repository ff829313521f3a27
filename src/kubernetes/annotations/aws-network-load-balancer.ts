import type { KeyFacts, VendorKeys } from './vendor-keys.js';

/**
 * The annotations that the AWS Load Balancer Controller reads on Services, in any release from 2.0 to 3.5.
 * https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/annotations/constants.go (NLB annotation suffixes)
 * The forms of values are those that pkg/service reads them in. No release has dropped a key.
 */
const keys: Readonly<Record<string, KeyFacts>> = {
  'access-log-enabled': { value: 'bool' },
  'access-log-s3-bucket-name': {},
  'access-log-s3-bucket-prefix': {},
  'additional-resource-tags': { value: 'map' },
  'alpn-policy': {
    value: ['None', 'HTTP1Only', 'HTTP2Only', 'HTTP2Optional', 'HTTP2Preferred'],
    since: '2.1',
  },
  attributes: { value: 'map', since: '2.3' },
  'backend-protocol': {},
  'cross-zone-load-balancing-enabled': { value: 'bool' },
  'disable-nlb-sg': { value: 'bool', since: '2.14' },
  'eip-allocations': {},
  // On the main branch after 3.5.
  'eip-allocations-discovery-tags': { since: '3.6' },
  'enable-icmp-for-path-mtu-discovery': { since: '2.12' },
  'enable-prefix-for-ipv6-source-nat': { value: ['on', 'off'], since: '2.12' },
  'enable-tcp-udp-listener': { value: 'bool', since: '2.13' },
  'healthcheck-healthy-threshold': { value: 'int' },
  'healthcheck-interval': { value: 'int' },
  'healthcheck-path': {},
  'healthcheck-port': {},
  'healthcheck-protocol': {},
  'healthcheck-success-codes': { since: '2.5' },
  'healthcheck-timeout': { value: 'int' },
  'healthcheck-unhealthy-threshold': { value: 'int' },
  'inbound-sg-rules-on-private-link-traffic': { value: ['on', 'off'], since: '2.8' },
  internal: { value: 'bool' },
  'ip-address-type': { value: ['ipv4', 'dualstack'], since: '2.1' },
  'ipv6-addresses': { since: '2.5' },
  'manage-backend-security-group-rules': { value: 'bool', since: '2.4' },
  'minimum-load-balancer-capacity': { value: 'map', since: '2.11' },
  'multi-cluster-target-group': { value: 'bool', since: '2.10' },
  name: { since: '2.2' },
  'nlb-target-type': { since: '2.2' },
  'private-ipv4-addresses': { since: '2.2' },
  'proxy-protocol': { value: ['*'] },
  'proxy-protocol-per-target-group': { since: '2.13' },
  'quic-enabled-containers': { since: '2.15' },
  'quic-enabled-ports': { since: '2.15' },
  scheme: { value: ['internal', 'internet-facing'], since: '2.2' },
  'security-group-prefix-lists': { since: '2.8' },
  'security-groups': { since: '2.6' },
  'source-nat-ipv6-prefixes': { since: '2.12' },
  'ssl-cert': {},
  'ssl-negotiation-policy': {},
  'ssl-ports': {},
  subnets: { since: '2.1' },
  'target-group-attributes': { value: 'map', since: '2.1' },
  'target-node-labels': { value: 'map', since: '2.2' },
  type: {},
};

/** The beginnings of keys that end in a port, or in a protocol and a port. */
const families: VendorKeys['families'] = {
  'listener-attributes.': { value: 'map', since: '2.9' },
  'target-group-attributes.': { value: 'map', since: '2.14' },
};

function onServices(facts: Readonly<Record<string, KeyFacts>>): Readonly<Record<string, KeyFacts>> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, one]) => [`${keyStart}${key}`, { ...one, onServices: true as const }]),
  );
}

const keyStart = 'aws-load-balancer-';

/** By the part of the key after `service.beta.kubernetes.io/`, which controllers of other clouds have, too. */
export const awsNetworkLoadBalancerKeys: VendorKeys = {
  controller: 'the AWS Load Balancer Controller',
  releases: ['2.0', '3.5'],
  start: keyStart,
  keys: onServices(keys),
  families: onServices(families),
};
