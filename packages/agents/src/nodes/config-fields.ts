// Config fields
// What several node types share, so that a form says the same thing everywhere.
import type { Json } from '@skein/kernel';
import type { Zod } from '../lazy-schema.ts';

/** A value of any shape. Not zod's own JSON type: that one recurses, and definitions are checked for depth already. */
export const anyValue = (zod: Zod) => zod.custom<Json>((value) => value !== undefined);

export const userSchema = (zod: Zod) =>
  zod.union([zod.record(zod.string(), anyValue(zod)), zod.boolean()]);

export const deadlineMs = (zod: Zod) =>
  zod
    .number()
    .int()
    .positive()
    .optional()
    .describe('How long the wait stays open, in milliseconds; then the port expired fires.');

export const who = (zod: Zod) =>
  zod.array(zod.string()).optional().describe('Ids of the users who may answer; default: anyone.');

export const approvedCalls = (zod: Zod) =>
  zod
    .union([zod.boolean(), zod.array(zod.string())])
    .optional()
    .describe('Whose calls a person must approve: true for all, or names.');

export const workflow = (zod: Zod) =>
  zod
    .union([zod.string(), zod.record(zod.string(), anyValue(zod))])
    .describe('The id of a stored workflow, or a native definition written inside.');
