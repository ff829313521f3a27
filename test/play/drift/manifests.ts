/** The manifest of an Application. */
export function application(spec = ''): string {
  return `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  namespace: argocd
spec:
  destination:
    namespace: shop
${spec.replaceAll(/^(?=.)/gm, '  ')}
`;
}

function service(name: string): string {
  return `---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
`;
}

function rollout(strategy: string): string {
  return `---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  replicas: 4
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: web:1
          ports:
            - containerPort: 80
              protocol: TCP
  strategy:
${strategy.replaceAll(/^(?=.)/gm, '    ')}
`;
}

/** Header and weights on route `primary` of VirtualService `web`. */
const istioRollout = rollout(`canary:
  stableService: web-stable
  canaryService: web-canary
  trafficRouting:
    managedRoutes:
      - name: beta
    istio:
      virtualService:
        name: web
        routes:
          - primary
  steps:
    - setWeight: 10
    - setHeaderRoute:
        name: beta
        match:
          - headerName: x-beta
            headerValue:
              exact: 'yes'
    - setWeight: 30
    - pause: {}`);

const blueGreenRollout = rollout(`blueGreen:
  activeService: web-active
  previewService: web-preview
  autoPromotionEnabled: false`);

function virtualService(more = ''): string {
  return `---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
  namespace: shop
spec:
  hosts:
    - web
  http:
    - name: primary
      timeout: 5s
      route:
        - destination:
            host: web-stable
          weight: 100
        - destination:
            host: web-canary
          weight: 0
${more}`;
}

export const istio = (more = ''): string =>
  [istioRollout, service('web-stable'), service('web-canary'), virtualService(more)].join('');

export const blueGreen = [blueGreenRollout, service('web-active'), service('web-preview')].join('');
