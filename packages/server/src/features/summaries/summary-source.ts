import { isObject, ownValue, stepsOf, type Json, type JsonObject } from '@skein/api';

/** What a summary of a step is made from. */
export interface SummarySource {
  readonly prompt: string;
  /** The ids of the tools that it may call. */
  readonly tools: readonly string[];
}

const promptLettersMax = 4000;

export function sourceOf(step: JsonObject): SummarySource {
  const prompt = ownValue(step, 'system_prompt');
  const tools = ownValue(step, 'tools');
  return {
    prompt: typeof prompt === 'string' ? prompt.slice(0, promptLettersMax) : '',
    tools:
      tools !== undefined && isObject(tools) ? Object.keys(tools).filter(isEnabledIn(tools)) : [],
  };
}

function isEnabledIn(tools: JsonObject): (name: string) => boolean {
  return (name) => {
    const tool = ownValue(tools, name);
    return tool !== undefined && isObject(tool) && ownValue(tool, 'enabled') === true;
  };
}

/** Steps with a prompt have one; a step without a prompt has nothing to sum up. */
export function lacksSummary(step: JsonObject): boolean {
  const known = ownValue(step, 'generated_summary');
  const isMade = typeof known === 'string' && known !== '';
  return (
    ownValue(step, 'type') !== 'stop_checker' && !isMade && sourceOf(step).prompt.trim() !== ''
  );
}

export function saysTheSame(step: JsonObject, other: JsonObject): boolean {
  const said = (each: JsonObject): Json => [
    ownValue(each, 'system_prompt') ?? null,
    ownValue(each, 'tools') ?? null,
  ];
  return JSON.stringify(said(step)) === JSON.stringify(said(other));
}

/** A saved step keeps its summary while its prompt and tools stay the same; otherwise it gets a new one. */
export function keepSummary(step: JsonObject, before: JsonObject | undefined): JsonObject {
  if (before === undefined) return step;
  const { generated_summary: _, ...rest } = step;
  const known = ownValue(before, 'generated_summary');
  const isKept = known !== undefined && saysTheSame(step, before);
  return isKept ? { ...rest, generated_summary: known } : rest;
}

/** `keepSummary` for all steps of a definition. */
export function keepSummaries(definition: JsonObject, before: JsonObject): JsonObject {
  const steps = ownValue(definition, 'steps');
  if (!Array.isArray(steps)) return definition;
  const known = new Map(stepsOf(before).map((step) => [ownValue(step, 'uuid'), step]));
  return {
    ...definition,
    steps: (steps as readonly Json[]).map((step) =>
      isObject(step) ? keepSummary(step, known.get(ownValue(step, 'uuid'))) : step,
    ),
  };
}
