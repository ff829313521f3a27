// The objects in one namespace, kept up to date by watches, and pods that become ready on request: no kubelet runs
// here.
import { sleep } from './api.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {{ at: number, key: string, object: KubeObject | undefined }} Written */
/** The state after a time without writes, or with the same writes repeated. */
/** @typedef {{ objects: KubeObject[], rewritten: KubeObject[][] }} Rest */

const watched = [
  ['argoproj.io/v1alpha1', 'Rollout'],
  ['argoproj.io/v1alpha1', 'AnalysisRun'],
  ['argoproj.io/v1alpha1', 'Experiment'],
  ['apps/v1', 'ReplicaSet'],
  ['apps/v1', 'Deployment'],
  ['v1', 'Service'],
  ['v1', 'Pod'],
  ['batch/v1', 'Job'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['networking.istio.io/v1alpha3', 'VirtualService'],
  ['networking.istio.io/v1alpha3', 'DestinationRule'],
  ['gateway.networking.k8s.io/v1', 'HTTPRoute'],
  ['gateway.networking.k8s.io/v1', 'GRPCRoute'],
  ['gateway.networking.k8s.io/v1alpha2', 'TCPRoute'],
  ['gateway.networking.k8s.io/v1alpha2', 'TLSRoute'],
];

/** The time limit for reaching a stable state, which is longer than any takes. */
const patience = 180_000;
/** The time after which repeated writes also count as a stable state. */
const restless = 5000;
const maxTurns = 4;
/** The time after which an unanswered change is followed by another one. */
const arrhythmia = 20_000;

/**
 * Two objects that are changed repeatedly to detect whether the controllers have seen all earlier changes: on a busy
 * machine, a time without writes proves little.
 */
class Pulse {
  /** The time of the last change to which the controllers have reacted. */
  answered = 0;

  /** @param {Space} space */
  constructor(space) {
    this.space = space;
  }

  async beat() {
    const metadata = { name: 'pulse', namespace: this.space.namespace };
    const template = {
      metadata: { labels: { app: 'pulse' } },
      spec: { containers: [{ name: 'pulse', image: 'pulse' }] },
    };
    const spec = { replicas: 0, selector: { matchLabels: { app: 'pulse' } }, template };
    const rollout = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      metadata,
      spec: { ...spec, strategy: { canary: {} } },
    };
    const replicaSet = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec };
    const both = [rollout, replicaSet];
    for (const object of both) await this.space.api.apply(object);
    for (let turn = 1; ; turn = (turn % 1000) + 1) {
      const start = Date.now();
      for (const object of both) await this.space.api.patch(object, { spec: { minReadySeconds: turn } });
      const isSeen = () => both.every(({ kind }) => this.isSeen(kind, turn));
      while (!isSeen() && Date.now() - start < arrhythmia) await sleep(50);
      if (isSeen()) this.answered = start;
      await sleep(300);
    }
  }

  /** @param {string} kind @param {number} turn */
  isSeen(kind, turn) {
    const object = this.space.get(kind, 'pulse');
    if (object?.['spec'].minReadySeconds !== turn) return false;
    return Number(object['status']?.observedGeneration) === object.metadata['generation'];
  }
}

export class Spaces {
  /** @type {Map<string, Space>} */
  all = new Map();
  /** @type {Pulse | undefined} */
  pulse = undefined;

  /** @param {import('./api.mjs').Api} api */
  constructor(api) {
    this.api = api;
  }

  async watch() {
    for (const [apiVersion = '', kind = ''] of watched)
      await this.api.watch(apiVersion, kind, (type, object) =>
        this.all.get(object.metadata['namespace'])?.tell(type, object),
      );
    this.pulse = new Pulse(await this.open('pulse'));
    void this.pulse.beat();
  }

  /** @param {string} namespace */
  async open(namespace) {
    const space = new Space(this.api, namespace, () => this.pulse?.answered ?? 0);
    this.all.set(namespace, space);
    await this.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    return space;
  }

  /** @param {string} namespace */
  async close(namespace) {
    this.all.delete(namespace);
    await this.api
      .delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
      .catch(() => {});
  }
}

export class Space {
  /** @type {Map<string, KubeObject>} */
  objects = new Map();
  /** @type {Map<string, KubeObject>} */
  pods = new Map();
  /** @type {Written[]} */
  written = [];
  lastWrite = Date.now();
  /** The hashes of pod templates, in the order in which their ReplicaSets were created. @type {string[]} */
  hashes = [];

  /** @param {import('./api.mjs').Api} api @param {string} namespace @param {() => number} answered */
  constructor(api, namespace, answered) {
    this.api = api;
    this.namespace = namespace;
    this.answered = answered;
  }

  /** @param {string} type @param {KubeObject} object */
  tell(type, object) {
    const name = String(object.metadata['name']);
    this.lastWrite = Date.now();
    const isGone = type === 'DELETED';
    if (object.kind === 'Pod') {
      if (isGone) this.pods.delete(name);
      else this.pods.set(name, object);
      return;
    }
    if (object.metadata['ownerReferences']?.[0]?.kind === 'Deployment') return;
    const key = `${object.kind} ${name}`;
    const metadata = /** @type {Record<string, any>} */ ({ ...object.metadata, managedFields: undefined });
    const kept = { ...object, metadata };
    if (isGone) this.objects.delete(key);
    else this.objects.set(key, kept);
    this.written.push({ at: this.lastWrite, key, object: isGone ? undefined : kept });
    const hash = object.kind === 'ReplicaSet' && metadata['labels']?.['rollouts-pod-template-hash'];
    if (hash && !this.hashes.includes(hash)) this.hashes.push(hash);
  }

  /** @param {string} kind @param {string} name */
  get(kind, name) {
    return this.objects.get(`${kind} ${name}`);
  }

  /** @param {string} kind */
  list(kind) {
    return [...this.objects.values()].filter((object) => object.kind === kind);
  }

  /** Waits for a stable state. @param {number} quiet @returns {Promise<Rest>} */
  async rest(quiet) {
    const start = Date.now();
    this.lastWrite = start;
    while (this.answered() < this.lastWrite + quiet || !this.hasItsPods) {
      if (Date.now() - start > restless) {
        const rewritten = this.rewritten(Math.max(quiet, restless));
        if (rewritten) return { objects: [...this.objects.values()], rewritten };
      }
      if (Date.now() - start > patience) throw new Error('it does not come to rest');
      await sleep(50);
    }
    return { objects: [...this.objects.values()], rewritten: [] };
  }

  /** Whether the ReplicaSet controller has created, deleted and counted all pods. */
  get hasItsPods() {
    return this.list('ReplicaSet').every(({ metadata, spec, status }) => {
      const pods = this.living(metadata['labels']?.['rollouts-pod-template-hash']);
      const ready = pods.filter((pod) => isReady(pod)).length;
      return (
        status?.observedGeneration === metadata['generation'] &&
        [pods.length, status.replicas].every((count) => count === spec.replicas) &&
        (status.readyReplicas ?? 0) === ready
      );
    });
  }

  /**
   * The states of objects that were written repeatedly in the last moments; undefined if other changes occurred.
   * @param {number} since
   */
  rewritten(since) {
    /** @type {Map<string, { times: number, values: Map<string, KubeObject> }>} */
    const turns = new Map();
    for (const { key, object } of this.written.filter(({ at }) => at > Date.now() - since)) {
      if (!object) return undefined;
      const metadata = { ...object.metadata, resourceVersion: undefined, generation: undefined };
      const known = turns.get(key) ?? { times: 0, values: new Map() };
      known.values.set(JSON.stringify({ ...object, metadata }), object);
      turns.set(key, { times: known.times + 1, values: known.values });
    }
    const all = [...turns.values()];
    const recurs = all.every(({ times, values }) => values.size <= maxTurns && times >= 2 * values.size);
    return all.length > 0 && recurs ? all.map(({ values }) => [...values.values()]) : undefined;
  }

  /** @param {string} what @param {() => boolean} isSo @param {number} [limit] */
  async until(what, isSo, limit = patience) {
    const start = Date.now();
    while (!isSo()) {
      if (Date.now() - start > limit) throw new Error(`${what}: not within ${limit / 1000} s`);
      await sleep(50);
    }
  }

  /** Pods that are not being deleted, of one revision or all. @param {string} [hash] */
  living(hash) {
    return [...this.pods.values()].filter(
      ({ metadata }) =>
        !metadata['deletionTimestamp'] &&
        metadata['labels']?.['rollouts-pod-template-hash'] &&
        (hash === undefined || metadata['labels']['rollouts-pod-template-hash'] === hash),
    );
  }

  get waiting() {
    return this.living().filter((pod) => !isReady(pod));
  }

  /** Sets the status that a kubelet would set. @param {KubeObject[]} pods @param {boolean} isReady */
  async setReady(pods, isReady) {
    const lastTransitionTime = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const conditions = ['Initialized', 'PodScheduled', 'ContainersReady', 'Ready'].map((type, index) => ({
      type,
      status: isReady || index < 2 ? 'True' : 'False',
      lastTransitionTime,
    }));
    const status = { phase: 'Running', startTime: lastTransitionTime, podIP: '10.1.0.1', conditions };
    // A pod may have been deleted in the meantime.
    await Promise.all(pods.map((pod) => this.api.patch(pod, { status }, '/status').catch(() => {})));
  }
}

/** @param {KubeObject} pod */
function isReady({ status }) {
  return (status.conditions ?? []).some(
    (/** @type {any} */ one) => one.type === 'Ready' && one.status === 'True',
  );
}
