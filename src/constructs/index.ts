export { CanaryServices, type CanaryServicesProps, type ServicePort } from './canary-services.js';
