import { managedRoutes, steps } from '../../kubernetes/kinds/rollout.js';
import { routeTitle } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { selectors } from '../../rollouts/routers/istio.js';
import { liveWhen } from '../facts/live.js';
import { typedRule } from '../rule.js';
import { type Split, splits, splitsWithAddedRoutes } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/routes-named',
    description:
      'Require a Rollout to name its routes if the VirtualService has several, or gets more during an update.',
    why: 'The controller marks the Rollout InvalidSpec and starts no update; Argo CD shows it as Degraded.',
    otherwise: {
      added: {
        when: 'Where header and mirror steps add routes',
        consequence: 'unshifted-traffic',
        why: 'While the added routes exist, setWeight changes other routes or none, and traffic does not shift.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      several:
        'VirtualService "{virtualService}" has {count} {protocol} routes; name those to shift in "{selector}".',
      frozen:
        'setWeight does not reach {route} of VirtualService "{virtualService}" while route "{managed}" exists, because Rollout "{rollout}" names no routes; {remedy}.',
      uncopied:
        'setMirrorRoute "{mirror}" finds no route to copy while route "{managed}" exists, because Rollout "{rollout}" names no routes; {remedy}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const { reference, virtualService, undecided } of splits(graph)) {
      yield virtualService;
      for (const protocol of undecided) {
        const section = virtualService.at('spec', protocol);
        const selector = reference.entry.at(selectors[protocol]);
        report(
          selector,
          'several',
          {
            virtualService: virtualService.name,
            count: section.items.length,
            protocol: protocol.toUpperCase(),
            selector: selectors[protocol],
          },
          {
            rests: [selector],
            complete: [section],
            related: [{ at: section, message: 'the routes are here' }],
          },
        );
      }
    }

    for (const split of splitsWithAddedRoutes(graph)) {
      const { reference, virtualService, rollout, undecided } = split;
      if (undecided.includes('http')) continue;
      const trap = findTrap(split);
      const selector = reference.entry.at(selectors.http);
      if (!trap) continue;
      const name = trap.route.at('name').text;
      report(
        selector,
        trap.step.key === 'setMirrorRoute' ? 'uncopied' : 'frozen',
        {
          rollout: rollout.name,
          virtualService: virtualService.name,
          route: routeTitle('http', trap.route),
          managed: trap.managed,
          mirror: trap.step.at('name').text ?? '',
          remedy:
            name === undefined ? 'give it a name and put that in "routes"' : `put "${name}" in "routes"`,
        },
        {
          case: 'added',
          rests: [selector, rollout.at('spec', 'strategy', 'canary', 'steps')],
          related: [
            { at: trap.step.keyPlace, message: `route "${trap.managed}" exists here` },
            { at: trap.route, message: 'the route to split' },
          ],
          live: () => liveWhen(graph, rollout, virtualService, ({ frame }) => frame.step === trap.index),
        },
      );
    }
  },
});

interface Trap {
  /** The intended route in Git, which the controller does not find. */
  readonly route: Field;
  /** The first step that does not find it. */
  readonly step: Field;
  readonly index: number;
  /** The route of an earlier step that is found instead. */
  readonly managed: string;
}

/**
 * If the Rollout names no routes, the controller uses the only route, otherwise the first one without a name; a mirror route
 * that it added counts as named. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (generateVirtualServicePatches, getHttpRouteIndexesToPatch)
 */
function findTrap({ rollout, reference, virtualService }: Split): Trap | undefined {
  if (reference.entry.at(selectors.http).items.length > 0) return undefined;
  const managed = new Set<unknown>(managedRoutes(rollout).flatMap(({ text }) => text ?? []));
  const own = virtualService.at('spec', 'http').items.filter((item) => !managed.has(item.at('name').text));
  const [route] = own;
  if (!route || own.length > 1) return undefined;
  const hasName = route.at('name').text !== undefined;

  const added = new Map<string, 'header' | 'mirror'>();
  const named = (kind?: 'mirror'): string | undefined =>
    [...added].find(([, other]) => kind === undefined || other === kind)?.[0];
  for (const [index, step] of steps(rollout).entries()) {
    change(added, step.at('setHeaderRoute'), 'header');
    const mirror = step.at('setMirrorRoute');
    const inTheWay = named();
    if (hasName && inTheWay !== undefined && adds(mirror))
      return { route, step: mirror, index, managed: inTheWay };
    change(added, mirror, 'mirror');

    const hiding = named('mirror') ?? (hasName ? named() : undefined);
    const weight = step.at('setWeight');
    if (hiding !== undefined && weight.exists) return { route, step: weight, index, managed: hiding };
  }
  return undefined;
}

function adds(step: Field): boolean {
  return step.at('match').items.length > 0;
}

function change(added: Map<string, 'header' | 'mirror'>, step: Field, kind: 'header' | 'mirror'): void {
  const name = step.at('name').text;
  if (name === undefined) return;
  if (adds(step)) added.set(name, kind);
  else added.delete(name);
}
