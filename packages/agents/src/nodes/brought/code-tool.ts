import { ownValue, type Json, type JsonObject } from '@skein/kernel';
import { nativeNodes } from '@skein/dialects';
import type { Tool, ToolCall } from '@skein/ports';
import { codeLimits } from '../../code/code-limits.ts';
import { plainCode } from '../../code/plain-code.ts';
import type { GuestCall } from '../../code/thread-messages.ts';
import { badConfig, readConfig } from '../../configs/read-config.ts';
import { failureError } from '../../failure-error.ts';
import { checkArguments } from '../../loop/check-arguments.ts';
import { messageOf } from '../../loop/tool-outcome.ts';
import { findTool } from '../../tools/find-tools.ts';
import { codePool } from '../code-pools.ts';
import type { Bringing, BroughtTool } from './brought-tool.ts';

/** Code as a tool: the body of an async function over `args` and the tools that it names. */
export function broughtCode(
  name: string,
  { code: settings }: BroughtTool & { readonly code: JsonObject },
  bringing: Bringing,
): Pick<Tool, 'run' | 'approve'> {
  const named = ownValue(settings, 'tools') ?? [];
  const names = Array.isArray(named) ? named.filter((each) => typeof each === 'string') : [];
  const run: Tool['run'] = (args, call) =>
    // Checked arguments are JSON.
    compute(name, { settings, names, bringing }, { args: args as Json, call });
  if (names.length === 0) return { run };
  // Whether one of them asks is known when it is found (B3).
  return { run, approve: () => needsApproval(bringing, names) };
}

async function needsApproval({ others }: Bringing, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const tool = await others.find(name);
    if (tool !== undefined && (tool.approve ?? false) !== false) return true;
  }
  return false;
}

interface CodeTool {
  readonly settings: JsonObject;
  readonly names: readonly string[];
  readonly bringing: Bringing;
}

async function compute(
  name: string,
  { settings, names, bringing }: CodeTool,
  { args, call }: { readonly args: Json; readonly call: ToolCall },
): Promise<Json> {
  const { others, parts } = bringing;
  const { code: ceilings = {} } = parts;
  const place = { node: call.node, nodeType: `tool ${name}`, config: settings };
  const { code, language, limits } = readConfig(place, nativeNodes.code.config);
  if (ceilings.enabled === false || (language === 'python' && ceilings.python !== true))
    throw notAllowed(name, language ?? 'javascript');
  const plain = plainCode(code, language);
  if (!plain.ok) throw badConfig(place, ['code'], plain.message.replace(/\.$/, ''));
  const tools = await Promise.all(names.map((each) => findTool(others, each)));
  const [pool, { runCode }] = await Promise.all([
    codePool(ceilings),
    import('../../code/run-code.ts'),
  ]);
  let made = 0;
  // Calls of one stop are made in their order, and stops come in theirs: executed again, each call has the same key.
  const keyOf = (each: string) => `${call.idempotencyKey}/${each}/${(made += 1)}`;
  const { state } = await runCode({
    pool,
    job: {
      language: language === 'python' ? 'python' : 'javascript',
      code: plain.code,
      input: JSON.stringify({ args }),
      tools: [...names],
      limits: codeLimits(limits, ceilings),
      timeMs: Date.now(),
    },
    key: call.idempotencyKey,
    owner: call.root ?? call.run,
    signal: call.signal,
    serve: (calls) => serve(tools, calls, { call, keyOf }),
  });
  // The thread has looked at it.
  if (state.type !== 'failed') return JSON.parse(state.value) as Json;
  const { code: failed, message, line } = state.problem;
  throw failureError({
    code: failed,
    message: `${message.replace(/\.$/, '')}${line === undefined ? '' : ` (line ${line})`}.`,
    retry: 'never',
    data: { tool: name },
  });
}

/** The calls of one stop of the code, at the same time, in their order. */
async function serve(
  tools: readonly Tool[],
  calls: readonly GuestCall[],
  { call, keyOf }: { readonly call: ToolCall; readonly keyOf: (tool: string) => string },
): Promise<string> {
  const answers = calls.map(async ({ name, arguments: given }) => {
    const key = keyOf(name);
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) return { error: `There is no tool "${name}".`, reason: 'not-offered' };
    if (tool.ask !== undefined)
      return { error: `"${name}" asks a person, which a tool cannot.`, reason: 'denied' };
    const checked = checkArguments(tool, given);
    if (!checked.ok) return { error: checked.problems.join('; '), reason: 'malformed' };
    try {
      const result = await tool.run(checked.args, { ...call, idempotencyKey: key });
      return { result: result ?? null };
    } catch (error) {
      if (call.signal.aborted) throw error;
      return { error: messageOf(error), reason: 'failed' };
    }
  });
  return JSON.stringify(await Promise.all(answers));
}

function notAllowed(tool: string, language: string): Error {
  return failureError({
    code: 'CODE_NOT_ALLOWED',
    message: `The tool "${tool}" is ${language === 'python' ? 'Python' : 'code'}, which is switched off here.`,
    retry: 'never',
    data: { tool, hint: 'limits.code of the configuration says what code may do.' },
  });
}
