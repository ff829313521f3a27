export { CanaryRollout } from './canary-rollout.js';
export { CanaryServices, type CanaryServicesProps, type ServicePort } from './canary-services.js';
export type { CanaryRolloutProps } from '../manifests/props.js';
export { Steps } from '../manifests/steps.js';
export { AlbTraffic, IstioTraffic, NginxTraffic, NoTraffic } from '../manifests/traffic.js';
