import { isObject, ownValue, type Json } from '@skein/kernel';

/** What a question whether a tool may be called is about: its very arguments; undefined for any other question. */
export function callArguments(data: Json | undefined): Json | undefined {
  return isObject(data) ? ownValue(data, 'arguments') : undefined;
}
