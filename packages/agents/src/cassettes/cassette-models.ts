import type { LanguageModel, ModelReply, ModelRequest } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { modelAsk } from '../loop/asks.ts';
import { finishOf } from '../models/finish.ts';
import type { ModelSource } from '../models/model-source.ts';
import { streamText } from '../models/stream-text.ts';
import type { CassetteReply } from './cassette.ts';
import { recordedFailure, type CassetteDeck } from './cassette-deck.ts';

/** Answers for every model name from a cassette. Requests that are not on it go to `missing`, or fail without one. */
export function cassetteModels(deck: CassetteDeck, missing?: ModelSource): ModelSource {
  const { models = {} } = deck.cassette;
  return {
    model(name, own) {
      const key = name ?? '';
      const known = Object.hasOwn(models, key) ? models[key] : undefined;
      const live = missing?.model(name, own);
      const model: LanguageModel = {
        ...live,
        provider: known?.provider ?? live?.provider ?? 'cassette',
        name: known?.model ?? live?.name ?? (name || 'cassette'),
        ...(known?.sessions === true && { hasSessions: true }),
        call: async (request) => {
          request.signal.throwIfAborted();
          const { run, root = run } = request.caller;
          const played = deck.play(root, modelAsk(name, request));
          if (!played.ok) {
            if (live !== undefined) return live.call(request);
            throw failureError(played.failure);
          }
          const { call } = played;
          await deck.wait(call, request.signal);
          if ('error' in call) throw recordedFailure(call.error);
          // Only a question to a model is answered here.
          const { reply } = call as { readonly reply: CassetteReply };
          return toModelReply(reply, request);
        },
      };
      return model;
    },
  };
}

function toModelReply(reply: CassetteReply, request: ModelRequest): ModelReply {
  const { text, toolCalls = [], usage = {}, original, session } = reply;
  streamText(text, request);
  return {
    text,
    toolCalls,
    usage: { input: usage.input ?? 0, output: usage.output ?? 0, usd: usage.usd ?? 0 },
    ...(original !== undefined && { original }),
    ...finishOf(reply),
    ...(session !== undefined && { session }),
  };
}
