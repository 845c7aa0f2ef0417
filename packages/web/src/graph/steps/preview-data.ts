// The rows of a data node before a run: its steps on values of a run, or on sample rows
// P1. The kernel computes them, so they are what a run gives.
// P2. A step that is wrong hides only its own rows and those after it.
import {
  ownValue,
  parseTemplate,
  previewSteps,
  resolveTemplate,
  unresolvedNames,
  type Json,
  type JsonObject,
  type Scope,
} from '@skein/kernel';
import { isList, listAt } from '../own-keys.ts';
import { typeName } from '../variables/known-shape.ts';

export interface DataPreview {
  /** Null while there are none. */
  readonly rows: readonly Json[] | null;
  /** Whether they are pasted ones. */
  readonly isSample: boolean;
  /** Why there are none. */
  readonly why: string;
  /** The rows after each step that could be done. */
  readonly stages: readonly (readonly Json[])[];
  /** Why the step after the last stage could not be done; its problems say it themselves. */
  readonly stopped: string | null;
}

export function previewData(
  config: JsonObject,
  { scope, sample }: { readonly scope: Scope; readonly sample: string },
): DataPreview {
  const found = rowsIn(config, scope);
  const isSample = found.rows === null && sample.trim() !== '';
  const { rows, why } = isSample ? sampleRows(sample) : found;
  if (rows === null) return { rows, isSample, why, stages: [], stopped: null };
  const steps = listAt(config, 'steps');
  const whole = previewSteps({ steps }, rows, scope);
  const first = whole.problems.map(({ path }) => Number(path[0] ?? 0)).toSorted((a, b) => a - b)[0];
  const done =
    first === undefined ? whole : previewSteps({ steps: steps.slice(0, first) }, rows, scope);
  const { stages, failure, missing } = done;
  const lacks = missing === undefined ? null : `The run has no value of ${missing.join(', ')}.`;
  return { rows, isSample, why, stages, stopped: failure?.message ?? lacks };
}

interface FoundRows {
  readonly rows: readonly Json[] | null;
  readonly why: string;
}

/** The list that `from` refers to, or what came over the edge. */
function rowsIn(config: JsonObject, scope: Scope): FoundRows {
  const from = ownValue(config, 'from');
  if (from === undefined || from === null)
    return listOr(scope.previous(), 'what came over the edge');
  const { template, problems } = parseTemplate(from);
  const [problem] = problems;
  if (problem !== undefined) return { rows: null, why: problem.message };
  const resolved = resolveTemplate(template, scope);
  if (resolved.ok) return listOr(resolved.value, 'the value of "from"');
  const names = unresolvedNames(resolved.missing, ({ text }) => text).join(', ');
  const lacks = `The run has no value of ${names || '"from"'}.`;
  return { rows: null, why: resolved.failure?.message ?? lacks };
}

function listOr(value: Json | undefined, what: string): FoundRows {
  if (isList(value)) return { rows: value, why: '' };
  if (value === undefined) return { rows: null, why: 'There is no run with these rows yet.' };
  return {
    rows: null,
    why: `In the run, ${what} was ${nameOf(value)}; the steps need a list.`,
  };
}

function sampleRows(text: string): FoundRows {
  try {
    // What it gives is JSON.
    const value = JSON.parse(text) as Json;
    if (isList(value)) return { rows: value, why: '' };
    return { rows: null, why: `The sample is ${nameOf(value)}; paste a list: [ … ].` };
  } catch {
    return { rows: null, why: 'The sample is not valid JSON yet.' };
  }
}

function nameOf(value: Json): string {
  const name = typeName(value);
  return name === 'null' ? name : `${name === 'object' ? 'an' : 'a'} ${name}`;
}
