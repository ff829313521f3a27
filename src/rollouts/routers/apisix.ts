import { naming } from './naming.js';
import type { OtherRouter } from './router.js';

/**
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/apisix/apisix.go
 */
const apisix: OtherRouter = {
  key: 'apisix',
  title: 'APISIX',
  features: { setHeaderRoute: '1.7' },
  needsServices: () => true,
  needs: (config) => naming({ group: 'apisix.apache.org', kind: 'ApisixRoute' })(config.at('route', 'name')),
  writes: 'the weights in the ApisixRoute, and the ApisixRoutes of header routes',
};

export default apisix;
