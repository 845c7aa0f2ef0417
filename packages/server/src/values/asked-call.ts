import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';

export interface AskedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** The tool call that a question is about, from its data; undefined for every other question. */
export function askedCall(data: Json | undefined): AskedCall | undefined {
  if (data === undefined || !isObject(data)) return undefined;
  const [tool, args] = [ownValue(data, 'tool'), ownValue(data, 'arguments') ?? null];
  return typeof tool === 'string' && isObject(args) ? { tool, arguments: args } : undefined;
}

/** As people read it: a text as it is, everything else as JSON. */
export function argumentText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
