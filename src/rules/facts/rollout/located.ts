import { podTemplate } from '../../../kubernetes/kinds/workload.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import type { FieldError } from '../../../kubernetes/validation/field-error.js';

/** The field that an error names. Upstream omits the strategy in some paths, and spells some keys differently. */
export function fieldOf({ path, at = path }: FieldError, rollout: Resource, workload = rollout): Field {
  const [first, section, ...keys] = at.match(/[^.[\]]+/g) ?? [];
  const spec = rollout.at('spec');
  if (first !== 'spec' || section === undefined) return spec;
  if (section === 'template') return descend(podTemplate(workload) ?? spec, keys);
  if (section === 'selector') return descend(selectorOf(rollout, workload), keys);
  if (section !== 'strategy') return descend(spec, spec.at(section).exists ? [section, ...keys] : []);
  const strategy = spec.at('strategy');
  const [key = ''] = keys;
  if (key === 'strategy') return strategy;
  if (strategyKeys.includes(key)) return descend(strategy, keys);
  const chosen = strategyKeys.find((name) => strategy.at(name).exists);
  return chosen === undefined ? strategy : descend(strategy, [chosen, ...keys]);
}

/** The selector of a Rollout, or that of its workload. */
export function selectorOf(rollout: Resource, workload: Resource): Field {
  const own = rollout.at('spec', 'selector');
  return own.exists ? own : workload.at('spec', 'selector');
}

const strategyKeys = ['canary', 'blueGreen'];

/** Follows keys while they exist; of an absent rest only the last key is used. */
export function descend(from: Field, keys: readonly string[]): Field {
  let field = from;
  for (const key of keys) {
    // Upstream omits some indices.
    if (!field.exists || (field.shape === 'list' && !/^\d+$/.test(key))) break;
    const written = field.entries.find((entry) => String(entry.key).toLowerCase() === key.toLowerCase());
    field = field.shape === 'list' ? field.at(Number(key)) : (written ?? field.at(key));
  }
  return field;
}
