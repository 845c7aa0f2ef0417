import { setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { Cassette, CassetteCall } from './cassette.ts';

/** The full request of each call, including what the file stores only once: earlier messages, tool descriptions. */
export function fullAsks({ calls, tools = {} }: Cassette): readonly JsonObject[] {
  const full: JsonObject[] = [];
  for (const call of calls) full.push(fullAsk(call, tools, full));
  return full;
}

function fullAsk(
  { node, ask }: CassetteCall,
  described: NonNullable<Cassette['tools']>,
  earlier: readonly JsonObject[],
): JsonObject {
  const whole: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(ask)) {
    if (key !== 'after') setOwn(whole, key, value as Json);
  }
  // An HTTP request is the same whichever node sends it.
  if (ask.type !== 'http') whole['node'] = node;
  if (ask.type !== 'model') return whole;
  const before = ask.after === undefined ? [] : (earlier[ask.after - 1]?.['messages'] ?? []);
  whole['messages'] = [...(before as readonly Json[]), ...ask.messages];
  if (ask.tools !== undefined) whole['tools'] = ask.tools.map((tool) => describe(tool, described));
  return whole;
}

function describe(
  tool: string | JsonObject,
  described: NonNullable<Cassette['tools']>,
): JsonObject {
  if (typeof tool !== 'string') return tool;
  const known = Object.hasOwn(described, tool) ? described[tool] : undefined;
  if (known === undefined) return { name: tool };
  const { description, parameters, builtIn } = known;
  return { name: tool, description, parameters, ...(builtIn !== undefined && { builtIn }) };
}
