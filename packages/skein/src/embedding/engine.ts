import type { DrainOptions } from '@skein/engine';
import type { Json } from '@skein/kernel';
import type { Duration, Workflow, WorkflowInput } from '@skein/sdk';
import type { Engine as TypedEngine } from '../typed/typed-engine.ts';
import type { Handler, HandlerOptions } from './handler.ts';
import type { ScheduleTimes } from './schedule.ts';

/** How an engine ends. */
export interface CloseOptions extends DrainOptions {
  /** How long functions in flight may finish and record, such as `'8s'`; default 10 s. */
  readonly drain?: Duration;
}

/** The engine: what `createEngine` makes. */
export interface Engine extends TypedEngine {
  /**
   * REST, studio, MCP and webhooks as one function from a request to a response, to mount in a program that knows its users itself:
   *
   *     const skein = engine.handler({ basePath: '/skein', user: (request) => sessionOf(request)?.user ?? null });
   *     app.all('/skein/*', (context) => skein(context.req.raw)); // Hono
   *     app.use('/skein', skein.node); // Express, before any parser of bodies
   */
  handler(options: HandlerOptions): Handler;
  /**
   * Starts a workflow, or the saved one of an id, at these times, each with this input. The schedule is in the store: of several
   * processes one starts each run, and the same call again changes nothing. Without an input a run gets the time, as `scheduled_at`.
   *
   *     await engine.schedule(invoices, { cron: '0 9 * * 1', timezone: 'Europe/Brussels' }, { folder: 'inbox' });
   */
  schedule<W extends Workflow | string>(
    workflow: W,
    times: ScheduleTimes,
    // Not two overloads: of those the compiler explains the one that was not meant.
    ...input: W extends Workflow ? [input: WorkflowInput<W>] : [input?: Json]
  ): Promise<void>;
  /** Drains, then gives all runs up without ending them: the store keeps them for the next engine. Handlers end with it. */
  close(options?: CloseOptions): Promise<void>;
}
