import { naming } from './naming.js';
import type { OtherRouter } from './router.js';

/**
 * The controller creates the TrafficSplit, so it need not exist.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/smi/smi.go
 */
const smi: OtherRouter = {
  key: 'smi',
  title: 'SMI',
  features: { experimentWeight: '1.7' },
  needsServices: () => true,
  needs: (config) => naming({ group: '', kind: 'Service' })(config.at('rootService')),
  writes: 'the TrafficSplit that the controller creates',
};

export default smi;
