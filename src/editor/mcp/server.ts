import { runInNewContext } from 'node:vm';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isUnreadError } from '../../model/unread-error.js';
import { isUsageError } from '../../model/usage-error.js';
import type { Arguments, Host } from './host.js';
import { impactTool } from './impact-tool.js';
import { lintTool } from './lint-tool.js';
import { explainTool, newTool } from './look-up-tools.js';
import { simulateTool } from './simulate-tool.js';
import { protectTool } from './protect-tool.js';
import { driftTool } from './drift-tool.js';
import { shortened } from '../../model/message.js';
import { argumentsName, unfitness } from './schema.js';
import type { Tool } from './tool.js';

/** Answers with more characters are refused, because they would fill the context of a model. */
const mostAnswerCharacters = 500_000;
/** Resources in one page of their list. */
const pageSize = 200;
const scheme = 'rolloutkit://docs/';

const instructions = `rolloutkit judges Kubernetes manifests with Argo Rollouts, their traffic routers and Argo CD. It reads only the texts of a call and files below its root, writes nothing, and starts no program unless its command line has --render.
After each edit of manifests, call lint with the edited texts and "folder", make the edits of its fixes, and lint again until no error is left. Before a change is committed, call impact. Call simulate, drift and protect to answer questions about an update. Each answer says in "next" what to do next.`;

/** All tools. */
function toolsOf({ options }: Pick<Host, 'options'>): readonly Tool[] {
  return [
    lintTool,
    simulateTool(options.simulate),
    driftTool(options.drift),
    protectTool(options.protect),
    impactTool(options.impact),
    explainTool,
    newTool(options.new),
  ];
}

/** A server of the Model Context Protocol, to be connected to a transport. */
export function mcpServer(host: Host): Server {
  const server = new Server(
    { name: 'rolloutkit', version: host.version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const tools = toolsOf(host);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new McpError(
        ErrorCode.InvalidParams,
        `Unknown tool "${shortened(params.name)}"; the tools are ${tools.map(({ name }) => name).join(', ')}.`,
      );
    return call(tool, params.arguments ?? {}, host);
  });
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => pagesFrom(host, params?.cursor));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const text = uri.startsWith(scheme) ? host.page(uri.slice(scheme.length)) : undefined;
    if (text === undefined)
      throw new McpError(ErrorCode.InvalidParams, `Resource "${shortened(uri)}" is not found.`);
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  });
  return server;
}

function described({ name, title, description, input, output }: Tool) {
  return {
    ...{ name, title, description },
    inputSchema: input as { type: 'object' },
    outputSchema: output as { type: 'object' },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** The answer of a tool, or why there is none. */
function call(tool: Tool, args: Arguments, host: Host): CallToolResult {
  const why = unfitness(args, tool.input, argumentsName);
  if (why !== undefined) return toolError(why);
  try {
    const text = inTime(() => JSON.stringify(tool.run(args, host)), host.longestCall);
    if (text.length > mostAnswerCharacters)
      return toolError(
        `The answer has ${text.length} characters; it can have ${mostAnswerCharacters}. Ask for less: fewer texts, a smaller folder, or a Rollout by name.`,
      );
    return {
      content: [{ type: 'text', text }],
      structuredContent: JSON.parse(text) as Record<string, unknown>,
    };
  } catch (error) {
    if (isUsageError(error)) return toolError(asArguments(error.lines.join('\n'), tool));
    if (isUnreadError(error)) return toolError(error.message);
    if (isOutOfTime(error))
      return toolError(
        `The call was stopped after ${host.longestCall / 1000} seconds. Ask for less: fewer texts, a smaller folder, or a Rollout by name.`,
      );
    return toolError(
      `rolloutkit failed; this is a bug in rolloutkit, please report it: ${shortened(String(error))}`,
    );
  }
}

/** Runs what nothing else can interrupt, because tools are synchronous; throws if it takes too long. */
function inTime(run: () => string, timeout: number): string {
  return runInNewContext('run()', { run }, { timeout }) as string;
}

function isOutOfTime(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

function toolError(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Errors of commands name options; those that the tool has are arguments of the same name. */
function asArguments(text: string, { input }: Tool): string {
  return text.replaceAll(/(?<!["\w-])--([a-z][a-z-]*)(?![\w=])/g, (option, name: string) =>
    Object.hasOwn(input.properties ?? {}, name) ? `"${name}"` : option,
  );
}

function pagesFrom(host: Host, cursor: string | undefined) {
  const from = cursor === undefined ? 0 : Number(cursor);
  const pages = host.pages();
  if (!Number.isInteger(from) || from < 0 || from > pages.length)
    throw new McpError(ErrorCode.InvalidParams, `"${shortened(cursor ?? '')}" is not a cursor of this list.`);
  const resources = pages.slice(from, from + pageSize).map(({ path, title, about }) => ({
    uri: `${scheme}${path}`,
    name: path,
    title,
    description: about,
    mimeType: 'text/markdown',
  }));
  const next = from + resources.length;
  return { resources, ...(next < pages.length && { nextCursor: String(next) }) };
}
