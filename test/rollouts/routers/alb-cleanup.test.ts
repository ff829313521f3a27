import { describe, expect, it } from 'vitest';
import { Cluster } from '../../../src/kubernetes/objects/cluster.js';
import { withoutKey } from '../../../src/kubernetes/objects/keys.js';
import { kinds, type KubeObject, type Labels } from '../../../src/kubernetes/objects/object.js';
import { readManaged } from '../../../src/rollouts/routers/alb-annotations.js';
import { releaseIngresses } from '../../../src/rollouts/routers/alb-cleanup.js';

// What the Ingress controller of Argo Rollouts 1.9.1 did with each, run on client-go's fake clientset.

const prefix = 'alb.ingress.kubernetes.io/actions.';
const note = 'rollouts.argoproj.io/managed-alb-annotations';

function action(...groups: readonly (readonly [service: string, weight: number])[]): string {
  return JSON.stringify({
    Type: 'forward',
    ForwardConfig: {
      TargetGroups: groups.map(([ServiceName, Weight]) => ({ ServiceName, ServicePort: '80', Weight })),
    },
  });
}
const split = action(['web-canary', 60], ['web', 40]);
const whole = action(['web', 100]);

function managed(...names: readonly string[]): Labels {
  return { [note]: JSON.stringify({ web: names.map((name) => `${prefix}${name}`) }) };
}

function left(
  annotations: Labels,
  { ingressClass = 'alb', rollouts = [] as readonly KubeObject[] } = {},
): unknown {
  const cluster = new Cluster([
    ...rollouts,
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: {
        name: 'web',
        namespace: 'shop',
        annotations: { 'kubernetes.io/ingress.class': ingressClass, ...annotations },
      },
    },
  ]);
  releaseIngresses(cluster, 'shop');
  const found = cluster.get(kinds.ingress, 'shop', 'web')?.metadata.annotations ?? {};
  return withoutKey(found, 'kubernetes.io/ingress.class');
}

describe('an Ingress that no Rollout manages any more', () => {
  it('sends all requests to the Service of the action, and has no note', () => {
    const found = left({
      [`${prefix}web`]: split,
      ...managed('web'),
      'rollouts.argoproj.io/managed-alb-actions': 'web:x',
    });
    expect(found).toEqual({ [`${prefix}web`]: whole });
  });

  it('keeps stickiness as it was, also when it is off', () => {
    const sticky = (text: string) =>
      text.replace('}]}', '}],"TargetGroupStickinessConfig":{"Enabled":false,"DurationSeconds":0}}');
    expect(left({ [`${prefix}web`]: sticky(split), ...managed('web') })).toEqual({
      [`${prefix}web`]: sticky(whole),
    });
  });

  it('is understood with keys in another case', () => {
    const lower =
      '{"type":"forward","forwardConfig":{"targetGroups":[{"serviceName":"web","servicePort":"80"}]}}';
    expect(left({ [`${prefix}web`]: lower, ...managed('web') })).toEqual({ [`${prefix}web`]: whole });
  });

  it('loses an empty note', () => {
    expect(left({ [`${prefix}web`]: split, [note]: '{"web":null}' })).toEqual({ [`${prefix}web`]: split });
  });

  it.each([
    [
      'an action for another Service than it is called after',
      { [`${prefix}root`]: split, ...managed('root') },
    ],
    [
      'a header route beside the action',
      { [`${prefix}web`]: split, [`${prefix}beta`]: split, ...managed('web', 'beta') },
    ],
    ['a port that is no text', { [`${prefix}web`]: split.replaceAll('"80"', '80'), ...managed('web') }],
    ['a weight with a fraction', { [`${prefix}web`]: split.replace('60', '60.5'), ...managed('web') }],
    ['an action that is null', { [`${prefix}web`]: 'null', ...managed('web') }],
    ['an action that is gone', managed('web')],
    ['a note that cannot be read', { [`${prefix}web`]: split, [note]: 'nope' }],
  ] satisfies readonly (readonly [string, Labels])[])('stays as it is with %s', (_why, annotations) => {
    expect(left(annotations)).toEqual(annotations);
  });

  it('stays as it is when its class is not that of the load balancer', () => {
    const annotations = { [`${prefix}web`]: split, ...managed('web') };
    expect(left(annotations, { ingressClass: 'nginx' })).toEqual(annotations);
  });
});

const byAlb = (ingress: string) => ({ alb: { ingress, servicePort: 80 } });

// GetRolloutIngressKeys of 1.9.1 lists the stable Ingresses of nginx, too, and the canary Ingress of each.
it.each([
  ['web', byAlb('web'), { [`${prefix}web`]: split, ...managed('web') }],
  ['other', byAlb('other'), { [`${prefix}web`]: whole }],
  ['web for nginx', { nginx: { stableIngress: 'web' } }, { [`${prefix}web`]: split, ...managed('web') }],
])('a Rollout that names Ingress %s keeps what it manages there only', (_, trafficRouting, expected) => {
  const rollout = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { strategy: { canary: { trafficRouting } } },
  };
  expect(left({ [`${prefix}web`]: split, ...managed('web') }, { rollouts: [rollout] })).toEqual(expected);
});

// encoding/json names the first character that no value begins with; of a word that is wrong later, only that is said here.
it.each([
  [' nope', `invalid JSON in ${note}`],
  [' ok', "invalid character 'o' looking for beginning of value"],
  [' ', 'unexpected end of JSON input'],
])('a note with %j is an error', (text, words) => {
  expect(() => readManaged({ [note]: text })).toThrow(words);
});
