import { naming } from './naming.js';
import type { OtherRouter } from './router.js';

export const appMeshGroup = 'appmesh.k8s.aws';

/**
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/appmesh/appmesh.go
 */
const appMesh: OtherRouter = {
  key: 'appMesh',
  title: 'App Mesh',
  features: {},
  needsServices: () => true,
  needs: (config) => {
    const nodes = config.at('virtualNodeGroup');
    return [
      ...naming({ group: appMeshGroup, kind: 'VirtualService' })(config.at('virtualService', 'name')),
      ...['canaryVirtualNodeRef', 'stableVirtualNodeRef'].flatMap((key) =>
        naming({ group: appMeshGroup, kind: 'VirtualNode' })(nodes.at(key, 'name')),
      ),
    ];
  },
  writes: 'the weights in the VirtualRouter, and the pod hashes in the VirtualNodes',
};

export default appMesh;
