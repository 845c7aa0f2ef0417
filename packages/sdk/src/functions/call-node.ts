// Native nodes inside functions
// A model call is what the native node does, with the same checks, prices and recorded steps: its keys begin with that of the call
// (`title#1:model#1`).
import { nativeNodeTypes } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import type { NodeCall, NodeIo } from '@skein/ports';
import { attempts } from './attempts.ts';
import { retryPlan, type Retry } from '../values/retry.ts';
import { inTurn, type FunctionCall, type Scope } from './scope.ts';

const native = nativeNodeTypes({ functions: new Map() });
/** A provider that is away for a moment. */
const retryDefault: Retry = { attempts: 4, backoff: '1s', factor: 3 };

export async function callNode(
  scope: Scope,
  {
    type,
    name,
    config,
    retry = retryDefault,
  }: {
    readonly type: 'llm' | 'agent';
    readonly name: string;
    readonly config: JsonObject;
    readonly retry?: Retry | undefined;
  },
): Promise<Json> {
  const run = native.get(type)?.run;
  if (run === undefined) throw new Error(`There is no native node type "${type}".`);
  const key = scope.nextKey(name);
  const plan = retryPlan(retry);
  return attempts(scope.of, { name, key, plan }, async () => {
    const { value } = await run(
      callOf(scope.of.call, { type, config }),
      innerIo(scope.of, { key, name }),
    );
    return value ?? null;
  });
}

/** A call has getters, which a spread would lose. */
function callOf(
  call: NodeCall,
  own: { readonly type: string; readonly config: JsonObject },
): NodeCall {
  const { run, root, user, node, nodeName, activation, attempt, inputs, previous, context } = call;
  const told = { run, root, user, node, nodeName, activation, attempt, inputs, previous, context };
  return { ...told, nodeType: own.type, config: own.config };
}

/** Counts from the beginning in every attempt: what one has recorded, the next one finds. */
function innerIo(
  of: FunctionCall,
  { key, name }: { readonly key: string; readonly name: string },
): NodeIo {
  const { io } = of;
  const counts = new Map<string, number>();
  const nextKey = (inner: string) => {
    const count = (counts.get(inner) ?? 0) + 1;
    counts.set(inner, count);
    return `${key}:${inner}#${count}`;
  };
  return {
    signal: io.signal,
    idempotencyKey: `${io.idempotencyKey}/${key}`,
    trace: io.trace,
    step(inner, effect, options) {
      const own = nextKey(inner);
      return inTurn(of, own, () => io.step(inner, effect, { ...options, key: own }));
    },
    wait(question, inner = '') {
      const own = typeof inner === 'string' ? nextKey(inner) : `${key}:${inner.key}`;
      return inTurn(of, own, () => io.wait({ name, ...question }, { key: own }));
    },
    recordedKeys: () => io.recordedKeys(),
    hold: () => io.hold(),
    emit: (event) => io.emit(event),
    reserve: (cost) => io.reserve(cost),
    spend: (usage) => io.spend(usage),
    usage: () => io.usage(),
    now: () => io.now(),
    context: (id) => io.context(id),
    model: (model) => io.model(model),
    files: io.files,
    memory: io.memory,
    get tools() {
      return io.tools;
    },
    subagents: [],
    toolCalls: io.toolCalls,
    attemptsLeft: 0,
  };
}
