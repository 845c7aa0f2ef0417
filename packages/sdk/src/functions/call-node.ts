// Nodes inside functions
// A call of a model or an agent is what its node does, with the same checks, prices and recorded steps: its keys begin with that of the call
// (`title#1:model#1`).
import type { Json, JsonObject, WaitQuestion } from '@skein/kernel';
import { overIo, type NodeCall, type NodeIo, type NodeType } from '@skein/ports';
import { attempts } from './attempts.ts';
import { retryPlan, type Retry } from '../values/retry.ts';
import { inTurn, type FunctionCall, type Scope } from './scope.ts';

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
    readonly type: NodeType;
    readonly name: string;
    readonly config: JsonObject;
    readonly retry?: Retry | undefined;
  },
): Promise<Json> {
  const { kind, run } = type;
  if (run === undefined) throw new Error(`The node type "${kind.type}" has no function.`);
  const key = scope.nextKey(name);
  const plan = retryPlan(retry);
  const call = () =>
    attempts(scope.of, { name, key, plan }, async () => {
      const { value } = await run(
        callOf(scope.of.call, { type: kind.type, config }),
        innerIo(scope.of, { key, name }),
      );
      return value ?? null;
    });
  // Its steps come in their turns; that it failed is a result of its own.
  return scope.of.recorded.has(`${key}!`) ? inTurn(scope.of, key, call) : call();
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
  const own: Pick<NodeIo, 'step' | 'wait'> = {
    step(inner, effect, options) {
      const innerKey = nextKey(inner);
      return inTurn(of, innerKey, () => io.step(inner, effect, { ...options, key: innerKey }));
    },
    wait(question: WaitQuestion, inner: string | { readonly key: string } = '') {
      const innerKey = typeof inner === 'string' ? nextKey(inner) : `${key}:${inner.key}`;
      return inTurn(of, innerKey, () => io.wait({ name, ...question }, { key: innerKey }));
    },
  };
  const idempotencyKey = `${io.idempotencyKey}/${key}`;
  return overIo(io, { ...own, idempotencyKey, subagents: [], attemptsLeft: 0 });
}
