import { knownVersions } from '../../kubernetes/schemas/load.js';
import { published } from '../../kubernetes/kinds/published-kinds.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { folderOf } from '../../model/source.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { ownKinds } from '../facts/schema/own.js';
import { checkedKinds } from '../facts/schema/problems.js';

export default typedRule({
  meta: {
    name: 'schema/version-served',
    description: 'Require the apiVersion of a manifest to be a served version of its kind.',
    why: 'The API server does not know this version of the kind and refuses the manifest.',
    consequence: 'refused-by-api-server',
    severity: 'error',
    otherwise: {
      elder: {
        when: 'If another file of the folder has the same object in a served version, and no file here deploys either',
        consequence: 'refused-by-api-server',
        why: 'The API server of a current cluster does not know this version of the kind and refuses the manifest; the other file is for such a cluster.',
        severity: 'info',
      },
    },
    messages: {
      version: '{kind} "{name}" has apiVersion "{apiVersion}", which is not served; use {served}.',
      elder:
        '{kind} "{name}" has apiVersion "{apiVersion}", which is no longer served; {file} has it in "{current}", which is.',
    },
    fixes: ['unsafe'],
    links: ['https://kubernetes.io/docs/reference/using-api/deprecation-guide/'],
    aliases: ['no-extensions-v1beta'],
  },

  *check({ graph, report }) {
    for (const { resource, served } of ownKinds(graph).unserved)
      report(
        resource.at('apiVersion'),
        'version',
        {
          kind: resource.kind,
          name: resource.name,
          apiVersion: resource.apiVersion,
          served: served.map((version) => `"${resource.group}/${version}"`).join(', '),
        },
        {
          fix: () =>
            served[0] === undefined
              ? undefined
              : setTo(resource.at('apiVersion'), `${resource.group}/${served[0]}`, 'unsafe'),
        },
      );
    for (const { group, kind, versions } of versionsOfKinds)
      for (const resource of graph.ofKind(kind, group)) {
        yield resource;
        if (versions.includes(resource.version)) continue;
        // The resource already has its current group. A missing apiVersion is covered by schema/kind-served.
        const field = resource.at('apiVersion');
        const apiVersion = field.text;
        if (apiVersion === undefined) continue;
        const data = { kind, name: resource.name, apiVersion };
        const current = servedBeside(graph, resource, versions);
        if (current)
          report(
            field,
            'elder',
            { ...data, file: current.source.name, current: current.apiVersion },
            { case: 'elder', related: [{ at: current, message: 'the same in a served version' }] },
          );
        else
          report(
            field,
            'version',
            {
              ...data,
              served: versions
                .map((version) => (group === '' ? `"${version}"` : `"${group}/${version}"`))
                .join(', '),
              // Another version may have other fields.
            },
            {
              fix: () => {
                const [newest] = versions;
                return newest === undefined
                  ? undefined
                  : setTo(field, group === '' ? newest : `${group}/${newest}`, 'unsafe');
              },
            },
          );
      }
  },
});

/** The same object for current clusters, if a loose file in the folder has the one for older clusters. */
function servedBeside(graph: Graph, resource: Resource, versions: readonly string[]): Resource | undefined {
  const { kind, group, name, namespace, source } = resource;
  if (graph.isDeployed(resource)) return undefined;
  return graph
    .ofKind(kind, group)
    .find(
      (other) =>
        other.name === name &&
        other.namespace === namespace &&
        other.source.path !== source.path &&
        folderOf(other.source) === folderOf(source) &&
        versions.includes(other.version) &&
        !graph.isDeployed(other),
    );
}

const three = ['v1', 'v1beta1', 'v1alpha3'];

/** The served versions of kinds without a schema here, by group, and of the Gateway API in any release. */
const otherVersions: readonly (readonly [
  group: string,
  kinds: readonly string[],
  versions: readonly string[],
])[] = [
  ['', published['']!.filter((kind) => kind !== 'Service'), ['v1']],
  // Kubernetes 1.16 removed the other versions.
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
  ...otherVersions.flatMap(([group, kinds, versions]) => kinds.map((kind) => ({ group, kind, versions }))),
];
