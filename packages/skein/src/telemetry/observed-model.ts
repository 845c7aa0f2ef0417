// Model calls as spans and metrics, by the conventions for generative AI
// G1. What was said goes along only when that is switched on.
// G2. Whatever goes wrong here, the call is made and its outcome is passed on unchanged.
import {
  context,
  SpanKind,
  SpanStatusCode,
  trace as tracing,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import {
  withoutUndefined,
  type LanguageModel,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  type ServerAddress,
  type Within,
} from '@skein/ports';
import { finishOf, inputMessages, outputMessages, shortText } from './said.ts';
import type { Telemetry } from './telemetry.ts';
import { traceparentOf } from './trace-ids.ts';

export function observedModel(
  model: LanguageModel,
  telemetry: Telemetry,
  parentOf: (asker: string) => Context | null,
): LanguageModel {
  return {
    provider: model.provider,
    name: model.name,
    ...(model.hasSessions === undefined ? {} : { hasSessions: model.hasSessions }),
    ...(model.outputTokensMax === undefined ? {} : { outputTokensMax: model.outputTokensMax }),
    ...(model.priceOf === undefined ? {} : { priceOf: (tokens) => model.priceOf?.(tokens) }),
    async call(request) {
      const watch = begin(telemetry, model, { request, parent: parentOf(request.caller.node) });
      try {
        const { trace } = watch;
        const traced = trace === undefined ? request : { ...request, trace };
        const reply = await watch.within(() => model.call(traced));
        watch.replied(reply);
        return reply;
      } catch (error) {
        watch.failed(error);
        throw error;
      }
    },
  };
}

interface CallWatch {
  /** What the request carries along. */
  readonly trace: string | undefined;
  /** With its span as the active one. */
  readonly within: Within;
  replied(reply: ModelReply): void;
  failed(error: unknown): void;
}

function begin(
  telemetry: Telemetry,
  model: LanguageModel,
  { request, parent }: { readonly request: ModelRequest; readonly parent: Context | null },
): CallWatch {
  const startedAt = performance.now();
  const about = aboutOf(model);
  const span =
    telemetry.safely(() =>
      startSpan(telemetry, { about, request, parent, streams: model.streams }),
    ) ?? null;
  const { instruments } = telemetry;
  const end = (more: Attributes) => {
    instruments.operationSeconds.record((performance.now() - startedAt) / 1000, {
      ...about,
      ...more,
    });
    span?.end();
  };
  const isSent = span === null || telemetry.isSentByHost();
  return {
    trace: isSent ? undefined : traceparentOf(span.spanContext()),
    within: (code) =>
      span === null || parent === null ? code() : context.with(tracing.setSpan(parent, span), code),
    replied: (reply) =>
      telemetry.safely(() => {
        const { usage, details = {} } = reply;
        const answered = withoutUndefined({ 'gen_ai.response.model': details.model });
        const measured = { ...about, ...answered };
        for (const type of ['input', 'output'] as const) {
          instruments.tokens.record(usage[type], { ...measured, 'gen_ai.token.type': type });
        }
        if (details.firstChunkMs !== undefined)
          instruments.firstChunkSeconds.record(details.firstChunkMs / 1000, measured);
        if (span !== null) span.setAttributes(replyAttributes(telemetry, reply));
        end(answered);
      }),
    failed: (error) =>
      telemetry.safely(() => {
        const type = errorType(error);
        span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.setAttribute('error.type', type);
        end({ 'error.type': type });
      }),
  };
}

function aboutOf({ provider, name, server }: LanguageModel): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': wellKnown.get(provider) ?? provider,
    'gen_ai.request.model': name,
    ...serverAttributes(server),
  };
}

export function serverAttributes(server: ServerAddress | undefined): Attributes {
  return withoutUndefined({ 'server.address': server?.address, 'server.port': server?.port });
}

/** Names of providers as the conventions have them, where ours are others. */
const wellKnown = new Map([
  ['google', 'gcp.gemini'],
  ['gemini', 'gcp.gemini'],
  ['mistral', 'mistral_ai'],
  ['xai', 'x_ai'],
]);

function startSpan(
  { tracer, hasContent }: Telemetry,
  call: {
    readonly about: Attributes;
    readonly request: ModelRequest;
    readonly parent: Context | null;
    readonly streams: boolean | undefined;
  },
): Span | null {
  const { about, request, parent, streams } = call;
  if (parent === null) return null;
  const { caller, schema, tools } = request;
  return tracer.startSpan(
    `chat ${String(about['gen_ai.request.model'])}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        ...about,
        'skein.run.id': caller.run,
        'skein.node.id': caller.node,
        'gen_ai.conversation.id': `${caller.root ?? caller.run}/${caller.context}`,
        ...withoutUndefined({
          'gen_ai.agent.name': caller.agent,
          'gen_ai.request.stream': streams,
          'gen_ai.output.type': schema === undefined ? undefined : 'json',
          'skein.tools.offered': tools?.length,
        }),
        ...settingAttributes(request),
        ...(hasContent ? inputMessages(request) : {}),
      },
    },
    parent,
  );
}

/** The names that the conventions have for model settings; null where they have none. */
const settingNames: Readonly<Record<keyof ModelSettings, string | null>> = {
  temperature: 'gen_ai.request.temperature',
  topP: 'gen_ai.request.top_p',
  frequencyPenalty: 'gen_ai.request.frequency_penalty',
  presencePenalty: 'gen_ai.request.presence_penalty',
  stopSequences: 'gen_ai.request.stop_sequences',
  reasoningEffort: null,
  maxOutputTokens: 'gen_ai.request.max_tokens',
};

function settingAttributes(settings: ModelSettings): Attributes {
  const attributes: Attributes = {};
  for (const [key, name] of Object.entries(settingNames)) {
    // True because a literal without a spread has exactly the keys of its type.
    const value = settings[key as keyof ModelSettings];
    if (name !== null && value !== undefined)
      attributes[name] = typeof value === 'object' ? [...value] : value;
  }
  return attributes;
}

function replyAttributes({ hasContent }: Telemetry, reply: ModelReply): Attributes {
  const { usage, details = {} } = reply;
  const { firstChunkMs } = details;
  return {
    'gen_ai.usage.input_tokens': usage.input,
    'gen_ai.usage.output_tokens': usage.output,
    'gen_ai.response.finish_reasons': [finishOf(reply)],
    ...withoutUndefined({
      'gen_ai.response.id': details.id,
      'gen_ai.response.model': details.model,
      'gen_ai.response.time_to_first_chunk':
        firstChunkMs === undefined ? undefined : firstChunkMs / 1000,
      'gen_ai.usage.cache_read.input_tokens': details.cacheReadTokens,
      'gen_ai.usage.cache_creation.input_tokens': details.cacheWriteTokens,
      'gen_ai.usage.reasoning.output_tokens': details.reasoningTokens,
      'skein.usage.usd': usage.usd > 0 ? usage.usd : undefined,
    }),
    ...(hasContent ? outputMessages(reply) : {}),
  };
}

/** A code, never a message: that may quote what was sent. */
export function errorType(error: unknown): string {
  if (typeof error === 'object' && error !== null) {
    const failure: unknown = 'failure' in error ? error.failure : error;
    if (typeof failure === 'object' && failure !== null && 'code' in failure) {
      if (typeof failure.code === 'string') return shortText(failure.code);
    }
  }
  return error instanceof Error ? shortText(error.name) : '_OTHER';
}
