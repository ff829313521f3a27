import { naming } from './naming.js';
import type { OtherRouter } from './router.js';

/**
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/ambassador/ambassador.go
 */
const ambassador: OtherRouter = {
  key: 'ambassador',
  title: 'Ambassador',
  features: {},
  needsServices: () => true,
  needs: (config) =>
    config.at('mappings').items.flatMap(naming({ group: 'getambassador.io', kind: 'Mapping' })),
  writes: 'the Mappings that the controller creates and deletes',
};

export default ambassador;
