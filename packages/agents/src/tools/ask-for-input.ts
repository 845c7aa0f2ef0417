// The tool `askForInput`
// An agent asks a person and continues with the answer, however long that takes: the call is a wait of the run, not a function. It is
// found by its name and never listed, so that `auto` does not let an agent hold up a run that nobody watches.
import { isObject, ownValue, textOf, type Json, type WaitQuestion } from '@skein/kernel';
import type { ParsedArguments, Tool, ToolSource } from '@skein/ports';
import { checkJsonSchema, schemaFault } from '@skein/dialects';

const parameters = {
  type: 'object',
  properties: {
    question: { type: 'string', minLength: 1, description: 'What the person is asked.' },
    options: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      description: 'The answers to choose from, where there are only some.',
    },
    schema: { type: 'object', description: 'JSON schema of the answer, for more than a text.' },
  },
  required: ['question'],
  additionalProperties: false,
} as const;

const tool: Tool = {
  name: 'askForInput',
  description: 'Asks a person and waits for the answer. For what only a person can know or decide.',
  parameters,
  effect: 'pure',
  parse: parseQuestion,
  // What `parse` gave.
  ask: (args) => args as WaitQuestion,
  run: () => {
    throw new Error('Nobody can be asked here.');
  },
};

/** Found by its name where no other tool has it. */
export const askForInput: ToolSource = {
  list: () => [],
  find: (name) => (name === tool.name ? tool : undefined),
};

function parseQuestion(args: Json): ParsedArguments {
  const checked = checkJsonSchema(parameters, args);
  if (checked.result !== 'fits' || !isObject(args))
    return { ok: false, problems: checked.result === 'misfit' ? checked.problems : ['no object'] };
  const schema = schemaOf(args);
  // An answer could never fit a schema that cannot be used, and the run would wait for ever.
  const fault = schema === undefined ? undefined : schemaFault(schema);
  if (fault !== undefined)
    return { ok: false, problems: [`its "schema" cannot be used: ${fault}`] };
  const prompt = textOf(ownValue(args, 'question') ?? '');
  const question: WaitQuestion = { kind: 'input', prompt, ...(schema !== undefined && { schema }) };
  return { ok: true, args: question };
}

function schemaOf(args: { readonly [key: string]: Json }): Json | undefined {
  const options = ownValue(args, 'options');
  return options === undefined ? ownValue(args, 'schema') : { enum: options };
}
