import type { Json } from '@skein/kernel';
import type { Accepted } from '@skein/ports';
import { checkJsonSchema } from '@skein/dialects';

/** The refusal of an answer that does not match the node's schema; undefined if it matches. */
export function checkAnswer(schema: Json, answer: Json): (Accepted & { ok: false }) | undefined {
  const checked = checkJsonSchema(schema, answer);
  if (checked.result === 'fits') return undefined;
  if (checked.result === 'bad-schema') {
    return {
      ok: false,
      message: `The schema of this node cannot be used: ${checked.message}.`,
      hint: 'Correct "schema" in the config of the node.',
    };
  }
  if (checked.result === 'too-costly') {
    return {
      ok: false,
      message: `The answer cannot be checked against the schema: ${checked.message}.`,
      hint: 'Simplify "schema" in the config of the node, or answer with less.',
    };
  }
  return {
    ok: false,
    message: `The answer does not match the schema: ${checked.problems.join('; ')}.`,
    hint: 'Answer with data that fits the schema of the question.',
  };
}
