// Tools of agents in the form of the port
// Ours and those of the AI SDK differ in their schemas and in what tells that a person must agree. An AI SDK schema checks
// asynchronously, so it does when the tool is called; before that its JSON schema decides whether the input fits.
import { argumentSchema, isStandard } from '@skein/agents';
import type { JsonObject } from '@skein/kernel';
import {
  withoutUndefined,
  type Tool as PortTool,
  type ToolCall,
  type ToolSource,
} from '@skein/ports';
import type { AgentTools, AnyTool } from './tool.ts';

/** All that a tool of ours or of the AI SDK may have. */
interface GivenTool {
  readonly description?: unknown;
  readonly inputSchema: unknown;
  readonly jsonSchema?: JsonObject;
  readonly approve?: boolean | ((input: unknown) => boolean | PromiseLike<boolean>);
  readonly who?: readonly string[];
  readonly effect?: PortTool['effect'];
  /** Of the AI SDK. */
  readonly needsApproval?:
    | boolean
    | ((input: unknown, options: object) => boolean | PromiseLike<boolean>);
  readonly execute?: (input: unknown, context: object) => unknown;
}

/** What `jsonSchema()` of the AI SDK makes; its JSON schema may be on its way. */
interface SdkSchema {
  readonly jsonSchema: JsonObject | PromiseLike<JsonObject>;
  readonly validate?: ((value: unknown) => SdkChecked | PromiseLike<SdkChecked>) | undefined;
}

type SdkChecked =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: Error };

/** Tools of a program as a source, for whatever may call tools by their names. */
export function madeTools(tools: AgentTools): ToolSource {
  let made: Promise<readonly PortTool[]> | null = null;
  // Schemas may be on their way, and are only needed when a tool is.
  const all = () => (made ??= toPortTools(tools));
  return {
    list: all,
    find: async (name) =>
      Object.hasOwn(tools, name) ? (await all()).find((each) => each.name === name) : undefined,
  };
}

export function toPortTools(tools: AgentTools): Promise<readonly PortTool[]> {
  return Promise.all(Object.entries(tools).map(([name, given]) => toPortTool(name, given)));
}

async function toPortTool(name: string, any: AnyTool): Promise<PortTool> {
  // Tools are written by others; what is used of them was looked at when the agent was made.
  const given = any as GivenTool;
  const { description, effect, who } = given;
  const tool = {
    name,
    description: typeof description === 'string' ? description : '',
    ...withoutUndefined({ effect, who, approve: approvalOf(given) }),
  };
  const schema = schemaOf(given.inputSchema);
  if (isStandard(schema)) {
    const checks = argumentSchema(schema, given.jsonSchema);
    const parameters = checks.describe() ?? anyInput;
    const parse: PortTool['parse'] = (args) => checks.parse(args);
    return { ...tool, parameters, parse, run: (input, call) => execute(given, input, call) };
  }
  // It is no Standard Schema, so it is one of the AI SDK.
  const { jsonSchema, validate } = schema as SdkSchema;
  return {
    ...tool,
    parameters: await jsonSchema,
    run: async (input, call) => execute(given, await checked(validate, input), call),
  };
}

const anyInput: JsonObject = { type: 'object' };

/** The AI SDK also takes a function that makes the schema. */
export function schemaOf(given: unknown): unknown {
  if (typeof given !== 'function' || isStandard(given)) return given;
  // It takes no arguments; what it makes is looked at by the caller.
  return (given as () => unknown)();
}

export function isSdkSchema(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'jsonSchema' in schema;
}

function approvalOf({ approve, needsApproval }: GivenTool): PortTool['approve'] {
  const rule = approve ?? needsApproval;
  if (typeof rule !== 'function') return rule;
  return async (input) => rule(input, { messages: [] });
}

async function checked(validate: SdkSchema['validate'], input: unknown): Promise<unknown> {
  const result = await validate?.(input);
  if (result === undefined) return input;
  if (!result.success) throw result.error;
  return result.value;
}

/** A tool of the AI SDK may give preliminary results; the last one counts. */
async function execute(given: GivenTool, input: unknown, call: ToolCall): Promise<unknown> {
  const { signal, idempotencyKey: key, callId: toolCallId } = call;
  const context = { signal, key, toolCallId, abortSignal: signal, messages: [] };
  const output = await given.execute?.(input, context);
  if (!isAsyncIterable(output)) return output;
  let last: unknown;
  for await (const each of output) last = each;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
