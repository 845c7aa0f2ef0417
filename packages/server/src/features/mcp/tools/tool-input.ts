// What a tool takes
// The protocol requires an object. If the start node's schema is an object, the arguments are the input. Otherwise, and without
// a schema, there is a single argument `input`: a string, a list, anything.
import { isObject, type Json, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { ownValue } from '../own-value.ts';

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

const anyInput = { description: 'The input of the run: a string, an object, anything.' };

function readSingle(args: JsonObject): Json | undefined {
  const unknown = Object.keys(args).filter((key) => key !== 'input');
  if (unknown.length > 0) {
    const complaints = unknown.map((key) => ({
      in: 'arguments',
      pointer: `/${key}`,
      message: 'is unknown',
    }));
    throw new EngineError(
      'REQUEST_INVALID',
      { complaints },
      { hint: 'Pass everything as the one argument `input`.' },
    );
  }
  return ownValue(args, 'input');
}
