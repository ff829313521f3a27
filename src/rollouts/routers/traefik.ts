import { naming } from './naming.js';
import type { OtherRouter } from './router.js';

/**
 * Since 1.10 the controller uses the group `traefik.io` by default.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/traefik/traefik.go
 */
const traefik: OtherRouter = {
  key: 'traefik',
  title: 'Traefik',
  features: {},
  needsServices: () => true,
  needs: (config) =>
    naming({ group: 'traefik.containo.us', kind: 'TraefikService' })(config.at('weightedTraefikServiceName')),
  writes: 'the weights in the TraefikService',
};

export default traefik;
