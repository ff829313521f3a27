import { knownVersions } from '../../schemas/load.js';
import { published } from '../../kinds/published-kinds.js';
import { defineRule } from '../rule.js';
import { ownKinds } from '../../facts/schema/own.js';
import { checkedKinds } from '../../facts/schema/problems.js';

export default defineRule({
  meta: {
    name: 'schema/version-served',
    description: 'Require the apiVersion of a manifest to be a served version of its kind.',
    why: 'The API server does not know this version of the kind and refuses the manifest.',
    consequence: 'refused-by-api-server',
    severity: 'error',
    messages: {
      version:
        '{kind} "{name}" has apiVersion "{apiVersion}", which is not served; served versions are {served}.',
    },
    links: ['https://kubernetes.io/docs/reference/using-api/deprecation-guide/'],
    aliases: ['no-extensions-v1beta'],
  },

  *check({ graph, report }) {
    for (const { resource, served } of ownKinds(graph).unserved)
      report(resource.at('apiVersion'), 'version', {
        kind: resource.kind,
        name: resource.name,
        apiVersion: resource.apiVersion,
        served: served.map((version) => `"${resource.group}/${version}"`).join(', '),
      });
    for (const { group, kind, versions } of versionsOfKinds)
      for (const resource of graph.ofKind(kind, group)) {
        yield resource;
        // The object knows the group that it is of today. One without an apiVersion is schema/kind-served's.
        const apiVersion = resource.at('apiVersion').text;
        if (apiVersion !== undefined && !versions.includes(resource.version))
          report(resource.at('apiVersion'), 'version', {
            kind,
            name: resource.name,
            apiVersion,
            served: versions
              .map((version) => (group === '' ? `"${version}"` : `"${group}/${version}"`))
              .join(', '),
          });
      }
  },
});

const three = ['v1', 'v1beta1', 'v1alpha3'];

/** What is served of kinds whose schema is not known here, by groups, and of the Gateway API in any of its releases. */
const others: readonly (readonly [group: string, kinds: readonly string[], versions: readonly string[]])[] = [
  ['', published['']!.filter((kind) => kind !== 'Service'), ['v1']],
  // The other versions are gone since Kubernetes 1.16.
  ['apps', ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'], ['v1']],
  ['networking.k8s.io', ['IngressClass', 'NetworkPolicy'], ['v1']],
  // https://github.com/istio/istio/blob/1.30.3/manifests/charts/base/files/crd-all.gen.yaml
  ['networking.istio.io', ['Sidecar', 'WorkloadEntry', 'WorkloadGroup'], three],
  ['networking.istio.io', ['EnvoyFilter'], ['v1alpha3']],
  [
    'security.istio.io',
    ['AuthorizationPolicy', 'PeerAuthentication', 'RequestAuthentication'],
    ['v1', 'v1beta1'],
  ],
  // https://github.com/kubernetes-sigs/gateway-api/tree/main/apis
  ['gateway.networking.k8s.io', ['Gateway', 'GatewayClass', 'HTTPRoute'], ['v1', 'v1beta1', 'v1alpha2']],
  ['gateway.networking.k8s.io', ['GRPCRoute'], ['v1', 'v1alpha2']],
];

const versionsOfKinds: readonly {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
}[] = [
  ...checkedKinds.map(({ group, kind }) => ({ group, kind, versions: knownVersions(group, kind) })),
  ...others.flatMap(([group, kinds, versions]) => kinds.map((kind) => ({ group, kind, versions }))),
];
