// Watching a run during a call
// Reports progress to callers that ask for it, and withdraws questions that no longer need an answer.
import type { PlainOr, RunId, WaitId } from '@skein/api';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { RunUpdate } from '@skein/engine';
import type { McpHost } from '../mcp-host.ts';
import type { ClientSide } from './client-side.ts';

export interface RunWatch {
  /** Aborted when this wait is closed. */
  closed(wait: PlainOr<WaitId>): AbortSignal;
  /** Resolves when all progress of an ended run was sent: nothing may follow the result of a call. */
  told(): Promise<void>;
  stop(): void;
}

/** Clients time out on calls without progress for a minute. */
const heartbeatMs = 15_000;

export function watchRun(
  host: McpHost,
  run: PlainOr<RunId>,
  {
    context: { mcpReq },
    client,
    after,
  }: {
    readonly context: ServerContext;
    readonly client: Pick<ClientSide, 'wantsLog'>;
    readonly after: number;
  },
): RunWatch {
  const stopped = new AbortController();
  const waits = new Map<string, AbortController>();
  const controllerOf = (wait: PlainOr<WaitId>) => {
    const known = waits.get(wait) ?? new AbortController();
    waits.set(wait, known);
    return known;
  };
  const token = mcpReq._meta?.progressToken;
  let progress = after;
  let sent = Promise.resolve();
  const say = (message: string) => {
    if (token === undefined || stopped.signal.aborted) return;
    progress += 1;
    const params = { progressToken: token, progress, message };
    // A lost caller is noticed elsewhere.
    sent = mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  const log = (data: string) => {
    const params = { level: 'info', logger: 'skein', data } as const;
    const logged = mcpReq.notify({ method: 'notifications/message', params }).catch(() => {});
    sent = Promise.all([sent, logged]).then(() => {});
  };
  const closeChildren = async () => {
    for (const [wait, controller] of waits) {
      const { status } = await host.engine.waits.get(wait);
      if (status !== 'open') controller.abort();
    }
  };
  const watch = async () => {
    for await (const update of host.engine.runs.events(run, { after, signal: stopped.signal })) {
      for (const line of linesOf(update)) {
        say(line);
        if (client.wantsLog) log(line);
      }
      for (const wait of closedIn(update)) controllerOf(wait).abort();
      if (isAboutChildren(update)) await closeChildren();
    }
  };
  const watched = watch().catch((error: unknown) => {
    if (!stopped.signal.aborted && !host.isClosing()) host.onProblem(error);
  });
  const heartbeat = setInterval(() => say('still running'), heartbeatMs);
  return {
    closed: (wait) => controllerOf(wait).signal,
    async told() {
      if (token === undefined && !client.wantsLog) return;
      await watched;
      await sent;
    },
    stop() {
      clearInterval(heartbeat);
      stopped.abort();
    },
  };
}

function linesOf(update: RunUpdate): readonly string[] {
  return update.type === 'transient' ? [] : update.derived.flatMap(lineOf);
}

type Fact = Extract<RunUpdate, { type: 'event' }>['derived'][number];

function lineOf(fact: Fact): readonly string[] {
  if (fact.type === 'activation.started') return fact.attempt > 1 ? [] : [`${fact.node} started`];
  if (fact.type === 'activation.completed') return [`${fact.node} completed`];
  if (fact.type === 'activation.failed') return [`${fact.node} failed (${fact.failure.code})`];
  if (fact.type === 'activation.retrying') return [`${fact.node} is retried`];
  if (fact.type !== 'wait.opened') return [];
  return [`${fact.node === '' ? 'the run' : fact.node} waits (${fact.question.kind})`];
}

function closedIn(update: RunUpdate): readonly string[] {
  if (update.type === 'transient') return [];
  const { event, derived } = update;
  if (event.type === 'wait.answered' || event.type === 'wait.expired') return [event.wait];
  return derived.flatMap((fact) => (fact.type === 'wait.closed' ? [fact.wait] : []));
}

/** The waits of children close in other journals. */
function isAboutChildren(update: RunUpdate): boolean {
  return update.type === 'event' && update.event.type.startsWith('child.');
}
