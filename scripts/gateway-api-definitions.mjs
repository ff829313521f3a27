// Locates the Gateway API definitions that the recorders read.
import { join } from 'node:path';
import { folderOfModule } from './go.mjs';

/** The release of the definitions in the recorders' API servers. */
const gatewayApi = 'sigs.k8s.io/gateway-api@v1.4.1';

/** Passes their folder to the recorders in an environment variable, which can also name another folder. */
export function provideDefinitions() {
  if (process.env['GATEWAY_API_CRDS'] !== undefined) return;
  process.env['GATEWAY_API_CRDS'] = join(folderOfModule(gatewayApi), 'config/crd');
}
