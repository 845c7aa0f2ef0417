import {
  runId,
  type Json,
  type JsonObject,
  type Message,
  type Usage,
  type WaitQuestion,
} from '@skein/kernel';
import { fileNamed, fileValue, type NodeFiles, type OpenFile } from '@skein/ports';
import type {
  LanguageModel,
  ModelReply,
  ModelRequest,
  NodeCall,
  NodeIo,
  StepOptions,
  Subagent,
  Tool,
} from '@skein/ports';

export interface FakeNodeIo extends NodeIo {
  readonly emitted: JsonObject[];
  readonly spent: object[];
  readonly recorded: Map<string, Json | undefined>;
}

interface FakeNodeIoOptions {
  readonly toolCalls?: NodeIo['toolCalls'];
  readonly signal?: AbortSignal;
  readonly recorded?: ReadonlyMap<string, Json | undefined>;
  readonly contexts?: { readonly [id: string]: readonly Message[] };
  readonly model?: (name: string | undefined) => LanguageModel;
  readonly tools?: readonly Tool[];
  readonly subagents?: readonly Subagent[];
  readonly attemptsLeft?: number;
  readonly usage?: Usage;
  readonly now?: number;
  readonly settings?: JsonObject;
  readonly answer?: (question: WaitQuestion) => Json;
}

/** Does what the engine does for one activation, without a run around it. */
export function fakeNodeIo(options: FakeNodeIoOptions = {}): FakeNodeIo {
  const recorded = new Map(options.recorded);
  const counts = new Map<string, number>();
  const io: FakeNodeIo = {
    emitted: [],
    spent: [],
    recorded,
    signal: options.signal ?? new AbortController().signal,
    idempotencyKey: 'run/node/1',
    step: async <T extends Json | undefined>(
      name: string,
      effect: (key: string) => T | Promise<T>,
      { intent }: StepOptions<T> = {},
    ) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const key = `${name}#${count}`;
      // A test records under a key only what its node would.
      if (recorded.has(key)) return recorded.get(key) as T;
      if (intent !== undefined) recorded.set(`${key}?1`, intent);
      const value = await effect(key);
      recorded.set(key, value);
      return value;
    },
    wait: async (question: WaitQuestion) => {
      if (options.answer === undefined) throw new Error('This test answers no question.');
      return options.answer(question);
    },
    recordedKeys: () => [],
    hold: () => () => {},
    withdraw: async () => {},
    send: async () => {},
    emit: (event) => void io.emitted.push(event),
    reserve: async () => () => {},
    spend: (usage) => void io.spent.push(usage),
    usage: () => ({ modelCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0, ...options.usage }),
    now: () => options.now ?? 0,
    memory: { get: forgets, set: forgets, add: forgets, list: forgets, delete: forgets },
    context: (id = 'main') => ({
      id,
      messages: options.contexts?.[id] ?? [],
      settings: options.settings ?? {},
    }),
    model: (name) => {
      if (options.model === undefined) throw new Error('This test has no model.');
      return options.model(name);
    },
    files: fakeFiles(),
    tools: {
      list: () => options.tools ?? [],
      find: (name) => options.tools?.find((tool) => tool.name === name),
    },
    subagents: options.subagents ?? [],
    toolCalls: options.toolCalls ?? 'parallel',
    attemptsLeft: options.attemptsLeft ?? 0,
  };
  return io;
}

export function nodeCall(changes: Partial<NodeCall> = {}): NodeCall {
  return {
    run: runId('run'),
    root: runId('run'),
    node: 'node',
    nodeName: 'Node',
    nodeType: 'function',
    activation: 1,
    attempt: 1,
    config: {},
    inputs: {},
    previous: undefined,
    context: 'main',
    ...changes,
  };
}

/** A model that answers the same text to everything and keeps what it was asked. */
export function fakeModel(text: string): LanguageModel & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    provider: 'fake',
    name: 'parrot',
    requests,
    call: async (request): Promise<ModelReply> => {
      requests.push(request);
      request.onToken?.(text);
      return { text, toolCalls: [], usage: { input: 7, output: 2, usd: 0.5 } };
    },
  };
}

/** What a promise or a function fails with, as data. */
export async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return (error as { readonly failure?: unknown }).failure ?? error;
  }
  throw new Error('it did not fail');
}

/** In memory, of one run. */
function fakeFiles(): NodeFiles {
  const all = new Map<string, OpenFile>();
  const open: NodeFiles['open'] = async (value) => {
    const file = all.get(fileNamed(value)?.id ?? '');
    if (file === undefined) throw new Error('There is no such file.');
    return file;
  };
  const gathered = async (bytes: Uint8Array | AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) parts.push(part);
    return Buffer.concat(parts);
  };
  return {
    async write({ name, type }, bytes) {
      const stored = await gathered(bytes);
      const about = { id: `file-${all.size}`, run: runId('run'), name, type, size: stored.length };
      const file: OpenFile = {
        ...about,
        sha256: '',
        async *bytes() {
          yield stored;
        },
      };
      all.set(file.id, file);
      return fileValue(file);
    },
    open,
    read: async (value) => gathered((await open(value)).bytes()),
  };
}

async function forgets(): Promise<never> {
  throw new Error('This test remembers nothing.');
}
