import type { Json } from '@skein/kernel';
import type { NodeCall } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { badConfig } from '../configs/read-config.ts';
import { checkJsonSchema } from '@skein/dialects';

/** How much of an invalid answer a failure shows; the recorded step has all of it. */
const textMax = 2_000;

/** The JSON in a model's answer, which must fit the schema. */
export function parseOutput(call: NodeCall, schema: Json, text: string): Json {
  let value: Json;
  try {
    // JSON.parse gives JSON.
    value = JSON.parse(withoutFence(text)) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw outputInvalid(text, [`it is not JSON (${reason})`], error);
  }
  const checked = checkJsonSchema(schema, value);
  if (checked.result === 'bad-schema')
    throw badConfig(call, ['schema'], `"schema": ${checked.message}`);
  if (checked.result === 'too-costly')
    throw failureError({
      code: 'SCHEMA_TOO_COSTLY',
      message: `The model's answer cannot be checked: ${checked.message}.`,
      retry: 'never',
      data: { text: text.slice(0, textMax) },
    });
  if (checked.result === 'misfit') throw outputInvalid(text, checked.problems);
  return value;
}

/** Models wrap JSON into a Markdown fence although they are asked not to. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  const firstLineEnd = trimmed.indexOf('\n');
  if (firstLineEnd === -1 || !trimmed.endsWith('```')) return trimmed;
  const opening = trimmed.slice(0, firstLineEnd).trim().toLowerCase();
  if (opening !== '```json' && opening !== '```') return trimmed;
  return trimmed.slice(firstLineEnd + 1, -3);
}

function outputInvalid(text: string, problems: readonly string[], cause?: unknown): Error {
  return failureError(
    {
      code: 'MODEL_OUTPUT_INVALID',
      message: `The model's answer does not match the schema: ${problems.join('; ')}.`,
      // The reply is recorded: another attempt would read the same one.
      retry: 'never',
      data: { text: text.slice(0, textMax) },
    },
    cause,
  );
}
