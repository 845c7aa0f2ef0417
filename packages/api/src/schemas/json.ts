import type { Json, JsonObject } from '@skein/kernel';
import { z } from '../zod.ts';

/** Whatever JSON can say. Bodies are parsed from a text and bounded in depth before a schema sees them. */
export const json = z.unknown() as z.ZodType<Json, Json>;

/** An object with any keys. */
export const jsonObject = z.record(z.string(), json) as z.ZodType<JsonObject, JsonObject>;
