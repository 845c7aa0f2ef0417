// Events as values: one side sends them, the other waits for them, and both know the type of their data.
import type { StandardSchema } from '@skein/agents';
import type { Json } from '@skein/kernel';

declare const data: unique symbol;

/** A named event with the type of its data. */
export interface EventType<Data = unknown> {
  readonly event: string;
  /** Checks the data where it is sent. */
  readonly schema?: StandardSchema;
  readonly [data]?: Data;
}

/**
 * A named event, with any Standard Schema for its data:
 *
 *     export const signed = event('signed', z.object({ user: z.string() }));
 */
export function event<Output>(
  name: string,
  schema: StandardSchema<unknown, Output>,
): EventType<Output>;
export function event<Data = Json>(name: string): EventType<Data>;
export function event(name: string, schema?: StandardSchema): EventType {
  return schema === undefined ? { event: name } : { event: name, schema };
}
