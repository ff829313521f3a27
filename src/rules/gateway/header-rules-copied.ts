import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { withRouteDefaults } from '../../kubernetes/kinds/gateway-defaults.js';
import { isList, isMap } from '../../kubernetes/objects/json.js';
import type { SetHeaderRoute } from '../../kubernetes/objects/rollout-object.js';
import {
  managedNames,
  splitRules,
  splitServices,
  writtenObject,
  writtenRoutes,
  type WrittenRoute,
} from '../facts/gateway/routes.js';
import { allOf, quoted } from '../facts/words.js';
import { rulesField } from '../../kubernetes/kinds/gateway-route.js';
import { headerRouteSteps, steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import gateway from '../../rollouts/routers/gateway-api.js';
import {
  addsRoute,
  withHeaderRoute,
  withoutManaged,
} from '../../rollouts/routers/gateway-api/header-routes.js';
import { refusalOf } from '../../rollouts/routers/gateway-api/refused.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/header-rules-copied',
    description:
      'Require the rules that header steps copy in a route to be valid and to match only the intended requests.',
    why: 'The API server refuses the route with these rules, so every pass of the controller fails from that step on.',
    otherwise: {
      ignored: {
        when: 'For a header that the rule already matches in another letter case',
        consequence: 'misdirected-traffic',
        why: 'Names of headers are case-insensitive, and a gateway uses only the first match of a name. It ignores the match of the step, so all requests of the rule go to the canary.',
      },
      bare: {
        when: 'For timeouts, retries and session persistence',
        consequence: 'no-effect',
        why: 'The plugin copies only matches and filters, so these do not apply to requests that reach the canary by header.',
        severity: 'warning',
      },
    },
    consequence: 'pass-error',
    severity: 'error',
    messages: {
      refused:
        'The API server refuses {kind} "{route}" with the rules that header route "{name}" adds to it: {refusal}.',
      ignored:
        'This rule of {kind} "{route}" already matches "{other}", so header "{header}" of header route "{name}" has no effect in the copy of the rule; match another header.',
      bare: 'This rule of {kind} "{route}" sets {fields}, which the plugin does not copy into the header rules that it adds for Rollout "{rollout}".',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
      'https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/httproute_types.go',
    ],
  },

  router: gateway,

  checkRollout(rollout, { graph, report }) {
    // The steps may be meant for another router.
    if (routersOf(rollout).length > 1 || headerRouteSteps(rollout).length === 0) return;
    for (const written of writtenRoutes(graph, rollout)) {
      const { route, hasHeaderRoutes, to } = written;
      if (!hasHeaderRoutes) continue;
      const data = { kind: to.kind, route: to.name, rollout: rollout.name };
      const [refused] = refusedSteps(rollout, written);
      if (refused) {
        const { step, refusal } = refused;
        report(
          step.at('name'),
          'refused',
          { ...data, name: step.at('name').text ?? '', refusal },
          {
            related: [{ at: rulesField(route), message: 'the rules that are copied' }],
            rests: [step, rulesField(route)],
          },
        );
        continue;
      }
      for (const { field } of splitRules({ rollout, route })) {
        for (const { step, header, other } of ignoredHeaders(rollout, field))
          report(
            header,
            'ignored',
            { ...data, name: step.at('name').text ?? '', header: header.text ?? '', other: other.text ?? '' },
            {
              related: [{ at: other, message: 'the same header' }],
              case: 'ignored',
            },
          );
        const bare = ['timeouts', 'retry', 'sessionPersistence']
          .map((key) => field.at(key))
          .filter(({ exists }) => exists);
        if (bare[0])
          report(
            bare[0],
            'bare',
            { ...data, fields: allOf(quoted(bare.map(({ key }) => String(key)))) },
            {
              atKey: true,
              case: 'bare',
              related: headerRouteSteps(rollout)
                .slice(0, 1)
                .map((step) => ({ at: step.at('setHeaderRoute', 'name'), message: 'adds a rule' })),
            },
          );
      }
    }
  },
});

interface RefusedStep {
  readonly step: Field;
  readonly refusal: string;
}

/**
 * The first step that makes the API server refuse the route. A route that is refused without steps is a finding of schema/rules-hold.
 */
function refusedSteps(rollout: Resource, { route }: WrittenRoute): readonly RefusedStep[] {
  const services = splitServices(rollout);
  const written = writtenObject(route);
  if (!services || !written) return [];
  let object = withRouteDefaults(written);
  if (refusalOf(object) !== undefined) return [];
  const split = { ...services, managed: managedNames(rollout) };
  for (const step of steps(rollout).map((one) => one.at('setHeaderRoute'))) {
    const asked = headerRoute(step);
    if (!asked) continue;
    try {
      object = withRouteDefaults(
        addsRoute(asked) ? withHeaderRoute(object, asked, split) : withoutManaged(object, split),
      );
    } catch (error) {
      if (error instanceof ControllerError) return [];
      throw error;
    }
    const refusal = refusalOf(object);
    if (refusal !== undefined) return [{ step, refusal }];
  }
  return [];
}

/** The setHeaderRoute of a step, if it has the types of its CRD. */
function headerRoute({ value }: Field): SetHeaderRoute | undefined {
  if (!isMap(value) || typeof value.name !== 'string') return undefined;
  const match = value.match ?? [];
  const isSound =
    isList(match) &&
    match.every((one) => isMap(one) && typeof one.headerName === 'string' && isMap(one.headerValue));
  return isSound ? ({ ...value, match } as SetHeaderRoute) : undefined;
}

/** The headers of steps that a rule already matches in another letter case. */
function ignoredHeaders(
  rollout: Resource,
  rule: Field,
): readonly { readonly step: Field; readonly header: Field; readonly other: Field }[] {
  const own = rule
    .at('matches')
    .items.flatMap((match) => match.at('headers').items.map((header) => header.at('name')));
  return headerRouteSteps(rollout)
    .map((step) => step.at('setHeaderRoute'))
    .flatMap((step) =>
      step.at('match').items.flatMap((match) => {
        const header = match.at('headerName');
        const other = own.find(
          ({ text }) => text !== header.text && text?.toLowerCase() === header.text?.toLowerCase(),
        );
        return other ? [{ step, header, other }] : [];
      }),
    );
}
