import { ApiObject } from 'cdk8s';
import { ArgoApplication } from 'rolloutkit/constructs';

/**
 * The Application of an example. Which differences it ignores, and with which options it syncs, follows from the charts.
 * @param {import('cdk8s').Chart} chart
 * @param {string} name
 * @param {{ example: string, namespace: string }} deployment
 */
export function deployed(chart, name, { example, namespace }) {
  return new ArgoApplication(chart, 'application', {
    metadata: { name },
    source: {
      repoURL: 'https://git.example.com/rolloutkit.git',
      targetRevision: 'main',
      path: `examples/${example}/corrected`,
      directory: { exclude: 'application.yaml' },
    },
    destination: { server: 'https://kubernetes.default.svc', namespace },
    syncPolicy: { automated: { prune: true, selfHeal: true } },
    manages: [chart],
  });
}

/**
 * @param {import('cdk8s').Chart} chart - one without a namespace, for it would become that of the Namespace
 * @param {string} name
 * @param {Record<string, string>} [labels]
 */
export function namespace(chart, name, labels = {}) {
  return new ApiObject(chart, `namespace-${name}`, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels },
  });
}
