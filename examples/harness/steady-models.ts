// A scripted model that a restart does not confuse
// A call whose reply was not recorded is made again after a restart. The script would take its next reply for it; here the
// same request gets the same reply, until the journal has it.
import type { LanguageModel, ModelReply } from '../../packages/ports/src/index.ts';

interface Given {
  readonly reply: Promise<ModelReply>;
  /** A text that the journal has as soon as the reply is recorded. */
  mark: string | null;
}

export interface SteadyModels {
  model(name: string | undefined): LanguageModel;
  /** Forgets the replies that are in these rows. */
  recorded(rows: string): void;
}

export function steadyModels(models: {
  model(name: string | undefined): LanguageModel;
}): SteadyModels {
  const given = new Map<string, Given>();
  return {
    model(name) {
      const inner = models.model(name);
      return {
        ...inner,
        call: (request) => {
          const { caller, system, messages } = request;
          const key = JSON.stringify([name, caller, system, messages]);
          const known = given.get(key);
          if (known !== undefined) return known.reply;
          // It outlives the engine that asked first.
          const { signal } = new AbortController();
          const fresh: Given = { reply: inner.call({ ...request, signal }), mark: null };
          given.set(key, fresh);
          fresh.reply.then(
            (reply) => (fresh.mark = markOf(reply)),
            (error: unknown) => (fresh.mark = JSON.stringify(String((error as Error).message))),
          );
          return fresh.reply;
        },
      };
    },
    recorded(rows) {
      for (const [key, { mark }] of given) {
        if (mark !== null && rows.includes(mark)) given.delete(key);
      }
    },
  };
}

function markOf({ text, toolCalls }: ModelReply): string {
  return JSON.stringify(toolCalls?.[0]?.id ?? text);
}
