import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { NodeBehaviour } from '@skein/ports';
import { redactText, redactionKinds, type RedactionKind } from './redact-text.ts';

export const redactorNode: NodeBehaviour = {
  description: 'Removes private details from texts.',
  run: ({ inputs, config }) => {
    const redact = redactorOf(config);
    const data = redactAll(ownValue(inputs, 'data') ?? null, redact);
    return { value: data, ports: { data } };
  },
};

function redactorOf(config: JsonObject): (text: string) => string {
  const literals = textsAt(config, 'literals') ?? [];
  const named = textsAt(config, 'kinds') ?? (literals.length > 0 ? [] : redactionKinds);
  const kinds = redactionKinds.filter((kind: RedactionKind) => named.includes(kind));
  return (text) => redactText(text, { kinds, literals });
}

function textsAt(config: JsonObject, key: string): readonly string[] | undefined {
  const value = ownValue(config, key);
  if (!Array.isArray(value)) return undefined;
  return value.filter((item: Json): item is string => typeof item === 'string');
}

/** In keys too: they contain names and addresses as often as values do. */
function redactAll(value: Json, redact: (text: string) => string): Json {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: Json) => redactAll(item, redact));
  if (!isObject(value)) return value;
  const redacted: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(redacted, redact(key), redactAll(item, redact));
  }
  return redacted;
}
