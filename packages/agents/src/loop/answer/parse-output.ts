import { checkJsonSchema } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import type { NodeCall, NodeIo } from '@skein/ports';
import { badConfig } from '../../configs/read-config.ts';
import { failureError } from '../../failure-error.ts';
import { findJson } from './find-json.ts';
import { withoutFence } from './without-fence.ts';

/** How much of an invalid answer a failure shows; the recorded step has all of it. */
const textMax = 2_000;

/** The JSON in a model's answer, which must fit the schema, also where it is found beside prose. */
export async function parseOutput(
  { call, io }: { readonly call: NodeCall; readonly io: Pick<NodeIo, 'checkAhead'> },
  schema: Json,
  text: string,
): Promise<Json> {
  const values = valuesIn(text);
  for (const value of values) await io.checkAhead?.(schema, value);
  const checked = values.map((value) => ({
    value,
    problems: problemsOf(call, schema, value, text),
  }));
  const [fitting, ...others] = checked.filter(({ problems }) => problems.length === 0);
  if (fitting !== undefined && others.length === 0) return fitting.value;
  if (fitting !== undefined)
    throw outputInvalid(text, [`${others.length + 1} different JSON values match it`]);
  const [first] = checked;
  const problems = first?.problems ?? [];
  if (checked.length <= 1) throw outputInvalid(text, problems);
  const one = `none of its ${checked.length} JSON values matches, in the first one ${problems.join('; ')}`;
  throw outputInvalid(text, [one]);
}

function valuesIn(text: string): readonly Json[] {
  try {
    // JSON.parse gives JSON.
    return [JSON.parse(withoutFence(text)) as Json];
  } catch (error) {
    const found = findJson(text);
    if (found.length > 0) return found;
    const reason = error instanceof Error ? error.message : String(error);
    throw outputInvalid(text, [`it is not JSON (${reason})`], error);
  }
}

function problemsOf(call: NodeCall, schema: Json, value: Json, text: string): readonly string[] {
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
  return checked.result === 'misfit' ? checked.problems : [];
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
