import { gatewayGroup } from './gateway-defaults.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** The parent of a Gateway API route: a Gateway, or an object of the given kind. */
export interface ParentRef extends Reference {
  readonly entry: Field;
  /** The name of a listener; absent means all of them. */
  readonly section: Field;
  readonly port: Field;
}

/** https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/shared_types.go (ParentReference) */
export function parentRefs(route: Resource): readonly ParentRef[] {
  return parentRefsField(route).items.flatMap((entry) => {
    const reference = objectRef(entry, gatewayGroup, 'Gateway');
    return reference
      ? [{ ...reference, entry, section: entry.at('sectionName'), port: entry.at('port') }]
      : [];
  });
}

function parentRefsField(route: Resource): Field {
  return route.at('spec', 'parentRefs');
}

/** The hostnames of a route; without any it matches all requests. */
export function hostnames(route: Resource): Field {
  return route.at('spec', 'hostnames');
}

export function rulesField(route: Resource): Field {
  return route.at('spec', 'rules');
}

/** The backend of a rule: a Service, or an object of the given kind. */
export interface RouteBackend extends Reference {
  readonly entry: Field;
  readonly port: Field;
  readonly weight: Field;
  /** Its share among the backends of its rule; undefined if it is not a number. */
  readonly share: number | undefined;
}

export function backendsOf(rule: Field): readonly RouteBackend[] {
  return rule.at('backendRefs').items.flatMap((entry) => {
    const reference = objectRef(entry, '', 'Service');
    const weight = entry.at('weight');
    return reference
      ? [{ ...reference, entry, port: entry.at('port'), weight, share: weight.exists ? weight.number : 1 }]
      : [];
  });
}

/** All backends of a route. */
export function routeBackends(route: Resource): readonly RouteBackend[] {
  return rulesField(route).items.flatMap(backendsOf);
}

export function isService({ to }: Reference): boolean {
  return to.group === '' && to.kind === 'Service';
}

/** A reference in the Gateway API: an empty group is the core group. */
function objectRef(entry: Field, defaultGroup: string, defaultKind: string): Reference | undefined {
  const from = entry.at('name');
  const group = entry.at('group');
  if (from.text === undefined) return undefined;
  return {
    from,
    to: {
      group: group.exists ? (group.text ?? '') : defaultGroup,
      kind: entry.at('kind').text ?? defaultKind,
      name: from.text,
      namespace: entry.at('namespace').text,
    },
  };
}
