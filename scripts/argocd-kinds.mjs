// The kinds that the API servers in Argo CD's recorder know: built-in kinds of its Kubernetes release, and custom
// resources.
import { delimiter, join } from 'node:path';
import { folderOfModule } from './go.mjs';

/** Where published modules contain definitions; the first definition of a kind counts. */
const definitions = [
  ['github.com/argoproj/argo-rollouts@v1.9.1', 'manifests/crds'],
  ['istio.io/api@v1.30.3', 'kubernetes/customresourcedefinitions.gen.yaml'],
  ['sigs.k8s.io/gateway-api@v1.4.1', 'config/crd/standard'],
  ['sigs.k8s.io/gateway-api@v1.4.1', 'config/crd/experimental'],
];

/** Passes them to the recorder in environment variables. @param {string} recorder the folder of its module */
export function provideKinds(recorder) {
  /** @param {string} module @param {string} path */
  const inModule = (module, path) => join(folderOfModule(module, recorder), path);
  process.env['CUSTOM_RESOURCE_DEFINITIONS'] ??= definitions
    .map(([module = '', path = '']) => inModule(module, path))
    .join(delimiter);
  process.env['KUBERNETES_OPENAPI'] ??= inModule('k8s.io/kubernetes', 'api/openapi-spec/swagger.json');
}
