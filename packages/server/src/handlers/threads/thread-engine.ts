// Threads of a caller: whom they start and read runs for, and how a reply is answered.
import type { RouteName } from '@skein/api';
import { answerAs } from '../../features/waits/answer-as.ts';
import { visibleWait } from '../../features/waits/visible-wait.ts';
import type { HostReply, ThreadEngine } from '../../host/threads.ts';
import type { Asked } from '../handler.ts';

/** For this caller, and for no longer than they listen. */
export function engineFor({
  services,
  identity,
  signal,
}: Pick<Asked<RouteName>, 'services' | 'identity' | 'signal'>): ThreadEngine {
  const { runs, memory, workflows } = services.engine;
  const over = [signal, services.closing];
  return {
    memory,
    workflows,
    runs: {
      async start(workflow, options) {
        const started = await runs.start(workflow, options);
        const { summaries } = services.records;
        if (started.isRepeated !== true)
          await summaries?.noteStart(started.id, { type: 'thread', name: null });
        return started;
      },
      get: (run) => runs.get(run),
      record: (run) => runs.record(run),
      resume: (run, options) => runs.resume(run, options),
      cancel: (run, options) => runs.cancel(run, options),
      events: (run, options) =>
        runs.events(run, {
          ...options,
          signal: AbortSignal.any([
            ...(options?.signal === undefined ? [] : [options.signal]),
            ...over,
          ]),
        }),
    },
    waits: {
      get: (wait) => visibleWait(services.engine, identity, wait),
      answer: (wait, answer) => answerAs(services, identity, { wait, answer }),
    },
  };
}

/** As a stream for those who want one; the turn goes on in any case. */
export async function answered(
  { request }: Pick<Asked<RouteName>, 'request'>,
  reply: HostReply,
): Promise<Response | { readonly status: number; readonly body: { readonly run_id: string } }> {
  // What cannot begin is told as it is by all routes, not inside of a stream.
  const run = await reply.run;
  if ((request.headers.get('accept') ?? '').includes('text/event-stream'))
    return reply.toUIMessageStreamResponse({ headers: { 'x-skein-run': run } });
  return { status: 202, body: { run_id: run } };
}
