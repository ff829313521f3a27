import { albPaths, includesPath, type AlbPath } from '../../kubernetes/kinds/alb-path.js';
import { annotation, pathBackends } from '../../kubernetes/kinds/ingress.js';
import { managedRoutes } from '../../kubernetes/kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import alb, { actionService, annotationPrefix, ingresses } from '../../rollouts/routers/alb.js';
import { leadsTo } from '../facts/leads-to.js';
import { typedRule } from '../rule.js';
import { answersItself } from '../facts/alb/answers-itself.js';

export default typedRule({
  meta: {
    name: 'alb/service-path-reached',
    description: 'Require the weighted path of an Ingress not to be shadowed by an earlier path.',
    why: 'The load balancer tries exact paths first, then prefixes from long to short, then the other paths in order, and takes the first match. The weighted path receives no requests, so the canary receives no traffic.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      shadowed:
        'Path "{earlier}" to Service "{other}" takes all requests of path "{path}" to Service "{service}", which Rollout "{rollout}" splits; move it after that path, or narrow it.',
    },
    links: [
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/spec/',
      'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v2.13.4/pkg/ingress/model_build_listener_rules.go',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    const service = actionService(rollout);
    const managed = managedRoutes(rollout).map(({ text }) => text);
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      const prefix = annotationPrefix(rollout);
      if (annotation(ingress, `${prefix}/use-regex-path-match`).exists) continue;
      const before: AlbPath[] = [];
      for (const own of albPaths(pathBackends(ingress))) {
        const { backend, path } = own;
        const isSplit = leadsTo(graph, backend, service);
        const taker = isSplit && before.find((other) => includesPath(other, own));
        if (taker && !leadsTo(graph, taker.backend, service))
          report(
            taker.path.at('path'),
            'shadowed',
            {
              earlier: taker.path.at('path').text ?? '',
              other: taker.backend.to.name,
              path: path.at('path').text ?? '',
              service: backend.to.name,
              rollout: rollout.name,
            },
            {
              related: [{ at: path.at('path'), message: 'gets no request' }],
              complete: [ingress.at('spec', 'rules')],
            },
          );
        const isLimited = annotation(ingress, `${prefix}/conditions.${backend.to.name}`).exists;
        const isOther = managed.includes(backend.to.name) || answersItself(rollout, ingress, backend);
        if (!isLimited && !isOther && isKnown(own) && before.length < mostRules) before.push(own);
      }
    }
  },
});

/** A load balancer has at most 200 rules. */
const mostRules = 200;

function isKnown({ backend, path, host }: AlbPath): boolean {
  return !isPlaceholder(`${backend.to.name} ${path.at('path').text} ${host}`);
}
