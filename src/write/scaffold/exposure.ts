import { countedMetric } from '../../constructs/manifests/analysis-presets.js';
import { LimitError } from '../../model/limit-error.js';
import type { Resource } from '../../model/resource.js';
import { protectionOf } from '../../play/protect/protect.js';
import type { Protection } from '../../play/protect/protection.js';
import { verdictsOn } from '../../report/protect-words.js';
import type { Graph } from '../../repository/graph/graph.js';
import { analysisCall } from './service-props.js';
import { hasExtra, type NewService } from './service.js';

/** What a version of a written Rollout costs that is bad from the start; undefined if it is too large to be played. */
export function writtenProtection(graph: Graph, rollout: Resource): Protection | undefined {
  try {
    return protectionOf(graph, rollout, { onlyFromStart: true });
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}

/** The same in a sentence. */
export function exposureText(protection: Protection): string | undefined {
  return verdictsOn(protection)[0]?.text;
}

/** What must run for the analysis of a service to notice anything; undefined if it counts no requests. */
export function neededText(service: NewService): string | undefined {
  const call = analysisCall(service);
  if (call?.preset !== 'prometheus') return undefined;
  const { address, countedBy = 'pods' } = call.options;
  const { counter, code } = countedMetric(call.options);
  const isRead = hasExtra(service, 'servicemonitor') || hasExtra(service, 'podmonitor');
  const source = {
    istio: `reads ${counter} from the sidecars${isRead ? '' : ', as with --with podmonitor'}, and the label of the namespace has them injected`,
    'ingress-nginx': 'reads the metrics of ingress-nginx',
    pods: `reads ${counter} from the pods${isRead ? '' : ', as with --with podmonitor'}`,
  }[countedBy];
  return `The analysis sees requests only if Prometheus at ${address} ${source}; without any, every version passes. It takes those for failed whose label "${code}" begins with 5.`;
}
