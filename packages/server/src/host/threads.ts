import type { Json, JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';

/** Conversations with agents of the host's code. */
export interface HostThreads {
  /** Ids of those that one can talk to. */
  agents(): readonly string[];
  list(
    engine: Pick<Engine, 'memory'>,
    options: { readonly user?: string; readonly cursor?: string; readonly limit: number },
  ): Promise<{ readonly items: readonly ListedThread[]; readonly nextCursor: string | null }>;
  /** `engine`: with which runs are started and read, and questions answered, for the caller. */
  open(engine: ThreadEngine, opened: OpenedThread): HostThread;
}

export interface ListedThread {
  readonly agent: string;
  readonly thread: string;
  readonly turns: number;
  readonly said: string;
  readonly updatedAt: number;
}

export interface OpenedThread {
  readonly agent: string;
  readonly id: string;
  readonly user?: string;
}

export interface ThreadEngine {
  readonly runs: Pick<Engine['runs'], 'start' | 'get' | 'record' | 'events' | 'resume'>;
  readonly memory: Pick<Engine['memory'], 'get' | 'list'>;
  readonly waits: {
    get(wait: string): Promise<{ readonly user?: string }>;
    answer(wait: string, answer: Json): Promise<{ readonly run: string }>;
  };
}

export interface HostThread {
  send(message: { readonly id?: string; readonly text: string }): HostReply;
  decide(
    approvalId: string,
    decision: { readonly approved: boolean; readonly input?: Json; readonly note?: string },
  ): HostReply;
  retry(): HostReply;
  respond(request: Request): Promise<Response>;
  uiMessages(options: { readonly turns: number }): Promise<readonly HostMessage[]>;
}

export interface HostMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly JsonObject[];
}

export interface HostReply {
  readonly run: Promise<string>;
  toUIMessageStreamResponse(): Response;
}

export const noThreads: HostThreads = {
  agents: () => [],
  list: async () => ({ items: [], nextCursor: null }),
  open: (_, { agent }) => {
    throw new EngineError('NOT_FOUND', { what: 'agent', id: agent });
  },
};
