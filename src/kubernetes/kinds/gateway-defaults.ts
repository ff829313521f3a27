import { withDefaultsFilled, fieldDefaults, type Defaults } from '../objects/defaults.js';
import { groupOf, type KubeObject } from '../objects/object.js';

export const gatewayGroup = 'gateway.networking.k8s.io';

const eachExact: Defaults = { items: { fields: fieldDefaults({ type: 'Exact' }) } };
const prefix = { type: 'PathPrefix', value: '/' };
const serviceRefDefaults = fieldDefaults({ group: '', kind: 'Service' });
const mirror: Defaults = {
  fields: {
    backendRef: { fields: serviceRefDefaults },
    fraction: { fields: fieldDefaults({ denominator: 100 }) },
  },
};
const httpFilters: Defaults = {
  items: {
    fields: {
      cors: { fields: fieldDefaults({ maxAge: 5 }) },
      requestMirror: mirror,
      requestRedirect: { fields: fieldDefaults({ statusCode: 302 }) },
    },
  },
};
const grpcFilters: Defaults = { items: { fields: { requestMirror: mirror } } };

const parentRefDefaults: Defaults = {
  items: { fields: fieldDefaults({ group: gatewayGroup, kind: 'Gateway' }) },
};

function backendRefs(filters?: Defaults): Defaults {
  return {
    items: {
      fields: { ...serviceRefDefaults, ...fieldDefaults({ weight: 1 }), ...(filters && { filters }) },
    },
  };
}

const l4Route: Defaults = {
  fields: { parentRefs: parentRefDefaults, rules: { items: { fields: { backendRefs: backendRefs() } } } },
};

/**
 * The defaults of the API server for the spec. Both channels agree, and so do all releases from v1.4 to v1.6.
 * https://github.com/kubernetes-sigs/gateway-api/tree/v1.4.1/config/crd
 */
export const routeDefaults = {
  HTTPRoute: {
    fields: {
      parentRefs: parentRefDefaults,
      rules: {
        value: [{ matches: [{ path: prefix }] }],
        items: {
          fields: {
            backendRefs: backendRefs(httpFilters),
            filters: httpFilters,
            matches: {
              value: [{ path: prefix }],
              items: {
                fields: {
                  headers: eachExact,
                  path: { value: prefix, fields: fieldDefaults(prefix) },
                  queryParams: eachExact,
                },
              },
            },
          },
        },
      },
    },
  },
  GRPCRoute: {
    fields: {
      parentRefs: parentRefDefaults,
      rules: {
        items: {
          fields: {
            backendRefs: backendRefs(grpcFilters),
            filters: grpcFilters,
            matches: {
              items: { fields: { headers: eachExact, method: { fields: fieldDefaults({ type: 'Exact' }) } } },
            },
          },
        },
      },
    },
  },
  TCPRoute: l4Route,
  TLSRoute: l4Route,
} as const satisfies Readonly<Record<string, Defaults>>;

/** The kinds of routes that the Gateway API plugin writes. */
export type RouteKind = keyof typeof routeDefaults;

export const routeKinds = Object.keys(routeDefaults) as readonly RouteKind[];

export function isRouteKind(kind: string): kind is RouteKind {
  return kind in routeDefaults;
}

/** A route of the Gateway API as the API server stores it; any other object unchanged. */
export function withRouteDefaults<T extends KubeObject>(object: T): T {
  if (groupOf(object.apiVersion) !== gatewayGroup || !isRouteKind(object.kind)) return object;
  const { spec } = object as { readonly spec?: unknown };
  return { ...object, spec: withDefaultsFilled(spec ?? {}, routeDefaults[object.kind]) };
}
