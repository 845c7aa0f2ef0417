// The node type of a durable function: one node, whose recorded steps are the run.
import { argumentSchema, type StandardSchema } from '@skein/agents';
import { isObject, ownValue, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import {
  RecordedOrder,
  type Accepted,
  type AskedQuestion,
  type NodeCall,
  type NodeIo,
  type NodeType,
} from '@skein/ports';
import { kindOfCode } from '../values/kind-of-code.ts';
import { toJson } from '../values/to-json.ts';
import { notDeterministic } from './determinism.ts';
import { Restart } from './errors.ts';
import { functionIo } from './function-io.ts';
import { nativeType } from './native-type.ts';
import { Scope, Turns, type FunctionCall } from './scope.ts';
import type { WorkflowIo } from './workflow-io.ts';

export interface DurableFunction {
  readonly id: string;
  /** Tells one state of the code from another. */
  readonly hash: string;
  readonly input: StandardSchema | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- its maker has typed it
  readonly run: (io: WorkflowIo, input: any) => unknown;
}

export function functionType(type: string, durable: DurableFunction): NodeType {
  return {
    kind: kindOfCode(type),
    name: durable.id,
    description: 'A durable function, written in TypeScript.',
    asksInSteps: true,
    run: (call, io) => callFunction(durable, call, io),
    accept: acceptAnswer,
  };
}

async function callFunction(
  { id, hash, input: schema, run }: DurableFunction,
  call: NodeCall,
  io: NodeIo,
): Promise<NodeResult> {
  const recorded = new Set(io.recordedKeys());
  const isSameCode = ownValue(call.config, 'code') === hash;
  const order = new RecordedOrder(
    [...recorded].flatMap(callsOf),
    isSameCode ? (path) => notDeterministic(id, path) : null,
  );
  const of: FunctionCall = {
    workflow: id,
    call,
    io,
    order,
    recorded,
    turns: new Turns(),
    isGivenUp: () => false,
    life: { isOver: false },
  };
  try {
    const given = await run(functionIo(new Scope(of)), inputOf(schema, call.previous ?? null));
    checkEnd(order);
    const value = toJson(given, `result of the workflow "${id}"`);
    return value === undefined ? {} : { value };
  } catch (error) {
    if (!(error instanceof Restart)) throw order.refusal ?? error;
    checkEnd(order);
    return { ports: { restart: toJson(error.input, 'input of the restart') ?? null } };
  } finally {
    of.life.isOver = true;
  }
}

/** The call that a key belongs to: `pay#1` and `pay#1!` are one. None for what a call records besides. */
function callsOf(key: string): readonly string[] {
  const [, base] = /^([^~]*#\d+)!?$/.exec(key) ?? [];
  return base === undefined ? [] : [base];
}

function checkEnd(order: RecordedOrder): void {
  order.end();
  if (order.refusal !== null) throw order.refusal;
}

function inputOf(schema: StandardSchema | undefined, input: Json): unknown {
  if (schema === undefined) return input;
  const parsed = argumentSchema(schema).parse(input);
  if (parsed.ok) return parsed.args;
  const error = new Error(`The input does not fit: ${parsed.problems.join('; ')}.`);
  throw Object.assign(error, { code: 'INPUT_INVALID', retry: 'never' });
}

/** As the native node of that kind would accept it. */
function acceptAnswer(answer: Json, asked: AskedQuestion): Accepted {
  const { kind, schema, data } = asked.question;
  if (kind === 'event') {
    const wanted = isObject(data) ? ownValue(data, 'match') : undefined;
    if (matches(answer, wanted)) return { ok: true, answer };
    const hint = 'The run waits for an event with other data.';
    return { ok: false, message: 'The event is not the one that is waited for.', hint };
  }
  const { accept } =
    kind === 'input' || isOwnApproval(asked) ? nativeType(kind) : nativeType('agent');
  const config: JsonObject = kind === 'input' && schema !== undefined ? { schema } : {};
  return accept?.(answer, { ...asked, config }) ?? { ok: true, answer };
}

/** Not one of a tool that an agent wants to call. */
function isOwnApproval({ question: { kind, data } }: AskedQuestion): boolean {
  return kind === 'approval' && !(isObject(data) && Object.hasOwn(data, 'callId'));
}

/** Whether a value has all that is wanted: fields of objects, everything else equal. */
function matches(value: Json, wanted: Json | undefined): boolean {
  if (wanted === undefined) return true;
  if (!isObject(wanted)) return JSON.stringify(value) === JSON.stringify(wanted);
  if (!isObject(value)) return false;
  return Object.entries(wanted).every(([key, each]) => matches(ownValue(value, key) ?? null, each));
}
