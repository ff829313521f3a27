import { type Protocol, protocols } from '../../kubernetes/kinds/virtual-service.js';
import type { Graph } from '../../repository/graph/graph.js';
import { subsetNames } from '../../kubernetes/kinds/destination-rule.js';
import { serviceOfHost } from '../../kubernetes/kinds/host.js';
import { serviceField } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import { onlyNearName } from '../../model/nearest-name.js';
import { destinationRule, selectors } from '../../rollouts/routers/istio.js';
import { missingSides, type Side } from '../../rollouts/routers/istio/sides.js';
import { misspeltService } from '../facts/rollout/misspelt-service.js';
import { meantFor, setTo, removalOf } from '../fixes.js';
import { typedRule, type ProposedFix } from '../rule.js';
import { listedOr, type Split, splits, type SplitRoute } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/destinations-present',
    description: 'Require every route that a Rollout splits to lead to its stable and to its canary version.',
    why: 'The Rollout is InvalidSpec and updates no longer progress; an empty tls or tcp list makes the controller panic in every pass.',
    otherwise: {
      emptyHttp: {
        when: 'For an empty http list, if the Rollout names no routes',
        consequence: 'unshifted-traffic',
        why: 'The controller accepts it and shifts no traffic, while the update goes on.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    yieldsTo: ['istio/subset-exists', 'rollout/services-exist'],
    fixes: ['safe'],
    messages: {
      missing:
        '{route} of VirtualService "{virtualService}" does not lead to {missing} of Rollout "{rollout}", only to {known}; add the missing destination.',
      section:
        '{route} of VirtualService "{virtualService}" does not lead to {missing} of Rollout "{rollout}", which splits every section of the VirtualService; move other routes to another VirtualService.',
      nothing:
        'VirtualService "{virtualService}", in which Rollout "{rollout}" splits traffic, has no http, tls or tcp routes; add one to both versions.',
      empty: 'VirtualService "{virtualService}" has an empty {protocol} list; remove it.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const split of splits(graph)) {
      yield split.virtualService;
      const { rollout, virtualService, reference } = split;
      if (isFine(split)) continue;
      const data = { rollout: rollout.name, virtualService: virtualService.name };
      const sections = protocols.map((protocol) => ({
        protocol,
        section: virtualService.at('spec', protocol),
      }));
      if (sections.every(({ section }) => section.items.length === 0)) {
        const isReadable = sections.every(({ section }) => ['list', 'absent'].includes(section.shape));
        const related = [{ at: reference.from, message: 'the Rollout splits traffic there' }];
        const isAccepted =
          reference.entry.at(selectors.http).items.length === 0 &&
          sections.every(({ protocol, section }) => (section.shape === 'list') === (protocol === 'http'));
        if (isReadable)
          report(virtualService.at('spec'), 'nothing', data, {
            related,
            rests: sections.map(({ section }) => section),
            atKey: true,
            case: isAccepted ? 'emptyHttp' : undefined,
          });
        continue;
      }
      for (const { protocol, section } of sections) {
        // Only tls and tcp read index 0 without a check.
        const isRead = protocol !== 'http' && reference.entry.at(selectors[protocol]).items.length === 0;
        if (isRead && section.shape === 'list' && section.items.length === 0)
          report(section, 'empty', { ...data, protocol }, { atKey: true, fix: () => removalOf(section) });
      }

      for (const splitRoute of split.routes) {
        if (splitRoute.isSound) continue;
        const { route } = splitRoute;
        const missing = missingSides(rollout, route);
        if (missing.length === 0) continue;
        report(
          route.at('route'),
          isIncidental(splitRoute) ? 'section' : 'missing',
          {
            ...data,
            route: splitRoute.title,
            missing: missing.map(sideWords).join(' and '),
            known: listedOr(route.at('route').items.map(describeDestination), 'nothing'),
          },
          {
            rests: [...missing.map(({ name }) => name), route.at('route')],
            fix: () => misspeltSide(graph, missing, route),
            unless: saidOfRollout(graph, missing, route),
            related: missing.map((side) => ({
              at: side.name,
              message: `the Rollout's ${side.role} ${side.kind}`,
            })),
          },
        );
      }
    }
  },
});

/** Whether all sections contain only sound routes, as in nearly every VirtualService. */
function isFine({ routes, virtualService }: Split): boolean {
  const isSound = routes.length > 0 && routes.every((route) => route.isSound);
  return (
    isSound && (['tls', 'tcp'] as const).every((protocol) => !virtualService.at('spec', protocol).exists)
  );
}

/** Whether a section is split only because it exists: another one is named, or http takes precedence. */
function isIncidental({ protocol, split: { reference, virtualService } }: SplitRoute): boolean {
  const isChosen = (other: Protocol): boolean => reference.entry.at(selectors[other]).items.length > 0;
  if (isChosen(protocol)) return false;
  return (
    protocols.some(isChosen) || (protocol !== 'http' && virtualService.at('spec', 'http').items.length > 0)
  );
}

function sideWords({ role, kind, name }: Side): string {
  return `the ${role} ${kind} "${name.text}"`;
}

function describeDestination(weighted: Field): string {
  const destination = weighted.at('destination');
  const host = `"${destination.at('host').text ?? ''}"`;
  const subset = destination.at('subset').text;
  return subset === undefined ? host : `subset "${subset}" of ${host}`;
}

/**
 * The name of the only missing side, if no subset has it, and the route leads to a subset that the Rollout does not name: the route is
 * right, and the name in the Rollout is not.
 */
function misspeltInRollout(graph: Graph, [side, another]: readonly Side[], route: Field): readonly Field[] {
  const reference = side && destinationRule(side.name.resource);
  if (!reference || another || side.kind === 'Service') return [];
  const known = graph.resolve(reference).found.flatMap(subsetNames);
  const own = [reference.canarySubset, reference.stableSubset].map(({ text }) => text);
  const isRouted = route.at('route').items.some((weighted) => {
    const { text } = weighted.at('destination', 'subset');
    return text !== undefined && known.includes(text) && !own.includes(text);
  });
  return isRouted && !known.includes(side.name.text ?? '') ? [side.name] : [];
}

/** Where other rules say that the name in the Rollout is wrong. */
function saidOfRollout(graph: Graph, missing: readonly Side[], route: Field) {
  return {
    'istio/subset-exists': misspeltInRollout(graph, missing, route),
    'rollout/services-exist': misspeltServiceIn(graph, missing, route),
  };
}

/** The same for a Service. */
function misspeltServiceIn(graph: Graph, [side, another]: readonly Side[], route: Field): readonly Field[] {
  if (!side || another || side.kind !== 'Service') return [];
  const named = (['stable', 'canary'] as const).flatMap(
    (role) => serviceField(side.name.resource, role).text ?? [],
  );
  return misspeltService(graph, side.name, { named, routed: servicesIn(route) });
}

/** The Services to which the destinations of a route lead. */
function servicesIn(route: Field): readonly Reference[] {
  return route.at('route').items.flatMap((weighted) => {
    const from = weighted.at('destination', 'host');
    const to = serviceOfHost(from.text ?? '');
    return to ? [{ from, to }] : [];
  });
}

/** The destination that is probably the missing side, if only one side is missing. */
function misspeltSide(graph: Graph, [side, another]: readonly Side[], route: Field): ProposedFix | undefined {
  if (!side || another) return undefined;
  const destinations = route.at('route').items.map((weighted) => weighted.at('destination'));
  if (side.kind === 'Service') return meantFor(graph, side.name, servicesIn(route));
  const reference = destinationRule(side.name.resource);
  const known = reference ? graph.resolve(reference).found.flatMap(subsetNames) : [];
  const lost = destinations
    .map((destination) => destination.at('subset'))
    .filter(({ text }) => text !== undefined && !known.includes(text));
  const name = side.name.text ?? '';
  const near = onlyNearName(
    name,
    lost.flatMap(({ text }) => text ?? []),
  );
  const meant = lost.filter(({ text }) => text === near);
  return known.includes(name) && meant.length > 0 ? setTo(meant, name) : undefined;
}
