// The node type `code`
// Code of the definition, in a sandbox. It computes, and reaches outside by calling tools, which it does as an agent does: the same
// checks, approvals, guards and recorded steps.
// N1. Executed again, the code asks for the same: its time is recorded, its random numbers come from the idempotency key.
// N2. What it asks for is recorded before anybody is asked: answers of people are found by their order, and an approval of one call
//     must never be taken for that of another.
// N3. Nothing of the sandbox is loaded before the first code runs.
import {
  equalJson,
  isObject,
  ownValue,
  type Json,
  type JsonObject,
  type NodeResult,
} from '@skein/kernel';
import { checkJsonSchema, nativeNodes, type ConfigOf } from '@skein/dialects';
import {
  withoutUndefined,
  type ConfigProblem,
  type NodeCall,
  type NodeIo,
  type Tool,
} from '@skein/ports';
import { givenNames, type GivenName } from '../code/code-parameters.ts';
import { codeLimits, type CodeCeilings, type CodeLimits } from '../code/code-limits.ts';
import type { CodePool } from '../code/code-pool.ts';
import type { CodeEnd } from '../code/run-code.ts';
import type { GuestCall, GuestProblem, LogLine } from '../code/thread-messages.ts';
import { plainCode } from '../code/plain-code.ts';
import { toolNeeds } from '../configs/host-needs.ts';
import { badConfig, readConfig } from '../configs/read-config.ts';
import { withNames } from '../configs/with-names.ts';
import { failureError } from '../failure-error.ts';
import { admitCall } from '../loop/admit-call.ts';
import { acceptToolApproval } from '../loop/approve-tool-call.ts';
import { topFrame, type LoopFrame } from '../loop/loop-frame.ts';
import type { RecordedToolCall } from '../loop/recorded-steps.ts';
import { runCalls, type BeginCall } from '../loop/run-calls.ts';
import { recordTool, runToolCall } from '../loop/run-tool-call.ts';
import { findTools } from '../tools/find-tools.ts';
import { codePool } from './code-pools.ts';
import type { NativeBehaviour } from './native-behaviour.ts';

type CodeConfig = ConfigOf<typeof nativeNodes.code>;

export function codeBehaviour(ceilings: CodeCeilings = {}): NativeBehaviour {
  return {
    run: (call, io) => runCodeNode(call, io, { ceilings, poolOf: () => codePool(ceilings) }),
    checkConfig,
    needs: (config) => ({ tools: toolNeeds(ownValue(config, 'tools') ?? []) }),
    asksInSteps: true,
    accept: acceptToolApproval,
  };
}

/** The syntax of the code; what the shape of a config says is checked with the definition. */
function checkConfig(config: JsonObject): readonly ConfigProblem[] {
  const source = ownValue(config, 'code');
  const language = ownValue(config, 'language');
  if (typeof source !== 'string') return [];
  const isOther = language === 'typescript' || language === 'python';
  const plain = plainCode(source, isOther ? language : 'javascript');
  return plain.ok ? [] : [{ path: ['code'], message: plain.message, hint: plain.hint }];
}

interface Sandbox {
  readonly ceilings: CodeCeilings;
  readonly poolOf: () => Promise<CodePool>;
}

async function runCodeNode(call: NodeCall, io: NodeIo, sandbox: Sandbox): Promise<NodeResult> {
  const config = readConfig(withNames(call), nativeNodes.code.config);
  const { ceilings, poolOf } = sandbox;
  if (ceilings.enabled === false) throw switchedOff(call);
  if (config.language === 'python' && ceilings.python !== true) throw noPython(call);
  const limits = codeLimits(config.limits, ceilings);
  const plain = plainCode(withItem(config, call), config.language);
  if (!plain.ok) throw badConfig(call, ['code'], plain.message.replace(/\.$/, ''));
  const tools = await findTools(io.tools, config.tools ?? []);
  const { at } = await io.step('code', () => ({ type: 'code', at: io.now() }));
  const [pool, { runCode }] = await Promise.all([poolOf(), import('../code/run-code.ts')]);
  const end = await runCode({
    pool,
    job: {
      language: config.language === 'python' ? 'python' : 'javascript',
      code: plain.code,
      input: inputOf({ ...config, code: withItem(config, call) }, call),
      tools: tools.map(({ name }) => name),
      limits,
      timeMs: at,
    },
    key: io.idempotencyKey,
    owner: call.root,
    signal: io.signal,
    serve: serverOf(topFrame(call, io, config), tools),
  });
  await recordLogs(io, call, end.logs);
  return resultOf({ call, io, config, limits }, end);
}

/** Of a node with `each`: `item` and `index`, on its first line so that the lines of messages stay. */
function withItem({ code, language }: CodeConfig, { index }: NodeCall): string {
  if (index === undefined || language === 'python') return code;
  return `const item = previous, index = ${index}; ${code}`;
}

/** What the code names: to copy the rest would cost time and memory that it has better uses for. */
function inputOf({ code }: CodeConfig, { config, inputs, previous }: NodeCall): string {
  const args = ownValue(config, 'args');
  const all: Readonly<Record<GivenName, Json>> = {
    // Null is an argument, as it is to functions.
    args: args === undefined ? {} : args,
    inputs,
    previous: previous ?? null,
    // Resolved with the config, by the kind of this type.
    trigger: ownValue(config, 'trigger') ?? null,
    state: ownValue(config, 'state') ?? null,
  };
  const named = givenNames.filter((name) => code.includes(name));
  return JSON.stringify(Object.fromEntries(named.map((name) => [name, all[name]])));
}

/** Makes the calls of one stop of the code, as an agent makes those of one message of its model. */
function serverOf(frame: LoopFrame, tools: readonly Tool[]) {
  let stops = 0;
  let calls = 0;
  return async (asked: readonly GuestCall[]): Promise<string> => {
    const called = asked.map(({ name, arguments: args }): RecordedToolCall => {
      calls += 1;
      return { id: `call-${calls}`, name, arguments: args };
    });
    stops += 1;
    await agreeOnCalls(frame, called, stops);
    const answered = await runCalls(called, frame, { tools, begin: beginCall });
    return JSON.stringify(
      answered.map(({ outcome }) =>
        'error' in outcome
          ? { error: outcome.error, reason: outcome.reason }
          : { result: outcome.result },
      ),
    );
  };
}

const beginCall: BeginCall = async (frame, called, tool) => {
  // Code is offered nothing else.
  const offered = tool as Tool | undefined;
  const admitted = await admitCall(frame, called, offered);
  if (offered === undefined || !admitted.ok) {
    const outcome = admitted.ok ? neverCalled : admitted.outcome;
    return { outcome: recordTool(frame, called, () => outcome) };
  }
  const outcome = runToolCall(frame, admitted.called, { tool: offered, args: admitted.args });
  // A question is part of what happens in order.
  if (offered.ask !== undefined) await outcome;
  return { outcome };
};

const neverCalled = { error: 'There is no such tool.', reason: 'not-offered' } as const;

/** What it asks for is what it asked for before, if it was executed before (N2). */
async function agreeOnCalls(
  { io, node }: LoopFrame,
  called: readonly RecordedToolCall[],
  stop: number,
): Promise<void> {
  const asked = called.map(({ name, arguments: args }) => ({ name, arguments: args }));
  const { calls } = await io.step(`calls:${stop}`, () => ({ type: 'code.calls', calls: asked }));
  if (equalJson(calls, asked)) return;
  throw failureError({
    code: 'CODE_DIVERGED',
    message: `The code of node "${node}" has asked for ${listed(calls)} when it was executed before, and asks for ${listed(asked)} now.`,
    retry: 'never',
    data: {
      node,
      stop,
      hint: 'The code was changed while this run was under way: retry the run from before this node, or bring the old code back.',
    },
  });
}

function listed(calls: readonly { readonly name: string; readonly arguments: Json }[]): string {
  const shown = calls.map(({ name, arguments: args }) => `${name}(${JSON.stringify(args)})`);
  return shown.join(', ').slice(0, 500);
}

/** A failure is when the log is looked at, so it is recorded whatever became of the code. */
async function recordLogs(io: NodeIo, { attempt }: NodeCall, lines: readonly LogLine[]) {
  if (lines.length === 0) return;
  const written = lines.map(({ level, text }) => ({ level, text }));
  await io.step(`log:${attempt}`, () => ({ type: 'code.log', lines: written }));
}

interface CodeCall {
  readonly call: NodeCall;
  readonly io: Pick<NodeIo, 'checkAhead'>;
  readonly config: CodeConfig;
}

async function resultOf(
  { limits, ...about }: CodeCall & { readonly limits: CodeLimits },
  { state }: CodeEnd,
): Promise<NodeResult> {
  const { call, config } = about;
  if (state.type === 'failed') throw codeFailed(call, state.problem, limits);
  // The thread has looked at it.
  const value = JSON.parse(state.value) as Json;
  const fired = isObject(value) ? ownValue(value, '$ports') : undefined;
  if (fired !== undefined) return firePorts(about, fired);
  if (config.ports !== undefined && !config.ports.includes('output'))
    throw wrongOutput(
      call,
      `it returned a plain value, but its ports are ${config.ports.join(', ')}`,
    );
  await checkFits(about, value);
  return { value };
}

async function firePorts(about: CodeCall, fired: Json): Promise<NodeResult> {
  const { call, config } = about;
  const { ports = ['output'] } = config;
  if (!isObject(fired) || Object.keys(fired).length === 0)
    throw wrongOutput(call, '"$ports" must be an object with at least one port');
  const entries = Object.entries(fired);
  for (const [port, value] of entries) {
    if (!ports.includes(port))
      throw wrongOutput(call, `it fired the port "${port}"; its ports are ${ports.join(', ')}`);
    await checkFits(about, value);
  }
  const [first] = entries;
  const value = entries.length === 1 && first !== undefined ? first[1] : fired;
  return { value, ports: fired };
}

async function checkFits({ call, io, config }: CodeCall, value: Json): Promise<void> {
  const { schema } = config;
  if (schema === undefined) return;
  await io.checkAhead?.(schema, value);
  const checked = checkJsonSchema(schema, value);
  if (checked.result === 'fits') return;
  const problems =
    checked.result === 'misfit' ? checked.problems.join('; ') : `its schema: ${checked.message}`;
  throw wrongOutput(call, `its result does not fit the schema: ${problems}`);
}

function wrongOutput({ node }: NodeCall, problem: string): Error {
  return failureError({
    code: 'CODE_OUTPUT',
    message: `The code of node "${node}" returned what it must not: ${problem}.`,
    retry: 'never',
    data: { node },
  });
}

function codeFailed({ node }: NodeCall, problem: GuestProblem, { cpuMs }: CodeLimits): Error {
  const { code, message, line, column, hint } = problem;
  const place = line === undefined ? '' : ` (line ${line}, column ${column ?? 1})`;
  return failureError(
    withoutUndefined({
      code,
      message: `${message.replace(/\.$/, '')}${place}.`,
      // A busy machine may be the reason for that one; all others would come again.
      retry: code === 'CODE_TIMEOUT' ? undefined : ('never' as const),
      data: withoutUndefined({ node, line, column, hint, cpuMs }),
    }),
  );
}

function noPython({ node }: NodeCall): Error {
  return failureError({
    code: 'CODE_NOT_ALLOWED',
    message: `Node "${node}" is written in Python, which is experimental and not switched on here.`,
    retry: 'never',
    data: {
      node,
      hint: 'Set limits.code.python of the configuration to true and install @pydantic/monty, or write it in JavaScript.',
    },
  });
}

function switchedOff({ node }: NodeCall): Error {
  return failureError({
    code: 'CODE_NOT_ALLOWED',
    message: `Node "${node}" contains code, which is switched off here.`,
    retry: 'never',
    data: {
      node,
      hint: 'Set limits.code.enabled of the configuration to true, or register a function.',
    },
  });
}
