import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { NodeBehaviour } from '@skein/ports';
import { redactText, redactionKinds, type Redaction, type RedactionKind } from './redact-text.ts';

export const redactorNode: NodeBehaviour = {
  description: 'Removes private details from texts.',
  run: async ({ inputs, config }) => {
    const data = await inTurns(redactAll(ownValue(inputs, 'data') ?? null, redactionOf(config)));
    return { value: data, ports: { data } };
  },
};

const sliceMs = 4;

/** Others have their turn in between: megabytes of text take seconds. */
async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  let began = performance.now();
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value;
    if (performance.now() - began < sliceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}

function redactionOf(config: JsonObject): Redaction {
  const literals = textsAt(config, 'literals') ?? [];
  const named = textsAt(config, 'kinds') ?? (literals.length > 0 ? [] : redactionKinds);
  const kinds = redactionKinds.filter((kind: RedactionKind) => named.includes(kind));
  return { kinds, literals };
}

function textsAt(config: JsonObject, key: string): readonly string[] | undefined {
  const value = ownValue(config, key);
  if (!Array.isArray(value)) return undefined;
  return value.filter((item: Json): item is string => typeof item === 'string');
}

/** In keys too: they contain names and addresses as often as values do. */
function* redactAll(value: Json, redaction: Redaction): Generator<void, Json> {
  if (typeof value === 'string') return yield* redactText(value, redaction);
  if (Array.isArray(value)) {
    const items: Json[] = [];
    // A list of JSON holds JSON.
    for (const item of value as readonly Json[]) {
      items.push(yield* redactAll(item, redaction));
      yield;
    }
    return items;
  }
  if (!isObject(value)) return value;
  const redacted: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(redacted, yield* redactText(key, redaction), yield* redactAll(item, redaction));
    yield;
  }
  return redacted;
}
