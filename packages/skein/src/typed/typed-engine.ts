// The engine as TypeScript sees it: workflows are values, with the types of their ends, beside the parts that take ids and JSON.
import { argumentSchema } from '@skein/agents';
import type { Engine as DurableEngine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import {
  toJson,
  type Agent,
  type AgentTools,
  type EventType,
  type Thread,
  type ThreadOptions,
  type Workflow,
} from '@skein/sdk';
import { withoutUndefined } from '../without-undefined.ts';
import type { RegisteredWorkflows } from './register-workflows.ts';
import { runHandle, type RunHandle, type RunResult } from './run-handle.ts';
import { startTyped, type TypedStartOptions } from './start-typed.ts';
import { openAgentThread } from './thread.ts';

/** The engine: what `createEngine` makes. */
export interface Engine extends DurableEngine, AsyncDisposable {
  /** Runs a workflow to its end and gives its output; a RunError if it does not complete. */
  run<In, Out>(
    workflow: Workflow<In, Out>,
    input: NoInfer<In>,
    options?: TypedStartOptions,
  ): Promise<RunResult<Out>>;
  /** Starts a workflow; the run goes on whether or not anybody waits for it. */
  start<In, Out>(
    workflow: Workflow<In, Out>,
    input: NoInfer<In>,
    options?: TypedStartOptions,
  ): Promise<RunHandle<Out>>;
  /** A run of this workflow that was started before, here or in another process. */
  get<In, Out>(workflow: Workflow<In, Out>, run: string): RunHandle<Out>;
  /**
   * Sends an event to every run that waits for it; with `run` only to that one, which keeps it until it waits for it. With an `id` each
   * run gets it at most once.
   */
  send<Data>(
    event: EventType<Data>,
    data: NoInfer<Data>,
    options?: { readonly run?: string; readonly id?: string; readonly user?: string },
  ): Promise<{ readonly delivered: number; readonly kept: boolean }>;
  /**
   * A conversation with an agent, by its id: it is there whether or not anybody has said something in it. With `user` it is that user's
   * own.
   */
  thread<Tools extends AgentTools, Out>(
    id: string,
    agent: Agent<Tools, Out>,
    options?: ThreadOptions,
  ): Thread<Tools, Out>;
}

/** Null for `workflows`: they are registered in another process. */
export function typedEngine<Made extends DurableEngine>(
  engine: Made,
  workflows: RegisteredWorkflows | null,
): Made & Engine {
  const start: Engine['start'] = (flow, input, options) =>
    startTyped(engine, workflows, flow, { input, options });
  return {
    ...engine,
    start,
    run: async (flow, input, options) => (await start(flow, input, options)).result(),
    get: ({ id }, run) => runHandle(engine, run, id),
    async send(event, data, options = {}) {
      const sent = toJson(data, 'data');
      if (event.schema !== undefined) {
        const parsed = argumentSchema(event.schema).parse(sent ?? null);
        if (!parsed.ok) throw badData(event, parsed.problems);
      }
      return engine.events.send(event.event, sent, withoutUndefined(options));
    },
    thread: (id, agent, options) => openAgentThread(engine, workflows, { id, agent, options }),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

function badData({ event }: EventType, problems: readonly string[]): EngineError {
  const complaint = `${problems.join('; ')}.`;
  return new EngineError('BAD_VALUE', { what: `data of the event "${event}"`, complaint });
}
