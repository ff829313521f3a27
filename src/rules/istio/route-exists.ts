import type { Field } from '../../model/field.js';
import { selectedRoutes, selectors, virtualServices } from '../../rollouts/routers/istio.js';
import { nameAmong, removalOf } from '../fixes.js';
import { eachOf } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';
import { listedOr, splits } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/route-exists',
    description: 'Require every route that a Rollout names to exist in its VirtualService.',
    why: 'The Rollout is InvalidSpec and updates no longer progress; Argo CD shows it as Degraded.',
    otherwise: {
      unchecked: {
        when: 'For an entry with the same name as an earlier one',
        consequence: 'pass-error',
        why: 'The controller only checks the routes of the first entry and starts the update; every pass then fails once it splits traffic.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    messages: {
      http: 'Route "{route}" is not in VirtualService "{virtualService}", which only has {known}; use one of its routes.',
      matched:
        'No {protocol} route of VirtualService "{virtualService}" matches exactly {wanted}, only {known}; use one of these.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    for (const { rollout, reference, virtualService, isAstray } of splits(graph)) {
      yield virtualService;
      if (!isAstray) continue;
      const first = virtualServices(rollout, graph.rolloutsVersion).find(
        ({ to }) => to.name === reference.to.name,
      );
      const isFirst = !first || first.from.path.join('/') === reference.from.path.join('/');
      const when = { case: isFirst ? undefined : ('unchecked' as const) };
      for (const { protocol, by, route } of selectedRoutes(
        reference,
        virtualService,
        graph.rolloutsVersion,
      )) {
        const section = virtualService.at('spec', protocol);
        if (route || !by) continue;
        const options = {
          ...when,
          rests: [reference.entry.at(selectors[protocol]), section],
          related: [{ at: section, message: 'the routes are here' }],
        };
        if (protocol === 'http') {
          const names = section.items.map((item) => called(item.at('name').text));
          const known = listedOr(names, 'no HTTP routes');
          const free = notNamed(section, reference.entry.at(selectors.http));
          report(
            by,
            'http',
            { route: by.shown, virtualService: virtualService.name, known },
            {
              ...options,
              fix: () => nameAmong(by, free),
              choices: () => (free.length > 0 ? eachOf(by, free) : alreadyListed(by)),
            },
          );
          continue;
        }
        const data = {
          protocol: protocol.toUpperCase(),
          virtualService: virtualService.name,
          wanted: matchWords([by]),
          known: listedOr(
            section.items.map((item) => matchWords(item.at('match').items)),
            'nothing',
          ),
        };
        report(by, 'matched', data, { ...options, choices: () => otherPorts(by, section) });
      }
    }
  },
});

/** The names of routes that an entry of a Rollout does not list yet. */
function notNamed(section: Field, listedOnes: Field): readonly string[] {
  const chosen = listedOnes.items.map(({ text }) => text);
  return section.items.flatMap((item) => item.at('name').text ?? []).filter((name) => !chosen.includes(name));
}

/** Where the entry lists all routes that exist, what is left is to remove the one that does not. */
function alreadyListed(by: Field): readonly ProposedFix[] {
  return (by.parent?.items.length ?? 0) > 1 ? [removalOf(by)] : [];
}

/** The ports by which alone other routes match: an entry without SNI hosts means exactly such a route. */
function otherPorts(by: Field, section: Field): readonly ProposedFix[] {
  const port = by.at('port');
  if (!port.exists || by.at('sniHosts').exists) return [];
  const exact = section.items.flatMap((item) => {
    const matches = item.at('match').items;
    const [first] = matches;
    const isExact = matches.every(
      (match) => !match.at('sniHosts').exists && match.at('port').number === first?.at('port').number,
    );
    return isExact ? (first?.at('port').number ?? []) : [];
  });
  return eachOf(port, exact);
}

/** The match of a route in words: its ports and SNI hosts. */
function matchWords(matches: readonly Field[]): string {
  const found = new Set(matches.map((match) => match.at('port').number));
  const ports = [...found].map((port) => port ?? 'any');
  const sniHosts = new Set(
    matches.flatMap((match) => match.at('sniHosts').items.flatMap(({ text }) => text ?? [])),
  );
  const port =
    ports.length > 1
      ? `ports ${ports.join('/')}`
      : typeof ports[0] === 'number'
        ? `port ${ports[0]}`
        : 'any port';
  return sniHosts.size === 0 ? port : `${port} (SNI ${[...sniHosts].join(', ')})`;
}

function called(name: string | undefined): string {
  return name === undefined ? 'one without a name' : `"${name}"`;
}
