import type { Summarise } from './summaries.ts';

/** A summary without a model: the first line of the prompt that says something. */
export const firstLine: Summarise = async ({ prompt }) =>
  prompt.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
