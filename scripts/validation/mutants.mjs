/** @typedef {ReturnType<typeof randomFrom>} Random */

/**
 * Returns the same numbers for the same seed (mulberry32).
 * @param {number} seed
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit);
  /** @template Item @param {readonly Item[]} items @returns {Item} */
  const pick = (items) => /** @type {Item} */ (items[below(items.length)]);
  return { below, pick };
}

/** Typical mistakes in a field: other types, numbers out of range, invalid names and quantities. */
const wrong = [
  ...[true, false, 0, 1, -1, 3, 101, 1.5, 2147483647, 2147483648, 65536, 1e20],
  ...[
    '',
    'x',
    'Web_App',
    'a.b',
    '-a',
    '1',
    '50%',
    '120%',
    '10x',
    '10m',
    '1h',
    '128MB',
    '128Mi',
    '128 Mi',
    '-1Gi',
  ],
  ...['a/b/c', '/x', '../x', 'ü', 'http', 'a'.repeat(64), 'a'.repeat(254)],
  ...[[], {}, ['x'], [1], [{}], { x: 'y' }, { x: 1 }],
];

/** Valid parts of pods that few examples contain. */
const parts = [
  {
    dnsPolicy: 'None',
    dnsConfig: {
      nameservers: ['1.1.1.1'],
      searches: ['shop.local'],
      options: [{ name: 'ndots', value: '2' }],
    },
  },
  {
    schedulingGates: [{ name: 'example.com/gate' }],
    readinessGates: [{ conditionType: 'example.com/ready' }],
  },
  {
    securityContext: {
      sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }],
      runAsUser: 1,
      fsGroup: 2,
      seLinuxChangePolicy: 'MountOption',
    },
  },
  {
    tolerations: [{ key: 'a', operator: 'Equal', value: 'b', effect: 'NoExecute', tolerationSeconds: 3 }],
    priorityClassName: 'high',
  },
  {
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { a: 'b' } },
        matchLabelKeys: ['c'],
        nodeAffinityPolicy: 'Honor',
      },
    ],
  },
  {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }],
              matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }],
            },
          ],
        },
      },
    },
  },
  {
    hostAliases: [{ ip: '10.0.0.1', hostnames: ['a'] }],
    imagePullSecrets: [{ name: 's' }],
    terminationGracePeriodSeconds: 30,
    hostname: 'h',
    subdomain: 's',
  },
  {
    volumes: [
      { name: 'v0', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } },
      {
        name: 'v1',
        secret: {
          secretName: 's',
          defaultMode: 420,
          optional: true,
          items: [{ key: 'a', path: 'b', mode: 256 }],
        },
      },
      {
        name: 'v2',
        projected: {
          defaultMode: 420,
          sources: [
            { configMap: { name: 'c', items: [{ key: 'a', path: 'b' }] } },
            { serviceAccountToken: { path: 't', expirationSeconds: 3600 } },
            { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
          ],
        },
      },
      { name: 'v3', persistentVolumeClaim: { claimName: 'c', readOnly: true } },
      { name: 'v4', hostPath: { path: '/x', type: 'Directory' } },
      { name: 'v5', csi: { driver: 'd.example.com', readOnly: true, volumeAttributes: { a: 'b' } } },
      { name: 'v6', nfs: { server: 's', path: '/p' } },
      {
        name: 'v7',
        downwardAPI: {
          items: [{ path: 'l', resourceFieldRef: { containerName: 'x', resource: 'limits.cpu' } }],
        },
      },
      { name: 'v8', configMap: { name: 'c', defaultMode: 256 } },
      {
        name: 'v9',
        ephemeral: {
          volumeClaimTemplate: {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        },
      },
    ],
  },
  { resourceClaims: [{ name: 'gpu', resourceClaimName: 'g' }] },
];

/** The same for containers. */
const containerParts = [
  { resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '1Gi' } } },
  {
    resources: { requests: { 'example.com/gpu': 1 }, limits: { 'example.com/gpu': 1 } },
    terminationMessagePolicy: 'File',
  },
  {
    livenessProbe: {
      httpGet: { path: '/', port: 80, scheme: 'HTTP', httpHeaders: [{ name: 'A', value: 'b' }] },
      periodSeconds: 3,
    },
  },
  { readinessProbe: { grpc: { port: 80 } }, startupProbe: { exec: { command: ['a'] }, failureThreshold: 3 } },
  { lifecycle: { preStop: { sleep: { seconds: 3 } }, postStart: { tcpSocket: { port: 80 } } } },
  {
    securityContext: {
      capabilities: { add: ['A'], drop: ['ALL'] },
      procMount: 'Default',
      runAsUser: 1,
      allowPrivilegeEscalation: false,
    },
  },
  {
    securityContext: { seccompProfile: { type: 'RuntimeDefault' }, appArmorProfile: { type: 'Unconfined' } },
  },
  {
    env: [
      { name: 'A', value: 'b' },
      { name: 'B', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      { name: 'C', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
    ],
  },
  {
    envFrom: [{ prefix: 'A', configMapRef: { name: 'c', optional: true } }],
    imagePullPolicy: 'Always',
    workingDir: '/',
  },
  { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }], stdin: true },
  {
    ports: [
      { name: 'p', containerPort: 80, protocol: 'TCP' },
      { containerPort: 81, hostPort: 81 },
    ],
  },
];

const isBranch = (/** @type {any} */ value) => value !== null && typeof value === 'object';

/**
 * A Rollout before and after a mistake.
 * @param {any} base @param {Random} random
 */
export function mutantOf(base, random) {
  const before = structuredClone(base);
  const pod = before.spec?.template?.spec;
  /** @type {any[]} */
  const places = [];
  if (pod && random.below(2) === 0) {
    const part = structuredClone(random.pick(parts));
    if (Object.keys(part).every((key) => pod[key] === undefined)) {
      Object.assign(pod, part);
      places.push(part);
    }
  }
  const container = pod?.containers?.[0];
  if (container && random.below(2) === 0) {
    const part = structuredClone(random.pick(containerParts));
    Object.assign(container, part);
    places.push(part);
  }
  const after = structuredClone(before);
  // Half of the mistakes are in the added parts.
  const top = places.length > 0 && random.below(2) === 0 ? random.pick(places) : undefined;
  const paths = pathsOf(after).filter((path) => !top || path.some((key) => Object.hasOwn(top, key)));
  const what = mistake(after, random.pick(paths), random);
  return { before, after, what };
}

/** @param {any} value @returns {string[][]} */
function pathsOf(value) {
  return Object.keys(value)
    .filter((key) => key !== 'apiVersion' && key !== 'kind' && key !== 'status')
    .flatMap((key) => [
      [key],
      ...(isBranch(value[key]) ? pathsOf(value[key]).map((path) => [key, ...path]) : []),
    ]);
}

/** @param {any} root @param {string[]} path @param {Random} random */
function mistake(root, path, random) {
  const parent = path.slice(0, -1).reduce((value, key) => value[key], root);
  const key = path[path.length - 1] ?? '';
  const where = path.join('.');
  const kind = random.below(10);
  if (kind === 0) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return `${where} dropped`;
  }
  if (kind === 1 && Array.isArray(parent)) {
    parent.push(structuredClone(parent[Number(key)]));
    return `${where} twice`;
  }
  if (kind === 2 && !Array.isArray(parent)) {
    const other = random.pick([`${key}s`, key.toLowerCase(), key.slice(1), `${key}x`, '']);
    const value = parent[key];
    delete parent[key];
    parent[other] = value;
    return `${where} renamed to "${other}"`;
  }
  if (kind === 3) {
    const sibling = random.pick(Object.keys(parent));
    [parent[key], parent[sibling]] = [parent[sibling], parent[key]];
    return `${where} swapped with ${sibling}`;
  }
  if (kind === 4) {
    const value = parent[key];
    parent[key] = random.pick([[value], { [key]: value }, String(value), null]);
    return `${where} written as ${JSON.stringify(parent[key])?.slice(0, 60)}`;
  }
  const value = random.pick(wrong);
  parent[key] = structuredClone(value);
  return `${where} = ${JSON.stringify(value).slice(0, 60)}`;
}

const ours = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'web' },
  spec: {
    replicas: 3,
    minReadySeconds: 5,
    progressDeadlineSeconds: 60,
    revisionHistoryLimit: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    },
    strategy: {
      canary: { maxSurge: 1, steps: [{ setWeight: 20 }, { pause: { duration: '10m' } }] },
    },
  },
};

/**
 * Mutants of one of our Rollouts.
 * @param {number} seed @param {number} count
 */
export function mutantsOfOurs(seed, count) {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => mutantOf(ours, random));
}
