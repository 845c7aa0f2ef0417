// The io of a rehearsal
// A node function is called again with nothing but what it recorded. It receives the recorded results, reports its request for
// each, and ends at the first thing that was not recorded.
//
// H1. No effect is ever executed, no row written, nobody asked.
// H2. Tools are only looked up, so that the tools offered to a model can be reported.
import {
  attemptsLeft,
  type ExecuteEffect,
  type Json,
  type RunId,
  type WaitQuestion,
} from '@skein/kernel';
import type {
  LanguageModel,
  NodeIo,
  NodeMemory,
  StepOptions,
  Subagent,
  ToolSource,
} from '@skein/ports';
import { contextOf } from '../../core/execution/context-of.ts';
import { CountedCalls } from '../../core/execution/counted-calls.ts';
import { nodeMemory, recordedBy } from '../../core/execution/node-memory.ts';
import { subagentsOf, type TimedStanding } from '../../core/execution/subagents-of.ts';

export interface RehearsalScene {
  readonly standing: TimedStanding;
  readonly effect: ExecuteEffect;
  readonly run: RunId;
  readonly at: number;
  readonly tools: ToolSource;
  readonly checkAhead: NodeIo['checkAhead'];
  /** The recorded results by key. */
  readonly recorded: ReadonlyMap<string, Json | undefined>;
  /** Called for each requested step, with its request if it has one. */
  readonly onStep: (key: string, request: Json | undefined, isRecorded: boolean) => void;
}

export function rehearsalIo(scene: RehearsalScene): NodeIo {
  const { standing, effect, recorded, onStep } = scene;
  const hold = () => () => {};
  const counted = new CountedCalls(recorded.keys(), hold);
  const step: NodeIo['step'] = async <T extends Json | undefined>(
    name: string,
    _effect: (key: string) => T | Promise<T>,
    options?: StepOptions<T>,
  ): Promise<T> => {
    const given = async (key: string) => {
      const isRecorded = recorded.has(key);
      onStep(key, options?.request?.(), isRecorded);
      if (!isRecorded) throw rehearsalEnd();
      // What was recorded under this key is what this very step returned.
      return recorded.get(key) as T;
    };
    return options?.key === undefined ? counted.call(name, given) : given(options.key);
  };
  return {
    signal: new AbortController().signal,
    idempotencyKey: `${scene.run}/${effect.node}/${effect.activation}`,
    step,
    wait: async (_question: WaitQuestion, name: string | { readonly key: string } = '') => {
      const given = async (key: string) => {
        if (!recorded.has(key)) throw rehearsalEnd();
        return recorded.get(key) ?? null;
      };
      return typeof name === 'string' ? counted.call(name, given) : given(name.key);
    },
    recordedKeys: () => recorded.keys(),
    hold,
    withdraw: async () => {},
    emit: () => {},
    send: unrecorded,
    reserve: async () => () => {},
    spend: () => {},
    usage: () => ({ ...standing.state.usage }),
    now: () => scene.at,
    context: (id = effect.context) => contextOf(standing.state, id),
    model: unaskedModel,
    // What was stored is in a recorded step, and no bytes are needed to know what was asked.
    files: { write: unrecorded, open: unrecorded, read: unrecorded },
    memory: rehearsedMemory({ step, idempotencyKey: '' }),
    checkAhead: scene.checkAhead,
    tools: scene.tools,
    get subagents(): readonly Subagent[] {
      return subagentsOf(standing, effect);
    },
    toolCalls: standing.graph.policy.toolCalls,
    attemptsLeft: leftFor(standing, effect),
  };
}

function leftFor({ graph }: TimedStanding, { node, attempt }: ExecuteEffect): number {
  const called = graph.nodeById.get(node);
  return called === undefined ? 0 : attemptsLeft(called.retry, attempt);
}

/** Nothing is read of it: a step is recorded, or the rehearsal ends there. */
export function rehearsedMemory(io: Pick<NodeIo, 'step' | 'idempotencyKey'>): NodeMemory {
  return nodeMemory({ user: undefined, workflow: '' }, recordedBy(unreadMemory, io));
}

const unreadMemory = { store: {}, clock: { now: () => 0 } };

/** It is never called, so it need not exist any more. */
function unaskedModel(name = 'default'): LanguageModel {
  return { provider: 'recorded', name, call: async () => Promise.reject(rehearsalEnd()) };
}

async function unrecorded(): Promise<never> {
  throw rehearsalEnd();
}

const endCode = 'REHEARSAL_ENDED';

/** Looks like a permanent failure, so that no function retries it. */
function rehearsalEnd(): Error {
  const message = 'Nothing more was recorded.';
  const failure = { code: endCode, message, retry: 'never' };
  return Object.assign(new Error(message), { failure });
}

export function isRehearsalEnd(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('failure' in error)) return false;
  const { failure } = error as { readonly failure: { readonly code?: unknown } };
  return failure.code === endCode;
}
