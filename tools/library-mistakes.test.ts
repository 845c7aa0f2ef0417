// Goal: a mistake in using the library is reported by the compiler, in words that help. Method: each mistake is compiled, and the
// first line of its error is compared. The types are those that the package ships.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typedProject, type TypedProject } from './typed-project.ts';

const mistakes: readonly (readonly [what: string, code: string, message: string])[] = [
  [
    'an option that does not exist',
    `void createEngine({ stores: 'memory' });`,
    `TS2561: Object literal may only specify known properties, but 'stores' does not exist in type 'CreateEngineOptions'. Did you mean to write 'store'?`,
  ],
  [
    'a word that an option does not know',
    `void createEngine({ missing: 'ignore' });`,
    `TS2322: Type '"ignore"' is not assignable to type '"fail" | "live" | undefined'.`,
  ],
  [
    'a key that is not in the schema',
    `registeredTool({ parameters: (z) => z.object({ city: z.string() }), run: ({ country }) => country });`,
    `TS2339: Property 'country' does not exist on type '{ city: string; }'.`,
  ],
  [
    'a method that does not exist',
    `const engine = await createEngine(); await engine.runs.begin('flow');`,
    `TS2339: Property 'begin' does not exist on type 'Runs'.`,
  ],
  [
    'an engine that is not awaited',
    `createEngine().runs;`,
    `TS2339: Property 'runs' does not exist on type 'Promise<Engine>'.`,
  ],
  [
    'a scheduled input that does not fit',
    `const engine = await createEngine(); await engine.schedule(flow, { cron: '0 9 * * 1' }, { item: 3 });`,
    `TS2322: Type 'number' is not assignable to type 'string'.`,
  ],
  [
    'a schedule without the input of its workflow',
    `const engine = await createEngine(); await engine.schedule(flow, { cron: '0 9 * * 1' });`,
    `TS2554: Expected 3 arguments, but got 2.`,
  ],
  [
    'a name that is not exported',
    `import { RunState } from 'skein'; export type State = RunState;`,
    `TS2305: Module '"skein"' has no exported member 'RunState'.`,
  ],
];

const flow = `const flow = workflow('order', async (io, { item }: { item: string }) => item);`;

let project: TypedProject | undefined;
let lines: readonly string[] = [];

beforeAll(() => {
  project = typedProject('mistakes');
  for (const [place, [, code]] of mistakes.entries()) {
    const text = `import { createEngine, registeredTool, workflow } from 'skein';\n${flow}\n${code}\nvoid [createEngine, registeredTool, flow];\n`;
    project.write(`mistake-${place}.ts`, text);
  }
  lines = project.compile();
});
afterAll(() => project?.remove());

describe('the compiler', () => {
  it.each(mistakes.map(([what, , message], place) => ({ what, message, place })))(
    '[C140] names $what',
    ({ message, place }) => {
      const first = lines.find((line) => line.includes(`mistake-${place}.ts(`)) ?? '';
      expect(first.replace(/^.* error (?=TS)/, '')).toBe(message);
    },
  );

  it('[C140] finds nothing else', () => {
    const errors = lines.filter((line) => /^\S.*error/.test(line));
    expect(errors.filter((line) => !line.includes('mistake-'))).toEqual([]);
  });
});
