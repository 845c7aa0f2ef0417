// A step as a native node.
import { escapeTemplate, isObject, type JsonObject, type WorkflowNode } from '@skein/kernel';
import { parseJson } from '../../json/parse-json.ts';
import { compileInput } from './compile-text.ts';
import { complain, type Compilation } from '../read/findings.ts';
import type { SessionStep } from '../read/session-document.ts';
import { stepTypes } from '../shape/session-steps.ts';

export function compileStep(compilation: Compilation, step: SessionStep): WorkflowNode {
  const { id, description } = step;
  const input = compileStepInput(compilation, step);
  const type = stepTypes.get(step.function);
  const about = description === undefined ? {} : { description };
  const base = { id, ...about, join: 'once' } as const;
  if (type === undefined) {
    const config = { name: escapeTemplate(step.function), args: input ?? {} };
    return { ...base, type: 'function', config };
  }
  return { ...base, type, ...(input === undefined ? {} : { config: { input } }) };
}

function compileStepInput(
  compilation: Compilation,
  { input, index }: SessionStep,
): JsonObject | undefined {
  const path = ['steps', index, 'input'];
  if (isObject(input)) return compileInput(compilation, input, { path, isText: false });
  if (typeof input !== 'string' || input.trim() === '') return undefined;
  const parsed = parseJson(input);
  if (!parsed.ok) {
    const [first] = parsed.diagnostics;
    complain(compilation, path, 'BAD_JSON', {
      message:
        `An input that is a text must be the JSON of an object. ${first?.message ?? ''}`.trim(),
      hint: 'Write the input as an object, without quotes around it.',
    });
    return undefined;
  }
  if (isObject(parsed.json)) return compileInput(compilation, parsed.json, { path, isText: true });
  complain(compilation, path, 'WRONG_TYPE', {
    message: 'The JSON text of an input must be an object.',
    hint: 'Write { "key": value }.',
  });
  return undefined;
}
