// Goal: what no journal can hold is refused where it is made, with its place and a cure, instead of arriving as something else.
import { createEngine, workflow } from 'skein';
import { describe, expect, it } from 'vitest';

async function refusalOf(make: () => unknown): Promise<string> {
  const flow = workflow('odd', async (io): Promise<unknown> => io.step('make', make));
  await using engine = await createEngine({ workflows: [flow] });
  return await engine.run(flow, null).then(
    ({ output }) => `gave ${JSON.stringify(output)}`,
    ({ message }: Error) => message,
  );
}

class Point {
  readonly x = 1;
}

describe('[SD2353] the result of a step', () => {
  it.each([
    ['a Map', () => ({ byId: new Map([['a', 1]]) }), '/byId is a Map: Object.fromEntries(…)'],
    ['a Set', () => [new Set([1])], '/0 is a Set: [...it]'],
    ['a promise', () => ({ order: Promise.resolve(1) }), '/order is a Promise: await it'],
    ['an Error', () => [{ reason: new Error('lost') }], '/0/reason is an Error: give its message'],
    ['a Map itself', () => new Map(), 'it is a Map: Object.fromEntries(…)'],
    ['a bigint', () => ({ deep: [1n] }), '/deep/0 is a bigint: String(…)'],
    ['a function', () => () => 1, 'it is a function'],
    ['a symbol', () => Symbol('x'), 'it is a symbol'],
    ['a cycle', () => cycle(), 'circular structure'],
    ['what is nested too deeply', () => nested(20_000), 'it is nested more than can be written'],
  ])('is refused, if it has %s', async (_, make, said) => {
    const refusal = await refusalOf(make);
    expect(refusal).toContain('The result of the step "make" is not JSON:');
    expect(refusal).toContain(said);
  });

  it.each([
    [
      'dates and addresses',
      () => [new Date(0), new URL('http://a.b/')],
      ['1970-01-01T00:00:00.000Z', 'http://a.b/'],
    ],
    ['objects of classes, as their fields', () => new Point(), { x: 1 }],
    [
      'an Error that writes itself',
      () => Object.assign(new Error('x'), { toJSON: () => 'x' }),
      'x',
    ],
    ['keys without a value', () => ({ a: undefined, f: () => 1, b: 1 }), { b: 1 }],
  ])('may have %s', async (_, make, given) => {
    expect(await refusalOf(make)).toBe(`gave ${JSON.stringify(given)}`);
  });
});

function cycle(): unknown {
  const made: { self?: unknown } = {};
  made.self = made;
  return made;
}

function nested(depth: number): unknown {
  let made: unknown = 1;
  for (let i = 0; i < depth; i++) made = [made];
  return made;
}
