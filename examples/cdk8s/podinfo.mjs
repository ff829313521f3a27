/** The application of all examples. */
export const podinfo = /** @type {const} */ ({
  image: 'ghcr.io/stefanprodan/podinfo:6.9.0',
  port: 9898,
  readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
  resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '128Mi' } },
  // The pods by hand have no security context.
  defaults: false,
});
