import { isObject, type Json, type JsonObject } from '@skein/kernel';
import {
  eventOf,
  halves,
  itemsAt,
  prefillRefused,
  unpaired,
  type WireFormat,
} from './fake-reply.ts';

/** Google's generateContent. */
export const wireGemini: WireFormat = {
  matches: (path) => path.endsWith(':streamGenerateContent'),
  refusal: (body) => {
    const contents = itemsAt(body, 'contents');
    if (contents.at(-1)?.['role'] === 'model') return prefillRefused;
    const parts = contents.flatMap((content) => itemsAt(content, 'parts'));
    // It pairs them by name.
    const namesOf = (key: string) =>
      parts.flatMap(({ [key]: part = null }) => (isObject(part) ? [part['name'] ?? null] : []));
    return unpaired(namesOf('functionCall'), namesOf('functionResponse'));
  },
  pieces: ({ text, toolCalls, usage, thought, searched, finish }) => {
    const chunk = (parts: readonly JsonObject[], rest: JsonObject = {}) =>
      eventOf({ candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] });
    const signed: JsonObject = thought === undefined ? {} : { thoughtSignature: thought.signature };
    return [
      ...halves(text).map((half) => chunk([{ text: half }])),
      ...toolCalls.map((call) =>
        chunk([
          { functionCall: { name: call.name, args: argumentsOf(call.arguments) }, ...signed },
        ]),
      ),
      eventOf({
        candidates: [
          {
            content: { role: 'model', parts: [] },
            index: 0,
            finishReason: finish === undefined ? 'STOP' : 'MAX_TOKENS',
            ...(searched !== undefined && { groundingMetadata: { webSearchQueries: [searched] } }),
          },
        ],
        usageMetadata: {
          promptTokenCount: usage.input,
          candidatesTokenCount: usage.output,
          totalTokenCount: usage.input + usage.output,
          cachedContentTokenCount: usage.cached ?? 0,
        },
      }),
    ];
  },
};

/** This format has no text for arguments; what is not JSON cannot be expressed in it. */
function argumentsOf(given: JsonObject | string): Json {
  return typeof given === 'string' ? { unreadable: given } : given;
}
