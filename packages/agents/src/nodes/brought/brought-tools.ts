import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { withoutUndefined, type Tool, type ToolSource } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import type { Bringing, BroughtLimits, BroughtParts, BroughtTool } from './brought-tool.ts';
import { broughtCode } from './code-tool.ts';
import { fillArguments } from './fill-arguments.ts';
import { broughtHttp } from './http-tool.ts';
import { broughtMcp } from './mcp-tool.ts';
import { broughtOpenapi } from './openapi-tool.ts';

/** The tools of a run with those that its definition brings along, which go before others of their names. */
export function broughtTools(
  parts: BroughtParts,
  written: JsonObject,
  { user, others }: Omit<Bringing, 'parts'>,
): ToolSource {
  const made = new Map<string, Tool>();
  for (const [name, tool] of Object.entries(written)) {
    // Its shape was checked with the definition.
    if (isObject(tool)) made.set(name, toTool(name, tool as BroughtTool, { parts, user, others }));
  }
  return {
    async list() {
      const rest = (await others.list()).filter(({ name }) => !made.has(name));
      return [...made.values(), ...rest];
    },
    find: (name, own) => others.find(name, own ?? made.get(name)),
  };
}

function toTool(name: string, tool: BroughtTool, bringing: Bringing): Tool {
  const { description, parameters, approve, effect } = tool;
  const does = doing(name, tool, bringing);
  return {
    name,
    description: '',
    parameters: { type: 'object' },
    ...does,
    // What the definition asks for is never less than what its parts need.
    ...withoutUndefined({
      description,
      parameters,
      effect,
      approve: approve === true ? true : does.approve,
    }),
  };
}

type Doing = Pick<Tool, 'run' | 'effect' | 'approve' | 'signsIn'> &
  Partial<Pick<Tool, 'description' | 'parameters'>>;

function doing(name: string, tool: BroughtTool, bringing: Bringing): Doing {
  const { http, code, workflow, openapi, mcp } = tool;
  const { limits = {} } = bringing.parts;
  if (http !== undefined)
    return allowed(limits, 'http', name) ?? broughtHttp(name, { ...tool, http }, bringing);
  if (code !== undefined)
    return allowed(limits, 'code', name) ?? broughtCode(name, { ...tool, code }, bringing);
  if (workflow !== undefined)
    return allowed(limits, 'workflows', name) ?? broughtWorkflow(name, tool, bringing);
  if (openapi !== undefined)
    return allowed(limits, 'openapi', name) ?? broughtOpenapi(name, openapi, bringing);
  if (mcp !== undefined) return allowed(limits, 'mcp', name) ?? broughtMcp(name, mcp, bringing);
  return { run: () => refuse(name, 'says nothing that it does') };
}

/** What the operator has switched off says so when it is called: the rest of the workflow works. */
function allowed(limits: BroughtLimits, kind: keyof BroughtLimits, name: string): Doing | null {
  if (limits[kind] !== false) return null;
  return { run: () => refuse(name, `is not allowed here: limits.tools.${kind} is false`) };
}

function broughtWorkflow(name: string, tool: BroughtTool, { parts, user }: Bringing): Doing {
  const { workflow = '', input } = tool;
  return {
    // Started once, however often it is asked for: by the key of the call.
    effect: 'idempotent',
    async run(args, { idempotencyKey, signal }) {
      if (parts.runWorkflow === undefined) refuse(name, 'runs a workflow, which nobody can here');
      // Checked arguments are JSON.
      const given = args as Json;
      const filled = input === undefined ? given : fillArguments(name, input, given);
      return parts.runWorkflow(workflow, { input: filled, user, idempotencyKey, signal });
    },
  };
}

function refuse(name: string, why: string): never {
  throw failureError({
    code: 'TOOL_FAILED',
    message: `The tool "${name}" of the definition ${why}.`,
    retry: 'never',
    data: { tool: name },
  });
}
