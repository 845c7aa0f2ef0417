// A session-graph document, as far as it can be read
// What is broken is left out here: its shape has been complained about already, and everything else is still looked at.
import { isObject, listAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { stepNames, type StepNames } from './step-names.ts';

export interface SessionStep {
  readonly index: number;
  readonly id: string;
  /** "" when it calls none. */
  readonly function: string;
  readonly functionKey: 'function' | 'utility';
  readonly input: Json | undefined;
  readonly description: string | undefined;
  readonly written: JsonObject;
}

export interface SessionPath {
  readonly index: number;
  readonly from: string;
  readonly to: string;
  readonly conditions: Json | undefined;
  readonly conditionsKey: 'conditions' | 'condition';
  readonly operator: string | undefined;
  readonly priority: number | undefined;
  readonly written: JsonObject;
}

export interface SessionDocument {
  readonly written: JsonObject;
  readonly steps: readonly SessionStep[];
  readonly paths: readonly SessionPath[];
  readonly names: StepNames;
  readonly stepById: ReadonlyMap<string, SessionStep>;
}

export function readDocument(written: JsonObject): SessionDocument {
  const steps = listAt(written, 'steps').flatMap(readStep);
  const stepById = new Map<string, SessionStep>();
  for (const step of steps) if (!stepById.has(step.id)) stepById.set(step.id, step);
  const paths = listAt(written, 'paths').flatMap(readPath);
  return { written, steps, paths, names: stepNames(stepById.keys()), stepById };
}

function readStep(written: Json, index: number): readonly SessionStep[] {
  if (!isObject(written)) return [];
  const id = ownValue(written, 'id');
  if (typeof id !== 'string' || id === '') return [];
  const functionKey = textAt(written, 'function') === undefined ? 'utility' : 'function';
  return [
    {
      index,
      id,
      function: textAt(written, functionKey) ?? '',
      functionKey,
      input: ownValue(written, 'input') ?? undefined,
      description: textAt(written, 'description'),
      written,
    },
  ];
}

function readPath(written: Json, index: number): readonly SessionPath[] {
  if (!isObject(written)) return [];
  const from = ownValue(written, 'from');
  const to = ownValue(written, 'to');
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  const named = ownValue(written, 'conditions') ?? undefined;
  const priority = ownValue(written, 'priority');
  return [
    {
      index,
      from,
      to,
      conditions: named ?? ownValue(written, 'condition') ?? undefined,
      conditionsKey: named === undefined ? 'condition' : 'conditions',
      operator: textAt(written, 'operator'),
      priority: typeof priority === 'number' ? priority : undefined,
      written,
    },
  ];
}
