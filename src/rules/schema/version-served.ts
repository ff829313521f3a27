import { knownVersions } from '../../schemas/load.js';
import { defineRule } from '../rule.js';
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

  check({ graph, report }) {
    for (const { group, kind } of [...checkedKinds, ...workloads]) {
      const versions = group === 'apps' ? ['v1'] : knownVersions(group, kind);
      const served = versions.map((version) => (group === '' ? version : `${group}/${version}`));
      for (const resource of graph.ofKind(kind, group))
        if (!versions.includes(resource.version))
          report(resource.at('apiVersion'), 'version', {
            kind,
            name: resource.name,
            // The object knows the group that it is of today.
            apiVersion: resource.at('apiVersion').text,
            served: served.map((apiVersion) => `"${apiVersion}"`).join(', '),
          });
    }
  },
});

/** Kinds whose other versions are gone since Kubernetes 1.16. */
const workloads = ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'].map((kind) => ({
  group: 'apps',
  kind,
}));
