import type { Graph } from '../../repository/graph/graph.js';
import { annotation, pathBackends } from '../../kubernetes/kinds/ingress.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Field } from '../../model/field.js';
import { isBefore } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import { classOf } from '../facts/ingress-controllers.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'nginx/paths-distinct',
    description: 'Require the Ingresses of ingress-nginx beside a Rollout to have no path in common.',
    why: 'The admission webhook of ingress-nginx refuses the second of the two ("host and path is already defined in ingress"). Without the webhook, the older one gets all requests of the path.',
    consequence: 'refused-by-api-server',
    severity: 'warning',
    messages: {
      twice:
        'Ingress "{ingress}" has path "{path}" of {host}, which Ingress "{other}" has already; leave it to one of them, or give it another host or path.',
    },
    links: [
      'https://github.com/kubernetes/ingress-nginx/blob/controller-v1.13.3/internal/ingress/controller/controller.go',
      'https://kubernetes.github.io/ingress-nginx/how-it-works/#building-the-nginx-model',
    ],
  },

  *check({ graph, report }) {
    const all = besideRollouts(graph, kinds.ingress.kind, kinds.ingress.group);
    const owners = new Map<string, Claim[]>();
    for (const ingress of all) {
      yield ingress;
      if (!isLiveOfNginx(graph, ingress)) continue;
      const told = new Set<Resource>();
      for (const { path } of pathBackends(ingress)) {
        const key = JSON.stringify(hostAndPath(path));
        const known = owners.get(key) ?? [];
        owners.set(key, known);
        const other = known.slice(0, mostRivals).find((one) => isRival(graph, ingress, one.path.resource));
        if (other && !told.has(other.path.resource)) {
          told.add(other.path.resource);
          const [first, second] = isBefore(other.path.resource, ingress)
            ? [other.path, path]
            : [path, other.path];
          const [host, text] = hostAndPath(second);
          report(
            second,
            'twice',
            {
              ingress: second.resource.name,
              other: first.resource.name,
              path: text,
              host: host === '' ? 'any host' : `host "${host}"`,
            },
            {
              related: [{ at: first, message: `the path of Ingress "${first.resource.name}"` }],
              rests: [first, second].flatMap((one) => [
                one,
                hostAbove(one),
                one.resource.at('metadata', 'annotations'),
              ]),
            },
          );
        }
        known.push({ path: path.lasting });
      }
    }
  },
});

interface Claim {
  readonly path: Field;
}

/** More Ingresses that have one path are not compared. */
const mostRivals = 50;

/** checkOverlap compares host and path, whatever the pathType; without a path it is that of the root. */
function hostAndPath(path: Field): readonly [host: string, path: string] {
  return [hostAbove(path).text ?? '', path.at('path').text ?? '/'];
}

function hostAbove(path: Field): Field {
  return path.resource.at(...path.path.slice(0, 3), 'host');
}

function isLiveOfNginx(graph: Graph, ingress: Resource): boolean {
  const { owners, name } = classOf(graph, ingress);
  return (
    name.text !== undefined &&
    owners.every((owner) => owner === 'nginx') &&
    !annotation(ingress, 'nginx.ingress.kubernetes.io/canary').exists
  );
}

/** Two manifests of one object are not two Ingresses. */
function isRival(graph: Graph, left: Resource, right: Resource): boolean {
  const areNamesakes = left.name === right.name && graph.namespace(left) === graph.namespace(right);
  return left !== right && !areNamesakes && areSurelyTogether(graph, left, right);
}
