import { problemJson, problemStatuses, routes, type Route } from '@skein/api';
import { EngineError, problems, type ProblemCode } from '@skein/ports';
import { expect, it } from 'vitest';
import { exampleProblems } from '../src/openapi/example-problems.ts';

it('[R1] an error as the engine writes it fits the schema', () => {
  const error = new EngineError('TOO_DEEP', { what: 'The body', limit: 200 });
  expect(problemJson.parse(error.toJSON())).toEqual(error.toJSON());
  expect(problemJson.safeParse({ error: 'TOO_DEEP' }).success).toBe(false);
});

it('[R8] every status of a problem has an example, in the words of the catalogue', () => {
  const statuses = new Set(Object.values<Route>(routes).flatMap((route) => problemStatuses(route)));
  expect(new Set(Object.keys(exampleProblems).map(Number))).toEqual(statuses);
  for (const [status, example] of Object.entries(exampleProblems)) {
    const code = example['code'] as ProblemCode;
    expect([code, String(problems[code].status)]).toEqual([code, status]);
    const said = new EngineError(code, example['details'] as never);
    expect(problemJson.parse(said.toJSON())).toEqual({ error: example });
  }
});
