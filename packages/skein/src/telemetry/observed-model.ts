// Model calls as spans and metrics, by the conventions for generative AI
// G1. What was said goes along only when that is switched on.
// G2. Whatever goes wrong here, the call is made and its outcome is passed on unchanged.
import {
  SpanKind,
  SpanStatusCode,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import type { LanguageModel, ModelReply, ModelRequest, ModelSettings } from '@skein/ports';
import { inputMessages, outputMessages, shortText } from './said.ts';
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
        const reply = await model.call(trace === undefined ? request : { ...request, trace });
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
  const span = telemetry.safely(() => startSpan(telemetry, { about, request, parent })) ?? null;
  const end = (more: Attributes) => {
    telemetry.instruments.operationSeconds.record((performance.now() - startedAt) / 1000, {
      ...about,
      ...more,
    });
    span?.end();
  };
  return {
    trace: span === null ? undefined : traceparentOf(span.spanContext()),
    replied: (reply) =>
      telemetry.safely(() => {
        const { usage } = reply;
        for (const [type, count] of [
          ['input', usage.input],
          ['output', usage.output],
        ] as const) {
          telemetry.instruments.tokens.record(count, { ...about, 'gen_ai.token.type': type });
        }
        if (span !== null) span.setAttributes(replyAttributes(telemetry, reply));
        end({});
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

function aboutOf({ provider, name }: LanguageModel): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': wellKnown.get(provider) ?? provider,
    'gen_ai.request.model': name,
  };
}

/** Names of providers as the conventions have them, where ours are others. */
const wellKnown = new Map([['google', 'gcp.gemini']]);

function startSpan(
  { tracer, hasContent }: Telemetry,
  call: {
    readonly about: Attributes;
    readonly request: ModelRequest;
    readonly parent: Context | null;
  },
): Span | null {
  const { about, request, parent } = call;
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
        ...(caller.agent === undefined ? {} : { 'gen_ai.agent.name': caller.agent }),
        ...settingAttributes(request),
        ...(schema === undefined ? {} : { 'gen_ai.output.type': 'json' }),
        ...(tools === undefined ? {} : { 'skein.tools.offered': tools.length }),
        ...(hasContent ? inputMessages(request) : {}),
      },
    },
    parent,
  );
}

/** The names that the conventions have for model settings; null where they have none. */
const settingNames: Readonly<Record<keyof ModelSettings, string | null>> = {
  temperature: 'gen_ai.request.temperature',
  reasoningEffort: null,
  maxOutputTokens: 'gen_ai.request.max_tokens',
};

function settingAttributes(settings: ModelSettings): Attributes {
  const attributes: Attributes = {};
  for (const [key, name] of Object.entries(settingNames)) {
    // True because a literal without a spread has exactly the keys of its type.
    const value = settings[key as keyof ModelSettings];
    if (name !== null && value !== undefined) attributes[name] = value;
  }
  return attributes;
}

function replyAttributes({ hasContent }: Telemetry, reply: ModelReply): Attributes {
  const { usage, toolCalls } = reply;
  return {
    'gen_ai.usage.input_tokens': usage.input,
    'gen_ai.usage.output_tokens': usage.output,
    'gen_ai.response.finish_reasons': [toolCalls.length > 0 ? 'tool_calls' : 'stop'],
    ...(usage.usd > 0 ? { 'skein.usage.usd': usage.usd } : {}),
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
