import { memoize } from '../../model/memo.js';
import { trimTo, typedWithMisfits } from '../../kubernetes/apply/remarshal.js';
import type { RolloutObject, RolloutSpec } from '../../kubernetes/objects/rollout-object.js';
import { isMap, isSameJson, type JsonMap } from '../../kubernetes/objects/json.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';

/**
 * What Go does to a field when it reads and writes an object: it leaves out an empty `zero` field, writes an absent `given`
 * field and drops an `unknown` one. `items` is the shape of list or map items. Other fields are unchanged: most are pointers,
 * which distinguish empty from absent. A `podTemplate` has a type of Kubernetes.
 */
type Shape = 'unknown' | 'zero' | 'podTemplate' | { readonly given: unknown } | Shapes;

interface Shapes {
  readonly items?: Shape;
  readonly fields?: Readonly<Record<string, Shape>>;
}

function zeros(...names: readonly string[]): Record<string, Shape> {
  return Object.fromEntries(names.map((name) => [name, 'zero']));
}

const match: Shape = { fields: zeros('exact', 'prefix', 'regex') };
const analysis: Shape = { fields: { args: { items: { fields: zeros('value') } } } };

const step: Shape = {
  fields: {
    setCanaryScale: { fields: zeros('matchTrafficWeight') },
    setHeaderRoute: {
      fields: { ...zeros('name'), match: { items: { fields: { headerValue: match } } } },
    },
    setMirrorRoute: {
      fields: { match: { items: { fields: { method: match, path: match, headers: { items: match } } } } },
    },
    experiment: { fields: zeros('duration') },
    analysis,
  },
};

const trafficRouting: Shape = {
  fields: {
    istio: {
      fields: {
        destinationRule: {
          fields: { canarySubsetName: { given: '' }, stableSubsetName: { given: '' } },
        },
      },
    },
    nginx: { fields: zeros('annotationPrefix', 'stableIngress') },
    alb: {
      fields: {
        ...zeros('ingress', 'rootService', 'annotationPrefix'),
        stickinessConfig: { fields: { enabled: { given: false }, durationSeconds: { given: 0 } } },
      },
    },
  },
};

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go (RolloutSpec) */
const rolloutSpec: Shape = {
  fields: {
    ...zeros('minReadySeconds', 'paused', 'progressDeadlineAbort'),
    template: 'podTemplate',
    workloadRef: { fields: zeros('apiVersion', 'kind', 'name', 'scaleDown') },
    rollbackWindow: { fields: zeros('revisions') },
    strategy: {
      fields: {
        canary: {
          fields: {
            ...zeros('canaryService', 'stableService', 'dynamicStableScale'),
            steps: { items: step },
            trafficRouting,
            analysis,
            replicaProgressThreshold: { fields: { type: { given: '' }, value: { given: 0 } } },
          },
        },
        blueGreen: {
          fields: {
            ...zeros('previewService', 'autoPromotionSeconds'),
            activeService: { given: '' },
            prePromotionAnalysis: analysis,
            postPromotionAnalysis: analysis,
          },
        },
      },
    },
  },
};

/** Fields that 1.8 does not have, or not as a pointer. */
const analysisOf18: Shape = { fields: { templates: { items: { fields: zeros('clusterScope') } } } };
const rolloutSpecOf18: Shape = {
  fields: {
    strategy: {
      fields: {
        canary: {
          fields: {
            replicaProgressThreshold: 'unknown',
            analysis: analysisOf18,
            steps: {
              items: {
                fields: {
                  experiment: {
                    fields: {
                      scaleDownDelaySeconds: 'unknown',
                      analyses: { items: { fields: zeros('clusterScope') } },
                    },
                  },
                  analysis: analysisOf18,
                },
              },
            },
            trafficRouting: {
              fields: {
                istio: { fields: { destinationRule: { fields: { additionalSubsetNames: 'unknown' } } } },
              },
            },
          },
        },
        blueGreen: { fields: { prePromotionAnalysis: analysisOf18, postPromotionAnalysis: analysisOf18 } },
      },
    },
  },
};

/** Fields that 1.7 does not have. */
const rolloutSpecOf17: Shape = {
  fields: {
    strategy: {
      fields: {
        canary: {
          fields: {
            steps: { items: { fields: { plugin: 'unknown' } } },
            trafficRouting: { fields: { nginx: { fields: { canaryIngressAnnotations: 'unknown' } } } },
          },
        },
      },
    },
  },
};

/**
 * A Rollout as the controller decodes it and writes it back as a whole. Empty maps and lists that Go adds are left out.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (remarshalRollout)
 */
export function typedRollout(rollout: RolloutObject, version: RolloutsVersion): RolloutObject {
  const spec = typedIn(version)(rollout.spec);
  return spec === rollout.spec ? rollout : { ...rollout, spec };
}

/** The fields of a template that its type has, with the keys that it had. */
function typedTemplate(template: JsonMap): JsonMap {
  const after = trimTo(template, typedWithMisfits(template, 'core.v1.PodTemplateSpec'));
  return isSameJson(after, template) ? template : after;
}

function typedIn(version: RolloutsVersion): (spec: RolloutSpec) => RolloutSpec {
  if (isAtLeast(version, '1.9')) return typedSpec;
  return isAtLeast(version, '1.8') ? typedSpecOf18 : typedSpecOf17;
}

const typedSpec = memoize((spec: RolloutSpec) => typed(spec, rolloutSpec) as RolloutSpec);
const typedSpecOf18 = memoize((spec: RolloutSpec) => typedSpec(typed(spec, rolloutSpecOf18) as RolloutSpec));
const typedSpecOf17 = memoize((spec: RolloutSpec) =>
  typedSpecOf18(typed(spec, rolloutSpecOf17) as RolloutSpec),
);

/** The same value if nothing changes. */
function typed(value: unknown, shape: Shape): unknown {
  if (shape === 'unknown') return undefined;
  if (shape === 'podTemplate') return isMap(value) ? typedTemplate(value) : value;
  if (shape === 'zero') return value === '' || value === 0 || value === false ? undefined : value;
  if ('given' in shape) return value ?? shape.given;
  if (typeof value !== 'object' || value === null) return value;
  const { items, fields = {} } = shape;
  if (Array.isArray(value)) {
    const after = items ? value.map((item) => typed(item, items)) : value;
    return after.every((item, index) => item === value[index]) ? value : after;
  }

  const before = value as Readonly<Record<string, unknown>>;
  let after: Record<string, unknown> | undefined;
  for (const key of items ? Object.keys(before) : Object.keys(fields)) {
    const inner = items ?? fields[key];
    const written = inner && typed(before[key], inner);
    if (written === before[key]) continue;
    after ??= { ...before };
    if (written === undefined) Reflect.deleteProperty(after, key);
    else after[key] = written;
  }
  return after ?? value;
}
