import type { Tool as McpTool } from '@modelcontextprotocol/client';
import { isObject, type EffectClass, type Json, type JsonObject } from '@skein/kernel';
import { schemaFault } from '@skein/dialects';
import { isDeeperThan } from '../../json-depth.ts';
import { toolId } from '../tool-id.ts';
import type { McpToolSettings } from './mcp-server-config.ts';
import { toolHash } from './tool-hash.ts';

/** A tool as its server describes it, and what we make of that. */
export interface DiscoveredTool {
  readonly id: string;
  /** What the server calls it. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** Schema of its structured result, where the server says it. */
  readonly output: JsonObject | undefined;
  readonly hash: string;
  readonly effect: EffectClass;
  readonly approve: boolean;
  /** Who may approve; undefined: whom the node names. */
  readonly who: readonly string[] | undefined;
  readonly state: ToolState;
  /** Why its arguments are not checked before a call; null: they are. */
  readonly unchecked: string | null;
  /** Why it is unusable. */
  readonly problem?: string;
}

export type ToolState =
  | 'ready'
  /** It was confirmed in another form. */
  | 'changed'
  /** The server did not have it when its tools were confirmed. */
  | 'new'
  /** By the configuration. */
  | 'disabled'
  /** Its server has another one of this name or an unusable description, or runs it only as a task. */
  | 'unusable';

const depthMax = 50;
const lettersMax = 100_000;

export function discoverTool(
  server: string,
  tool: McpTool,
  settings: McpToolSettings = {},
): DiscoveredTool {
  const { name, title, description = title ?? '', inputSchema, outputSchema, annotations } = tool;
  // It came as a message.
  const schema = inputSchema as unknown as Json;
  const isUsable = isObject(schema) && !isDeeperThan(schema, depthMax) && isShort(tool);
  const problem = problemOf(tool, isUsable);
  const repeats = annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
  const discovered: DiscoveredTool = {
    id: toolId(server, name),
    name,
    description,
    parameters: isUsable ? schema : {},
    output: isUsable ? usableOutput(outputSchema) : undefined,
    hash: isUsable
      ? toolHash({ name, title, description, inputSchema, outputSchema, annotations })
      : '',
    effect: settings.effect ?? (repeats ? 'idempotent' : 'guarded'),
    approve: settings.approve === true,
    who: settings.who,
    unchecked: isUsable ? (schemaFault(schema) ?? null) : null,
    state: problem !== null ? 'unusable' : settings.enabled === false ? 'disabled' : 'ready',
  };
  return problem === null ? discovered : { ...discovered, problem };
}

/** Only shown, so one that is too deep is simply not known. */
function usableOutput(schema: McpTool['outputSchema']): JsonObject | undefined {
  // It came as a message.
  const given = schema as unknown as Json | undefined;
  return isObject(given) && !isDeeperThan(given, depthMax) ? given : undefined;
}

function problemOf({ execution }: McpTool, isUsable: boolean): string | null {
  if (!isUsable) return 'its description is too long, too deep or not an object';
  // A call that is no task would be refused, and tasks are not run here.
  return execution?.taskSupport === 'required' ? 'it runs only as a task' : null;
}

function isShort(tool: McpTool): boolean {
  return JSON.stringify(tool).length <= lettersMax;
}
