// The systems of the other examples as constructs: what is written here once stands in several files there.
import { App } from 'cdk8s';
import albHeaderRoute from './alb-header-route.mjs';
import configmapRevision from './configmap-revision.mjs';
import gatewayHeaderRoute from './gateway-header-route.mjs';
import istioHost from './istio-host.mjs';
import istioSubset from './istio-subset.mjs';

const app = new App();
for (const addTo of [albHeaderRoute, configmapRevision, gatewayHeaderRoute, istioHost, istioSubset])
  addTo(app);
app.synth();
