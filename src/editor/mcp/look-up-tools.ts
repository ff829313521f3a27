import type { Arguments, Host } from './host.js';
import { listSchema, objectSchema, type Schema, string } from './schema.js';
import { type ToolAnswer, answerOf, besides, nextOf, type Tool } from './tool.js';

/** Pages are cut at this length; the longest page of a rule is shorter. */
const mostPageCharacters = 60_000;

/** Explains a rule. */
export const explainTool: Tool = {
  name: 'explain',
  title: 'Explain a rule',
  description:
    'Returns the page of a rule, with examples of what is wrong and how to correct it, or the rules of an area.',
  input: objectSchema(
    {
      rule: { ...string('A rule such as "istio/route-exists", or an area such as "istio".'), maxLength: 200 },
    },
    'rule',
  ),
  output: answerOf({ page: string('Markdown.') }),
  run: (args: Arguments, host: Host): ToolAnswer => ({
    page: host.explain(args['rule'] as string).slice(0, mostPageCharacters),
    ...besides({}),
    next: nextOf('Edit as in the corrected example, and call lint with the edited texts.'),
  }),
};

/** Makes the files of a service. */
export const newTool = (options: Readonly<Record<string, Schema>>): Tool => ({
  name: 'new',
  title: 'Make the files of a new service',
  description:
    'Returns the files of a service with a Rollout, as YAML, kustomize, Helm or cdk8s, which pass all checks. It writes nothing.',
  input: objectSchema(
    {
      service: { ...string('The name of the service, such as "checkout".'), maxLength: 63 },
      ...options,
    },
    ...['service', 'style', 'router', 'image', 'namespace'],
  ),
  output: answerOf({
    files: listSchema(objectSchema({ path: string(), text: string() }, 'path', 'text')),
  }),
  run: (args: Arguments, host: Host): ToolAnswer => {
    const { files, notes, next } = host.newService(args);
    return {
      files,
      ...besides({ notes: notes.map((message) => ({ message })) }),
      next: nextOf('Write the files at their paths.', ...next.map((line) => `Then: ${line}`)),
    };
  },
});
