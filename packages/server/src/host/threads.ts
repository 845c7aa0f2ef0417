import type { Json, JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';

/** Conversations with agents: those of the host's code, and those that users have made. */
export interface HostThreads {
  /** Ids of those of the host's code. */
  agents(): readonly string[];
  list(
    engine: Pick<Engine, 'memory'>,
    options: ListedThreads,
  ): Promise<{ readonly items: readonly ListedThread[]; readonly nextCursor: string | null }>;
  /** `engine`: with which runs are started and read, and questions answered, for the caller. */
  open(engine: ThreadEngine, opened: OpenedThread): HostThread;
}

export interface ListedThreads {
  readonly user?: string;
  readonly cursor?: string;
  readonly limit: number;
  /** `said`: those in which something was said last first; default: those that began first. */
  readonly order?: 'begun' | 'said';
}

export interface ListedThread {
  readonly agent: string;
  readonly thread: string;
  readonly turns: number;
  readonly said: string;
  /** What it began with. */
  readonly title: string;
  readonly updatedAt: number;
}

export interface OpenedThread {
  readonly agent: string;
  readonly id: string;
  readonly user?: string;
  /** One that the user has made; undefined: of the host's code. */
  readonly stored?: {
    readonly id: string;
    readonly instructions?: string;
    readonly model?: string;
    readonly tools: readonly string[];
    /** Of the node that answers, and what else it is told. */
    readonly type?: string;
    readonly about?: JsonObject;
  };
}

export interface ThreadEngine {
  readonly runs: Pick<Engine['runs'], 'start' | 'get' | 'record' | 'events' | 'resume' | 'cancel'>;
  readonly workflows: Pick<Engine['workflows'], 'save'>;
  readonly memory: Pick<Engine['memory'], 'get' | 'list' | 'set' | 'delete'>;
  readonly waits: {
    get(wait: string): Promise<{ readonly user?: string }>;
    answer(wait: string, answer: Json): Promise<{ readonly run: string }>;
  };
}

export interface HostThread {
  send(message: {
    readonly id?: string;
    readonly text: string;
    readonly files?: readonly {
      readonly name?: string;
      readonly mediaType: string;
      readonly url: string;
    }[];
  }): HostReply;
  decide(
    approvalId: string,
    decision: { readonly approved: boolean; readonly input?: Json; readonly note?: string },
  ): HostReply;
  retry(): HostReply;
  stop(run?: string): Promise<boolean>;
  fork(options: {
    readonly before: string;
    readonly to: string;
  }): Promise<{ readonly turns: number }>;
  respond(request: Request): Promise<Response>;
  uiMessages(options: { readonly turns: number }): Promise<readonly HostMessage[]>;
  /** What it began with; empty as long as nothing was said. */
  title(): Promise<string>;
}

export interface HostMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly JsonObject[];
  /** Of what was said to the assistant: the workflow and the version that it is about. */
  readonly metadata?: JsonObject;
}

export interface HostReply {
  readonly run: Promise<string>;
  toUIMessageStreamResponse(init?: ResponseInit): Response;
}

export const noThreads: HostThreads = {
  agents: () => [],
  list: async () => ({ items: [], nextCursor: null }),
  open: (_, { agent }) => {
    throw new EngineError('NOT_FOUND', { what: 'agent', id: agent });
  },
};
