import rule from '../../../src/rules/istio/service-ports-named.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'external-name.yaml': [
    'Istio treats port 443 of Service "mail", an ExternalName, as TCP by its name "tcp"; begin its name with "http", "https", "http2" or "grpc".',
  ],
  'named-or-well-known.yaml': [],
  'of-another-route.yaml': [
    'Port 5432 of Service "orders" does not declare its protocol, because it has no name; begin its name with it, such as "http-web", or set "appProtocol".',
  ],
  'of-both-versions.yaml': [
    'Port 80 of Service "web" does not declare its protocol, because it has no name; begin its name with it, such as "http-web", or set "appProtocol".',
  ],
  'of-no-route.yaml': [],
  'tcp-behind-a-gateway.yaml': [],
  'tcp-beside-http.yaml': [],
  'tcp-under-http-routes.yaml': [
    'Port 80 of Service "web" has protocol TCP by its name "tcp-web", so callers in the mesh follow no HTTP route of VirtualService "web"; begin its name with "http" or "grpc".',
  ],
  'unnamed.yaml': [
    'Port 80 of Service "web" does not declare its protocol, because it has no name; begin its name with it, such as "http-web", or set "appProtocol".',
    'Port 80 of Service "web-canary" does not declare its protocol by its name "web"; begin its name with it, such as "http-web", or set "appProtocol".',
    'Port 81 of Service "web-canary" does not declare its protocol by its appProtocol "web"; begin its name with it, such as "http-web", or set "appProtocol".',
  ],
  'without-a-mesh.yaml': [],
});
