import type { Analysis } from '../../kubernetes/kinds/analysis.js';
import { serviceOfHost, serviceOfPartialHost } from '../../kubernetes/kinds/host.js';
import { containers } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { isFilledIn } from '../../model/placeholder.js';
import type { Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { withArguments } from './with-arguments.js';

/** A Service that a metric asks by its host, and the field that names it. */
export interface AskedService {
  readonly field: Field;
  readonly to: Target;
  /** The port that is asked; undefined if it is not known. */
  readonly port: number | undefined;
  /** The text of the field without addresses. */
  readonly rest: string;
}

/** Longer commands are not read. */
const longestCommand = 20_000;
const address = /\b(https?):\/\/([^\s/?#"'`|;&<>()\\,]+)/gi;

/**
 * The Services that a web metric or the pods of a job ask; undefined if a host is unknown, or is not that of a Service. A short name is
 * that of a Service beside it; that of a web metric is meant so, but resolved in the namespace of the controller, which sends the request.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/webmetric/webmetric.go (Run)
 */
export function askedServices(
  metric: Field,
  analysis: Pick<Analysis, 'args'>,
  template: Resource,
): readonly AskedService[] | undefined {
  const provider = metric.at('provider');
  const isWeb = provider.at('web').exists;
  const texts = isWeb ? [provider.at('web', 'url')] : textsOfJob(provider.at('job', 'spec', 'template'));
  const found: AskedService[] = [];
  for (const field of texts) {
    const text = withArguments(field.text ?? '', analysis, template);
    if (text.length > longestCommand) return undefined;
    for (const [, scheme = '', authority = ''] of text.matchAll(address)) {
      const [, host = '', given] =
        /^(.*?)(?::([^:]*))?$/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
      if (host === 'localhost' || host === '127.0.0.1') continue;
      const to = /[{}$]/.test(host) ? undefined : (serviceOfHost(host) ?? serviceOfPartialHost(host));
      if (!to) return undefined;
      // A command of a shell has $(…) in it, which is not a placeholder there.
      const at = isWeb || !isFilledIn(field) ? field : (field.parent?.parent ?? field);
      found.push({ field: at, to, port: askedPort(scheme, given), rest: text.replaceAll(address, '') });
    }
  }
  return found;
}

function askedPort(scheme: string, given: string | undefined): number | undefined {
  if (given === undefined || given === '') return scheme.toLowerCase() === 'http' ? 80 : 443;
  return /^\d{1,5}$/.test(given) ? Number(given) : undefined;
}

/** What the containers of a job run: commands, their arguments, and the values of variables. */
function textsOfJob(template: Field): readonly Field[] {
  return containers(template).flatMap((container) => [
    ...container.at('command').items,
    ...container.at('args').items,
    ...container.at('env').items.map((variable) => variable.at('value')),
  ]);
}
