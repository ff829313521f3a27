import type { IstioVirtualServiceEntry } from '../../../src/kubernetes/objects/rollout-object.js';
import { promote, ready, route, scenario, split, to, updated, type Scenario } from '../scenario.js';
import { istioHosts } from './support.js';

type Loose = Readonly<Record<string, unknown>>;
const whole = [...updated, promote, ready, promote, ready] as const;

const tls = (matches: readonly Loose[], destinations: readonly Loose[] = split()): Loose => ({
  match: matches,
  route: destinations,
});
const sni = (port: number | undefined, ...sniHosts: string[]): Loose => ({
  ...(port === undefined ? {} : { port }),
  sniHosts,
});
const tcp = (ports: readonly (number | undefined)[], destinations: readonly Loose[] = split()): Loose => ({
  match: ports.map((port) => (port === undefined ? {} : { port })),
  route: destinations,
});
const of = (
  name: string,
  why: string,
  entry: Omit<IstioVirtualServiceEntry, 'name'>,
  virtualService: Loose,
  events: readonly (typeof whole)[number][] = updated,
): Scenario =>
  scenario(name, why, istioHosts({ istio: { virtualService: { name: 'web', ...entry } }, virtualService }), events);

const elsewhere = [to('other')];

export const istioTlsTcpScenarios: readonly Scenario[] = [
  of('one TLS route', 'It needs no choice.', {}, { tls: [tls([sni(443, 'web.example.com')])] }, whole),
  of('one TCP route', 'It needs no choice.', {}, { tcp: [tcp([3306])] }, whole),
  of(
    'a TLS route by port and SNI',
    'Both must agree.',
    { tlsRoutes: [{ port: 443, sniHosts: ['web.example.com'] }] },
    { tls: [tls([sni(443, 'other.example.com')], elsewhere), tls([sni(443, 'web.example.com')])] },
    whole,
  ),
  of(
    'a TLS route by port',
    'Its SNI hosts must be none.',
    { tlsRoutes: [{ port: 443 }] },
    { tls: [tls([sni(443, 'web.example.com')]), tls([{ port: 443 }])] },
  ),
  of(
    'a TLS route by SNI',
    'Its port must be none.',
    { tlsRoutes: [{ sniHosts: ['web.example.com'] }] },
    { tls: [tls([sni(undefined, 'web.example.com')]), tls([sni(443, 'x.example.com')], elsewhere)] },
  ),
  of(
    'SNI hosts in another order',
    'Order does not count.',
    { tlsRoutes: [{ port: 443, sniHosts: ['b.example.com', 'a.example.com'] }] },
    { tls: [tls([sni(443, 'x.example.com')], elsewhere), tls([sni(443, 'a.example.com'), sni(443, 'b.example.com')])] },
  ),
  of(
    'a TLS route with two ports',
    'It can never be chosen.',
    { tlsRoutes: [{ port: 443, sniHosts: ['web.example.com'] }] },
    { tls: [tls([sni(443, 'web.example.com'), sni(8443, 'web.example.com')])] },
  ),
  of(
    'two TLS routes that match',
    'Both are shifted.',
    { tlsRoutes: [{ port: 443, sniHosts: ['web.example.com'] }] },
    { tls: [tls([sni(443, 'web.example.com')]), tls([sni(443, 'web.example.com')], split(90, 10))] },
  ),
  of(
    'two TLS routes chosen',
    'Both are shifted.',
    { tlsRoutes: [{ port: 443, sniHosts: ['a'] }, { port: 8443, sniHosts: ['a'] }] },
    { tls: [tls([sni(443, 'a')]), tls([sni(8443, 'a')]), tls([sni(443, 'b')], elsewhere)] },
  ),
  of('two TLS routes and no choice', 'The Rollout is invalid.', {}, { tls: [tls([sni(443, 'a')]), tls([sni(443, 'b')])] }),
  of('no TLS route that matches', 'The Rollout is invalid.', { tlsRoutes: [{ port: 1 }] }, { tls: [tls([sni(443, 'a')])] }),
  of('a TCP route by port', 'The other one is left alone.', { tcpRoutes: [{ port: 3306 }] }, { tcp: [tcp([80], elsewhere), tcp([3306])] }, whole),
  of('a TCP route with two ports', 'It can never be chosen.', { tcpRoutes: [{ port: 3306 }] }, { tcp: [tcp([3306, 3307])] }),
  of('a TCP route without match', 'Port 0 chooses it, or nothing.', { tcpRoutes: [{}] }, { tcp: [{ route: split() }] }),
  of('two TCP routes and no choice', 'The Rollout is invalid.', {}, { tcp: [tcp([80]), tcp([81])] }),
  of('no TCP route that matches', 'The Rollout is invalid.', { tcpRoutes: [{ port: 1 }] }, { tcp: [tcp([80])] }),
  of('a TCP route without the canary', 'The Rollout is invalid.', {}, { tcp: [tcp([80], [to('web-stable', 100)])] }),
  of('a TLS route without the stable Service', 'The Rollout is invalid.', {}, { tls: [tls([sni(443, 'a')], [to('web-canary', 100)])] }),
  of(
    'all three kinds',
    'All are shifted.',
    { routes: ['primary'], tlsRoutes: [{ port: 443, sniHosts: ['a'] }], tcpRoutes: [{ port: 3306 }] },
    { http: [route('primary', split())], tls: [tls([sni(443, 'a')])], tcp: [tcp([3306])] },
    whole,
  ),
  of(
    'all three kinds, one each',
    'All are shifted.',
    {},
    { http: [route(undefined, split())], tls: [tls([sni(443, 'a')])], tcp: [tcp([3306])] },
  ),
  of(
    'http and a TLS route of others',
    'The Rollout is invalid.',
    { routes: ['primary'] },
    { http: [route('primary', split())], tls: [tls([sni(443, 'a')], elsewhere)] },
  ),
  of(
    'TLS routes chosen and http of others',
    'Http must have both Services too.',
    { tlsRoutes: [{ port: 443, sniHosts: ['a'] }] },
    { http: [route('primary', elsewhere)], tls: [tls([sni(443, 'a')])] },
  ),
  of('an empty list of TLS routes', 'The validation crashes.', {}, { http: [route(undefined, split())], tls: [] }),
  of('an empty list of TCP routes', 'The validation crashes.', {}, { http: [route(undefined, split())], tcp: [] }),
  of('an empty list of http routes', 'The Rollout is invalid.', {}, { http: [] }),
  of('no routes at all', 'The Rollout is invalid.', {}, {}),
  of('a TLS route without weights', 'They appear with the first step.', {}, { tls: [tls([sni(443, 'a')], [to('web-stable'), to('web-canary')])] }),
  of(
    'a legacy destination in TCP',
    'It is removed.',
    {},
    { tcp: [tcp([80], [to('web-stable', 90), to('web-canary', 0), to('legacy', 10)])] },
  ),
  of(
    'a legacy destination at the start of TLS',
    'The removal moves the others.',
    {},
    { tls: [tls([sni(443, 'a')], [to('legacy', 10), to('web-stable', 90), to('web-canary', 0)])] },
  ),
];
