import type { Resource } from '../../model/resource.js';

/** What is wrong with an object as it is deployed, whatever an update does. */
export type FlawKind =
  /** The API server, Istio's webhook or Argo CD refuses it. */
  | 'object-refused'
  /** A kustomization does not build with it. */
  | 'unbuildable'
  /** The API server drops a field of it. */
  | 'field-dropped'
  /** It names an object that is not deployed. */
  | 'not-found'
  /** It selects pods, and none have such labels. */
  | 'selects-nothing'
  /** Requests that it routes cannot enter through the Gateway that it names. */
  | 'not-admitted'
  /** An earlier route of it takes all requests of this one. */
  | 'unreached'
  /** The Services of a Rollout lead from the same port to different ones of its pods. */
  | 'ports-differ'
  /** What it measures has no value. */
  | 'unmeasured'
  /** Another object claims the same, and only one of the two has it. */
  | 'claimed-twice';

export interface Flaw {
  readonly kind: FlawKind;
  readonly resource: Resource;
  /** Upstream's words, the name that leads nowhere, or what is claimed. */
  readonly what: string;
}
