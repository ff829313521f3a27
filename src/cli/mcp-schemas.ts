import type { WithOptions } from '../editor/mcp/host.js';
import type { Schema } from '../editor/mcp/schema.js';
import { commands } from './commands.js';
import type { Option } from './option.js';

/** The options of commands that arguments of tools have: none that writes, opens, prints or runs anything. */
const shared: Readonly<Record<WithOptions, readonly string[]>> = {
  simulate: [
    ...['rollout', 'rollouts', 'aws-verify-target-group', 'abort-at', 'fail'],
    ...['ready-after', 'measure', 'shows-after'],
  ],
  drift: ['rollout', 'argocd', 'rollouts', 'aws-verify-target-group'],
  protect: [
    ...[
      'rollout',
      'max-exposure',
      'max-detection',
      'requests-per-second',
      'rollouts',
      'aws-verify-target-group',
    ],
    ...['ready-after', 'measure', 'shows-after'],
  ],
  impact: ['rollouts', 'argocd', 'aws-verify-target-group'],
  new: [
    ...['style', 'router', 'strategy', 'image', 'namespace', 'port', 'health-path', 'replicas', 'hpa'],
    ...['no-network-policy', 'host', 'gateway', 'tls', 'scheme', 'header', 'analysis', 'analysis-url'],
    ...['notify', 'environments', 'with', 'name-prefix', 'argocd-repo', 'argocd-path'],
  ],
};

/** Limits of strings and lists. */
const [mostCharacters, mostEntries] = [500, 10];

/** The schemas of these options. */
export function optionSchemas(command: WithOptions): Readonly<Record<string, Schema>> {
  const options: Readonly<Record<string, Option>> = commands[command].options;
  return Object.fromEntries(
    shared[command].map((name) => {
      const option = options[name];
      if (!option) throw new Error(`${command} has no option ${name}`);
      return [name, schemaOfOption(option)];
    }),
  );
}

function schemaOfOption({ type, multiple, choices, value, about }: Option): Schema {
  const form = choices || value === '' ? '' : ` As ${value.replace(/,…$/, '')}.`;
  const description = `${about.charAt(0).toUpperCase()}${about.slice(1)}.${form}`.replaceAll('`', '');
  if (type === 'boolean') return { type: 'boolean', description };
  const one = { type: 'string', maxLength: mostCharacters, ...(choices && { enum: choices }) } as const;
  return multiple
    ? { type: 'array', items: one, maxItems: mostEntries, description }
    : { ...one, description };
}
