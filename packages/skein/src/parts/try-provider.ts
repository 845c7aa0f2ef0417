// One small call to a provider, so that a person sees whether it works before a workflow needs it.
import { failureIn, type ModelSource } from '@skein/agents';
import { runId, type JsonObject } from '@skein/kernel';

export interface TriedProvider {
  readonly ok: boolean;
  readonly model: string;
  readonly ms: number;
  readonly message: string;
}

const waitMs = 60_000;
/** Enough for models that think first; what they say is shown in one line. */
const outputTokens = 256;
const shownMax = 200;

export async function tryProvider(
  models: ModelSource,
  id: string,
  /** Asked where nobody has named one. */
  find: () => Promise<string>,
): Promise<TriedProvider> {
  const begun = performance.now();
  let model = '';
  const about = () => ({ model, ms: Math.round(performance.now() - begun) });
  try {
    model = await find();
    const { text } = await models.model(`${id}/${model}`).call({
      messages: [{ role: 'user', content: 'Say hello in one word.' }],
      maxOutputTokens: outputTokens,
      signal: AbortSignal.timeout(waitMs),
      caller: {
        run: runId('provider-test'),
        node: 'test',
        nodeName: 'Test of a provider',
        context: '',
      },
    });
    return { ok: true, ...about(), message: text.slice(0, shownMax) };
  } catch (error) {
    const failure = failureIn(error);
    const said = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      ...about(),
      message: withWrongKey(failure?.message ?? said, failure?.data),
    };
  }
}

/** What a person must do comes first; what the provider answered is an explanation. */
function withWrongKey(message: string, data: JsonObject | undefined): string {
  // Not 403: what a good key may not do is explained by the provider.
  const isKey = data?.['status'] === 401;
  return isKey && !message.startsWith('Wrong API key') ? `Wrong API key. ${message}` : message;
}
