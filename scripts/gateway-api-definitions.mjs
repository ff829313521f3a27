// Where the definitions of the Gateway API are that the recorders read.
import { join } from 'node:path';
import { folderOfModule } from './go.mjs';

/** The release whose definitions the API servers of the recorders have. */
const gatewayApi = 'sigs.k8s.io/gateway-api@v1.4.1';

/** Tells the recorders by a variable of the environment; another folder may be named by it. */
export function provideDefinitions() {
  if (process.env['GATEWAY_API_CRDS'] !== undefined) return;
  process.env['GATEWAY_API_CRDS'] = join(folderOfModule(gatewayApi), 'config/crd');
}
