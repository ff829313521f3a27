const error502 = '502 or 503 errors, no healthy upstream, or connection refused during an update or deploy';
const headerRoute = 'The header route is not working; requests with the header reach the stable version';
const sticky = 'Users switch between old and new version with each request; sessions are not sticky';
const paused =
  'The Rollout or canary stays Paused, is stuck at a weight, or does not continue or end its pause';
const noData = 'reflect: slice index out of range in an analysis; a Prometheus query returns no data';
const scaledDown = 'Old pods or canary pods are not scaled down, and two versions keep running';

/**
 * What users say, and the titles of docs/symptoms.md that a reader of that page would choose: the first one, or another that
 * answers it as well. Written before the search was changed for them, from titles of issues of Argo Rollouts, Argo CD and the
 * Gateway API plugin (their numbers stand beside them) and from what people said who used the command for the first time.
 */
export const phrasings: readonly (readonly [words: string, ...titles: string[]])[] = [
  ['argo app keeps being OutOfSync', 'The Application is OutOfSync during every rollout'],
  ['app is always OutOfSync', 'The Application is OutOfSync during every rollout'],
  ['app OutOfSync', 'The Application is OutOfSync during every rollout'],
  ['argocd app out of sync all the time', 'The Application is OutOfSync during every rollout'],
  ['application stays out of sync during canary', 'The Application is OutOfSync during every rollout'],
  // argo-cd#18153
  [
    'Argo CD app is out of sync right after sync',
    'The Application is OutOfSync during every rollout',
    'OutOfSync although nothing changed',
  ],
  // argo-cd#14666
  ['ArgoCD shows the application OutOfSync without any diff', 'OutOfSync although nothing changed'],
  ['app permanently OutOfSync but no changes in git', 'OutOfSync although nothing changed'],
  ['app toggles between synced and out of sync', 'The Application flaps between Synced and OutOfSync'],
  [
    'virtualservice out of sync while rollout is running',
    'The Application is OutOfSync during every rollout',
  ],
  ['503 while the update runs', error502],
  ['503', error502],
  // argo-rollouts#3586
  ['canary deployment causing 503s after reaching 100%', error502],
  // argo-rollouts#4433
  ['prevent 503s during final canary step with AWS ALB', error502],
  ['connection refused while pods are replaced', error502],
  ['we see 502 bad gateway when we deploy', error502],
  ['no healthy upstream during rollout', error502],
  [
    '404 during update',
    'The gateway answers 404 for the host',
    '404 for some paths or headers while an update runs',
  ],
  ['my host returns 404', 'The gateway answers 404 for the host'],
  ['canary receives no requests', 'The canary gets no traffic'],
  ['new version gets no requests', 'The canary gets no traffic'],
  ['no traffic to the new pods', 'The canary gets no traffic'],
  ['all requests still go to the old version', 'The canary gets no traffic'],
  ['traffic is not shifted to canary', 'The canary gets no traffic'],
  [
    'new version receives all the traffic immediately',
    'The canary gets all traffic at once, or 100 % at the first step',
  ],
  [
    'canary goes straight to 100%',
    'The canary gets all traffic at once, or 100 % at the first step',
    'The first deployment ignores the steps and goes to 100 %',
  ],
  ['more requests reach the canary than the weight', 'The canary gets more traffic than setWeight says'],
  ['weights in virtual service not updated', 'Weights never change in the VirtualService'],
  // argo-rollouts#2314
  ['VirtualService not being modified by rollout', 'Weights never change in the VirtualService'],
  [
    'argo cd resets the virtualservice weights',
    'Weights of the VirtualService go back to 100 during an update',
    'selfHeal resets weights, replicas or selectors',
  ],
  ['requests with header go to stable', headerRoute],
  ['header based routing does not work', headerRoute],
  // gatewayapi#207
  ['setHeaderRoute not applied', headerRoute],
  ['mirroring does not send any requests', 'Mirrored traffic does not arrive'],
  ['users bounce between versions', sticky],
  ['session affinity lost during canary', sticky],
  [
    'service to service calls inside the cluster bypass the canary',
    'Callers inside the mesh do not see the canary',
  ],
  [
    'requests dropped when old pods terminate',
    'Requests are lost while pods stop (preStop, terminationGracePeriodSeconds)',
  ],
  ['graceful shutdown', 'Requests are lost while pods stop (preStop, terminationGracePeriodSeconds)'],
  // argo-rollouts#3316
  ['rollout stuck in progressing state', 'The Rollout is stuck in Progressing, or never becomes healthy'],
  ['rollout hangs and never finishes', 'The Rollout is stuck in Progressing, or never becomes healthy'],
  [
    'new pods are crashing but rollout does not roll back',
    'New pods crash (CrashLoopBackOff) and there is no rollback',
  ],
  ['image cannot be pulled', 'ImagePullBackOff, ErrImagePull or InvalidImageName of a new version'],
  ['rollout degraded progress deadline', 'The Rollout is Degraded with ProgressDeadlineExceeded'],
  ['InvalidSpec', 'The Rollout is Degraded with InvalidSpec'],
  ['rollout paused forever', paused],
  ['canary does not move on to the next step', paused],
  // argo-rollouts#3015
  ['analysis step stuck after inconclusive result', 'The analysis is Inconclusive'],
  ['setCanaryScale ignored', 'setCanaryScale has no effect, or the canary has too few pods for its weight'],
  ['pause duration ignored', 'duration is not accepted, or a pause is over at once'],
  ['first deploy skips all steps', 'The first deployment ignores the steps and goes to 100 %'],
  ['pushed a new image but rollout did not start', 'A new image, or the tag latest, starts no update'],
  ['pods not restarted after configmap update', 'A changed ConfigMap or Secret starts no update'],
  [
    'bad release was promoted although the error rate was high',
    'The analysis always passes; a bad version is promoted',
  ],
  ['analysis succeeds even if metrics are bad', 'The analysis always passes; a bad version is promoted'],
  [
    'analysisrun fails immediately',
    'The AnalysisRun ends in Error at once',
    'The analysis always fails; a good version is aborted',
  ],
  ['healthy version gets aborted by analysis', 'The analysis always fails; a good version is aborted'],
  ['prometheus returns empty result', noData],
  ['index out of range', noData],
  // argo-rollouts#872
  ['args were not resolved', 'failed to resolve {{args...}}; an argument is missing'],
  ['analysistemplate not found', 'The AnalysisTemplate is not found'],
  ['background analysis never starts', 'The background analysis does not start, or starts too late'],
  ['analysis runs forever', 'The analysis never finishes, or runs indefinitely'],
  ['traffic stays on canary after abort', 'After an abort the traffic does not go back'],
  // argo-rollouts#1621
  ['BlueGreen: old RS not scaled down', scaledDown],
  // argo-rollouts#3242
  ["blue green doesn't scale down previously active replica after a rollback", scaledDown],
  ['rollback takes too long', 'The rollback is slow'],
  ['argocd reverts my rollback', 'kubectl argo rollouts undo is undone by Argo CD'],
  ['rollout stays degraded after abort', 'The Rollout is Degraded after an abort and stays so'],
  ['how do I get out of degraded after aborting', 'The Rollout is Degraded after an abort and stays so'],
  // argo-cd#19834
  ['ignoreDifferences sometimes has no effect', 'ignoreDifferences does not work'],
  ['ignore differences ignored', 'ignoreDifferences does not work'],
  [
    'git change is not applied but app says synced',
    'A change in Git is never deployed although the Application is Synced',
  ],
  ['argocd sync never completes', 'The sync waits and never ends'],
  // argo-cd#25054
  ['ArgoCD waiting for health of paused rollout', 'The sync waits and never ends', paused],
  [
    'hpa and argocd fight over replicas',
    'Replicas jump back after each sync, or the HPA and Git scale in turn',
  ],
  ['autoscaler does not scale', 'The HorizontalPodAutoscaler (HPA) does not scale the Rollout'],
  [
    'replica count resets to git value',
    'Replicas jump back after each sync, or the HPA and Git scale in turn',
  ],
  ['deployment still running after migrating to rollout', 'Both the Deployment and the Rollout run'],
  ['service has no endpoints', 'The Service has no endpoints, or its selector is wrong'],
  ['subset has no endpoints', 'DestinationRule subset has no endpoints'],
  ['istio virtualservice does not exist', 'VirtualService not found, or the Rollout cannot find it'],
  ['ingress nginx canary no traffic', 'The canary Ingress gets no traffic'],
  ['alb targets unhealthy', 'Targets are not registered, or are unhealthy'],
  ['httproute weights stay at 100', 'The HTTPRoute is not split, or its weights never change'],
  // gatewayapi plugin README
  ['plugin not found', 'unable to find plugin, or the plugin is not allowed to update routes'],
  ['cannot drain node', 'A node cannot be drained during an update'],
  // argo-rollouts#185
  ['autoPromotionEnabled false not respected', 'Blue-green never promotes, or promotes too early'],
  ['blue green does not switch to new version', 'Blue-green never promotes, or promotes too early'],
  ['preview and active are the same', 'activeService and previewService show the same version'],
  ['kustomize patch not applied', 'kustomize build fails, or a patch has no effect'],
  ['strict decoding error unknown field', 'unknown field, or strict decoding error'],
  ['no matches for kind Rollout', 'no matches for kind, or an old apiVersion'],
  [
    'did not find expected key',
    'error converting YAML, mapping values are not allowed, did not find expected key',
  ],
];
