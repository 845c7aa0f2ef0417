// What a tool takes
// The protocol wants an object. A start node whose schema is one gets the arguments as its input. For any other, and for one
// without a schema, there is a single argument `input`: a text, a list, anything.
import { EngineError } from '@skein/ports';
import { isObject, ownValue, type Json, type JsonObject } from '../own-value.ts';

export interface ToolInput {
  /** As the protocol shows it. */
  readonly schema: { readonly type: 'object'; readonly [key: string]: Json };
  /** The input of a run. */
  readonly read: (args: JsonObject) => Json | undefined;
}

export function toolInput(schema: Json | undefined): ToolInput {
  if (isObject(schema) && ownValue(schema, 'type') === 'object') {
    return { schema: { ...schema, type: 'object' }, read: (args) => args };
  }
  const isGiven = schema !== undefined && schema !== true;
  return {
    schema: {
      type: 'object',
      properties: { input: isGiven ? schema : anyInput },
      ...(isGiven ? { required: ['input'] } : {}),
      additionalProperties: false,
    },
    read: readSingle,
  };
}

const anyInput = { description: 'What the run is given: a text, an object, anything.' };

function readSingle(args: JsonObject): Json | undefined {
  const unknown = Object.keys(args).filter((key) => key !== 'input');
  if (unknown.length > 0) {
    const complaints = unknown.map((key) => ({
      in: 'arguments',
      pointer: `/${key}`,
      message: 'is not known',
    }));
    throw new EngineError(
      'REQUEST_INVALID',
      { complaints },
      { hint: 'Give everything as the one argument `input`.' },
    );
  }
  return ownValue(args, 'input');
}
