import { describe, expect, it } from 'vitest';
import { takesAllOf } from '../../../src/kubernetes/kinds/route-match.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

/** Whether the first of two routes takes all of the second, in a VirtualService of one gateway and the mesh. */
function takes(earlier: string, later: string): boolean {
  const text = `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: web}
spec: {hosts: [web], gateways: [main, mesh], http: [${earlier}, ${later}]}`;
  const [virtualService] = readGraph([textSource('web.yaml', text)]).graph.ofKind('VirtualService');
  const [first, second] = virtualService!.at('spec', 'http').items;
  return takesAllOf(first!, second!);
}

/** A route with the matches given. */
const on = (...matches: readonly string[]): string =>
  `{match: [${matches.map((match) => `{${match}}`).join(', ')}]}`;

// https://istio.io/latest/docs/reference/config/networking/virtual-service/#HTTPMatchRequest
describe('takesAllOf', () => {
  it.each([
    ['no match', '{}', on('uri: {prefix: /api}')],
    ['an empty list of matches', '{match: []}', '{}'],
    ['a match of nothing', on('name: all'), '{}'],
    ['the prefix /', on('uri: {prefix: /}'), '{}'],
    ['any path by expression', on('uri: {regex: ".*"}'), on('method: {exact: GET}')],
    ['a shorter prefix', on('uri: {prefix: /api}'), on('uri: {prefix: /api/v1}')],
    ['a prefix of an exact path', on('uri: {prefix: /api}'), on('uri: {exact: /apis}')],
    ['the same path', on('uri: {exact: /a}'), on('uri: {exact: /a}', 'uri: {exact: /a}, port: 80')],
    ['an expression that fits the path', on('uri: {regex: "/v[0-9]+"}'), on('uri: {exact: /v12}')],
    ['a path in any case', on('uri: {prefix: /API}, ignoreUriCase: true'), on('uri: {prefix: /api}')],
    [
      'a header of any value',
      on('headers: {X-Beta: {}}'),
      on('headers: {x-beta: {exact: a}, y: {exact: b}}'),
    ],
    ['fewer labels', on('sourceLabels: {app: a}'), on('sourceLabels: {app: a, v: b}')],
    [
      'both of two matches',
      on('uri: {prefix: /a}', 'uri: {prefix: /b}'),
      on('uri: {exact: /a}', 'uri: {exact: /b}'),
    ],
    ['every gateway', on('gateways: [main, mesh]'), '{}'],
    ['a gateway', on('gateways: [main]'), on('gateways: [main], port: 80')],
    ['the same query', on('queryParams: {v: {exact: "1"}}'), on('queryParams: {v: {exact: "1"}}')],
  ])('%s', (_, earlier, later) => {
    expect(takes(earlier, later)).toBe(true);
  });

  it.each([
    ['a longer prefix', on('uri: {prefix: /api/v1}'), on('uri: {prefix: /api}')],
    ['an exact path of a prefix', on('uri: {exact: /api}'), on('uri: {prefix: /api}')],
    ['a path, of all', on('uri: {prefix: /api}'), '{}'],
    ['another expression', on('uri: {regex: "/v[0-9]+"}'), on('uri: {regex: "/v[0-9]"}')],
    ['an expression that Go refuses', on('uri: {regex: "(?=a)"}'), on('uri: {exact: a}')],
    ['a path in one case', on('uri: {prefix: /api}'), on('uri: {prefix: /api}, ignoreUriCase: true')],
    ['a header that is not asked for', on('headers: {x: {}}'), on('uri: {prefix: /}')],
    ['another header', on('headers: {x: {exact: a}}'), on('headers: {x: {exact: b}}')],
    ['requests without a header', on('withoutHeaders: {x: {}}'), on('headers: {y: {}}')],
    ['a port', on('port: 80'), '{}'],
    ['one of two matches', on('uri: {prefix: /a}'), on('uri: {prefix: /a}', 'uri: {prefix: /b}')],
    ['one of two gateways', on('gateways: [main]'), '{}'],
    ['more labels', on('sourceLabels: {app: a, v: b}'), on('sourceLabels: {app: a}')],
    ['what nobody knows', on('weather: rain'), '{}'],
  ])('not %s', (_, earlier, later) => {
    expect(takes(earlier, later)).toBe(false);
  });
});
