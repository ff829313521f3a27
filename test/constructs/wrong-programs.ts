const header = "{ name: 'beta', match: [{ headerName: 'x-beta', headerValue: { exact: 'yes' } }] }";

/** Programs by what is wrong in them: what is written after `new CanaryRollout(chart, 'a', { pod, ` or as a whole. */
const canary = (rest: string): string => `new CanaryRollout(chart, 'a', { pod, ${rest} });`;
const withPod = (pod: string): string =>
  `new CanaryRollout(chart, 'a', { pod: ${pod}, traffic: NoTraffic.replicas() });`;

export const wrongPrograms: Readonly<Record<string, readonly [program: string, says: string]>> = {
  'a header route with ingress-nginx': [
    canary(`traffic: nginx, steps: [{ setHeaderRoute: ${header} }]`),
    'ingress-nginx has no header routes',
  ],
  'a header route with its pause with ingress-nginx': [
    canary(`traffic: nginx, steps: [{ setHeaderRoute: ${header}, pause: {} }]`),
    'ingress-nginx has no header routes',
  ],
  'a header route without a router': [
    canary(`traffic: NoTraffic.replicas(), steps: [{ setHeaderRoute: ${header} }]`),
    'without a traffic router',
  ],
  'a header route for connections': [
    canary(`traffic: tcp, steps: [{ setHeaderRoute: ${header} }]`),
    'connections have no headers',
  ],
  'a header route added to ingress-nginx': [
    `new CanaryRollout(chart, 'a', { pod, traffic: nginx }).addHeaderRoute('beta', { header: 'x', value: 'y' });`,
    'ingress-nginx has no header routes',
  ],
  'a header route added without a router': [
    `new CanaryRollout(chart, 'a', { pod, traffic: NoTraffic.replicas() }).addHeaderRoute('b', { header: 'x', value: 'y' });`,
    'without a traffic router',
  ],
  'a mirror route added to an ALB': [
    `new CanaryRollout(chart, 'a', { pod, traffic: AlbTraffic.ingress() }).addMirrorRoute('copies');`,
    'has no mirror routes',
  ],
  'a mirror route added to ingress-nginx': [
    `new CanaryRollout(chart, 'a', { pod, traffic: nginx }).addMirrorRoute('copies');`,
    'has no mirror routes',
  ],
  'a mirror route with an ALB': [
    canary("traffic: AlbTraffic.ingress(), steps: [{ setMirrorRoute: { name: 'copies', match: [] } }]"),
    'has no mirror routes',
  ],
  'a mirror route of the Gateway API': [
    canary("traffic: route, steps: [{ setMirrorRoute: { name: 'copies', match: [] } }]"),
    'has no mirror routes',
  ],
  'a short form of a mirror route of the Gateway API': [
    canary("traffic: route, steps: [Steps.mirrorRoute('copies', 5)]"),
    'StepWithoutMirrorRoutes',
  ],
  'a scale without a router': [
    canary('traffic: NoTraffic.replicas(), steps: [{ setCanaryScale: { weight: 10 } }]'),
    'use setWeight',
  ],
  'a prefix of a header with an ALB': [
    `new CanaryRollout(chart, 'a', { pod, traffic: AlbTraffic.ingress() }).addHeaderRoute('b', { header: 'x', value: { prefix: 'y' } });`,
    'exact',
  ],
  'a pattern of a header with an ALB': [
    canary(
      "traffic: AlbTraffic.ingress(), steps: [{ setHeaderRoute: { name: 'b', match: [{ headerName: 'x', headerValue: { exact: 'a', regex: 'y.*' } }] } }]",
    ),
    'as a whole',
  ],
  'two actions in a step': [
    canary('traffic: AlbTraffic.ingress(), steps: [{ setWeight: 10, pause: {} }]'),
    'StepWithoutMirrorRoutes',
  ],
  'a step without an action': [
    canary('traffic: AlbTraffic.ingress(), steps: [{}]'),
    'StepWithoutMirrorRoutes',
  ],
  'a misspelt action': [
    canary('traffic: AlbTraffic.ingress(), steps: [{ setWeigth: 10 }]'),
    "Did you mean to write 'setWeight'?",
  ],
  'a weight as text': [canary("traffic: AlbTraffic.ingress(), steps: [{ setWeight: '10' }]"), "'number |"],
  'two measures of a scale': [
    canary('traffic: AlbTraffic.ingress(), steps: [{ setCanaryScale: { weight: 10, replicas: 1 } }]'),
    'a scale has one measure',
  ],
  'a pause that is no duration': [
    canary("traffic: AlbTraffic.ingress(), steps: [{ pause: { duration: '5 min' } }]"),
    'Duration',
  ],
  'a pause of days': [canary("traffic: AlbTraffic.ingress(), steps: [Steps.pause('1d')]"), 'Duration'],
  'an autoscaler beside the replicas': [
    canary('traffic: AlbTraffic.ingress(), replicas: 3, autoscaler: { maxReplicas: 5 }'),
    'replicas: { minReplicas, maxReplicas }',
  ],
  'a misspelt bound of an autoscaler': [
    canary('traffic: AlbTraffic.ingress(), replicas: { maxReplica: 2 }'),
    "Did you mean to write 'maxReplicas'?",
  ],
  'replicas as text': [canary("traffic: AlbTraffic.ingress(), replicas: '3'"), "'string'"],
  'a suppressed rule that there is not': [
    canary("traffic: AlbTraffic.ingress(), suppress: { 'istio/route-exist': 'later' }"),
    "''istio/route-exist'' does not exist",
  ],
  'a suppression without a reason': [
    canary("traffic: AlbTraffic.ingress(), suppress: { 'istio/route-exists': true }"),
    "'string'",
  ],
  'both forms of a disruption budget': [
    canary('traffic: AlbTraffic.ingress(), disruptionBudget: { minAvailable: 1, maxUnavailable: 1 }'),
    'either minAvailable or maxUnavailable',
  ],
  'a delay without a router': [
    canary('traffic: NoTraffic.replicas(), canary: { scaleDownDelaySeconds: 60 }'),
    'without a traffic router',
  ],
  'a dynamic scale without a router': [
    canary('traffic: NoTraffic.replicas(), canary: { dynamicStableScale: true }'),
    'without a traffic router',
  ],
  'a greatest weight of the Gateway API': [
    canary('traffic: route, canary: { maxTrafficWeight: 1000 }'),
    'maxTrafficWeight',
  ],
  'a subset in a split by hosts': [
    canary("traffic: IstioTraffic.hosts({ stableSubset: 'stable' })"),
    "'stableSubset' does not exist in type 'IstioHostTraffic'",
  ],
  'a misspelt option of the traffic': [
    canary("traffic: IstioTraffic.hosts({ gatways: ['a/b'] })"),
    "Did you mean to write 'gateways'?",
  ],
  'a misspelt option of pods': [withPod("{ image: 'a:1', prot: 8080 }"), "'prot' does not exist"],
  'a port of pods as text': [withPod("{ image: 'a:1', port: '8080' }"), "'number'"],
  'pods without an image': [withPod('{ port: 8080 }'), "Type '{ port: number; }' is not assignable"],
  'misspelt requests': [
    withPod("{ image: 'a:1', resources: { request: { cpu: 1 } } }"),
    "Did you mean to write 'requests'?",
  ],
  'a misspelt probe': [
    withPod("{ image: 'a:1', readinessProbe: { httpget: { path: '/' } } }"),
    "Did you mean to write 'httpGet'?",
  ],
  'a probe without a port': [
    withPod("{ image: 'a:1', readinessProbe: { httpGet: { path: '/' } } }"),
    "Property 'port' is missing",
  ],
  'a period as text': [
    withPod("{ image: 'a:1', livenessProbe: { tcpSocket: { port: 'http' }, periodSeconds: '10' } }"),
    "'number'",
  ],
  'a misspelt field of the container': [
    withPod("{ image: 'a:1', container: { imagePullPolcy: 'Always' } }"),
    "Did you mean to write 'imagePullPolicy'?",
  ],
  'a misspelt field of the pod': [
    withPod("{ image: 'a:1', spec: { serviceAccount_name: 'a' } }"),
    "Did you mean to write 'serviceAccountName'?",
  ],
  'a template without containers': [
    withPod("{ template: { metadata: { labels: { app: 'a' } }, spec: {} } }"),
    "Property 'containers' is missing",
  ],
  'a container of a template without a name': [
    withPod("{ template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ image: 'a:1' }] } } }"),
    "Property 'name' is missing",
  ],
  'a misspelt field of a projected volume': [
    withPod(
      "{ image: 'a:1', spec: { volumes: [{ name: 'a', projected: { sources: [{ secret: { nam: 'a' } }] } }] } }",
    ),
    "Did you mean to write 'name'?",
  ],
  'two sources in one place of a projected volume': [
    withPod(
      "{ image: 'a:1', spec: { volumes: [{ name: 'a', projected: { sources: [{ secret: {}, configMap: {} }] } }] } }",
    ),
    'VolumeProjections',
  ],
  'a claim in a pod without its template': [
    withPod("{ image: 'a:1', spec: { volumes: [{ name: 'a', ephemeral: {} }] } }"),
    "Property 'volumeClaimTemplate' is missing",
  ],
  'a misspelt field of a driver': [
    withPod(
      "{ image: 'a:1', spec: { volumes: [{ name: 'a', csi: { driver: 'b', volumeAttribute: {} } }] } }",
    ),
    "Did you mean to write 'volumeAttributes'?",
  ],
  'a misspelt override': [
    canary('traffic: nginx, overrides: { strategy: { canary: { dynamicStablScale: true } } }'),
    "Did you mean to write 'dynamicStableScale'?",
  ],
  'an override of another type': [canary("traffic: nginx, overrides: { replicas: '3' }"), "'number'"],
  'a preview of a canary': [
    canary("traffic: nginx, previewService: 'b'"),
    "'previewService' does not exist in type",
  ],
  'a name in an object, which says neither': [
    canary("traffic: NginxTraffic.ingress({ stableService: { name: 'b' } })"),
    'fromExisting(name) for one that exists',
  ],
  'a Service of a blue-green Rollout in an object': [
    "new BlueGreenRollout(chart, 'a', { pod, activeService: { name: 'b' } });",
    'write the name alone for an object to make',
  ],
  'steps of a blue-green Rollout': [
    "new BlueGreenRollout(chart, 'a', { pod, steps: [] });",
    "'steps' does not exist in type 'BlueGreenRolloutProps'",
  ],
};
