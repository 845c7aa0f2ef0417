import { problemJson } from '@skein/api';
import { EngineError } from '@skein/ports';
import { expect, it } from 'vitest';

it('[R1] an error as the engine writes it fits the schema', () => {
  const error = new EngineError('TOO_DEEP', { what: 'The body', limit: 200 });
  expect(problemJson.parse(error.toJSON())).toEqual(error.toJSON());
  expect(problemJson.safeParse({ error: 'TOO_DEEP' }).success).toBe(false);
});
