import {
  changed,
  compared,
  drop,
  hashLabel,
  insert,
  managedBy,
  pointers,
  expressions,
  service,
  set,
  stored,
  type Case,
} from '../case.js';

const hash = ['spec', 'selector', hashLabel];
const git = service();
const hashed = stored(git, set(hash, 'h1'));
const annotated = changed(hashed, set(['metadata', 'annotations'], { [managedBy]: 'web' }));
const ignoringHash = pointers('Service', `/spec/selector/${hashLabel}`);
const atomic = 'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/utils/kube/scheme/parser.go';

/** What Argo CD makes of the Services that the controller has written to. */
export const serviceCases: readonly Case[] = [
  ...compared('a Service at rest', 'values that the API server fills in are no difference', {
    live: stored(git),
    target: git,
  }),
  ...compared('hash in the selector', `granular in a strategic merge, atomic in a server-side apply: ${atomic}`, {
    live: hashed,
    target: git,
  }),
  ...compared('hash and managed-by annotation', 'annotations are granular everywhere', { live: annotated, target: git }),
  ...compared('managed-by annotation alone', 'annotations are granular everywhere', {
    live: stored(git, set(['metadata', 'annotations'], { [managedBy]: 'web' })),
    target: git,
  }),
  ...compared('hash that is ignored', 'removed from both', { live: annotated, target: git }, ignoringHash),
  ...compared(
    'hash that is ignored by jq',
    'the same by another way',
    { live: annotated, target: git },
    expressions('Service', `.spec.selector["${hashLabel}"]`),
  ),
  ...compared(
    'selector that is ignored as a whole',
    'hides real changes too',
    { live: annotated, target: service({ selector: { app: 'other' } }), before: git },
    pointers('Service', '/spec/selector'),
  ),
  ...compared('hash in git', 'every promotion is a difference', {
    live: stored(git, set(hash, 'h2')),
    target: changed(git, set(hash, 'h1')),
  }),
  ...compared(
    'hash in git that is ignored',
    'removed from both',
    { live: stored(git, set(hash, 'h2')), target: changed(git, set(hash, 'h1')) },
    ignoringHash,
  ),
  ...compared('hash that was in git', 'a key that git no longer has is deleted', {
    live: hashed,
    target: git,
    before: changed(git, set(hash, 'h1')),
  }),
  ...compared('selector changed in git', 'the hash stays beside it in a strategic merge', {
    live: hashed,
    target: service({ selector: { app: 'web', tier: 'front' } }),
    before: git,
  }),
  ...compared('selector key removed from git', 'deleted because it was applied last', {
    live: stored(service({ selector: { app: 'web', tier: 'front' } }), set(hash, 'h1')),
    target: git,
    before: service({ selector: { app: 'web', tier: 'front' } }),
  }),
  ...compared('no selector in git', 'a map that git lacks altogether', {
    live: hashed,
    target: changed(git, drop(['spec', 'selector'])),
    before: changed(git, drop(['spec', 'selector'])),
  }),
  ...compared('selector removed from git', 'what was applied of it is deleted', {
    live: hashed,
    target: changed(git, drop(['spec', 'selector'])),
    before: git,
  }),
  ...compared('another port in the cluster', 'ports are merged by their port', {
    live: stored(git, insert(['spec', 'ports'], 1, { name: 'extra', port: 81, protocol: 'TCP', targetPort: 8081 })),
    target: git,
  }),
  ...compared('another order of ports', 'a list with a merge key takes the order of git', {
    live: stored(
      service({ ports: [{ name: 'b', port: 81, targetPort: 8081 }, { name: 'a', port: 80, targetPort: 8080 }] }),
    ),
    target: service({ ports: [{ name: 'a', port: 80, targetPort: 8080 }, { name: 'b', port: 81, targetPort: 8081 }] }),
  }),
  ...compared('port renamed in git', 'the element with that port changes', {
    live: stored(git),
    target: service({ ports: [{ name: 'web', port: 80, targetPort: 8080 }] }),
    before: git,
  }),
  ...compared('port number changed in git', 'one element goes and one comes', {
    live: stored(git),
    target: service({ ports: [{ name: 'http', port: 8000, targetPort: 8080 }] }),
    before: git,
  }),
  ...compared('one port number with two protocols', 'a strategic merge knows ports by number alone', {
    live: stored(
      service({
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP', targetPort: 53 },
          { name: 'dns-tcp', port: 53, protocol: 'TCP', targetPort: 53 },
        ],
      }),
      set(hash, 'h1'),
    ),
    target: service({
      ports: [
        { name: 'dns', port: 53, protocol: 'UDP', targetPort: 53 },
        { name: 'dns-tcp', port: 53, protocol: 'TCP', targetPort: 53 },
      ],
    }),
  }),
  ...compared('nodePort in the cluster', 'a key that git does not mention', {
    live: stored(service({ type: 'NodePort' }), set(['spec', 'ports', 0, 'nodePort'], 30080)),
    target: service({ type: 'NodePort' }),
  }),
  ...compared('type changed in git', 'a scalar', {
    live: stored(git),
    target: service({ type: 'NodePort' }),
    before: git,
  }),
  ...compared('status in git', 'ignored by default', {
    live: stored(git),
    target: changed(git, set(['status'], { loadBalancer: { ingress: [{ ip: '10.0.0.9' }] } })),
  }),
  ...compared('label in the cluster', 'granular everywhere', {
    live: stored(git, set(['metadata', 'labels'], { team: 'web' })),
    target: git,
  }),
  ...compared('label removed from git', 'deleted because it was applied last', {
    live: stored(service({}, { labels: { team: 'web' } })),
    target: git,
    before: service({}, { labels: { team: 'web' } }),
  }),
  ...compared(
    'all annotations ignored',
    'the last applied configuration goes with them: what git no longer has is not noticed',
    { live: hashed, target: git, before: changed(git, set(hash, 'h1')) },
    pointers('Service', '/metadata/annotations'),
  ),
  ...compared('empty annotations in git', 'taken out of both before they are compared', {
    live: hashed,
    target: changed(git, set(['metadata', 'annotations'], {})),
  }),
  ...compared('no namespace in git', 'taken out of both before they are compared', {
    live: hashed,
    target: changed(git, drop(['metadata', 'namespace'])),
  }),
  ...compared('null for the selector', 'a null in git deletes', {
    live: hashed,
    target: changed(git, set(['spec', 'selector'], null)),
    before: git,
  }),
  ...compared('unknown field in git', 'the manifest stays as it is written', {
    live: hashed,
    target: changed(git, set(['spec', 'selectors'], { app: 'web' })),
  }),
];
