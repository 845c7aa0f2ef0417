// Goal: a mistake in a graph is reported by the compiler where it is made, in words that say what to do. Method: each is planted in one
// program, which is compiled with the types that the package ships; what the compiler says is compared, line by line.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphOfSize } from '../bench/type-check/graph-of-size.ts';
import { typedProject, type TypedProject } from './typed-project.ts';

const order = '{ total: number; tags: string[]; when: string; }';
const missing = '"this reference may have no value: write orElse(ref, value)"';

/** What is wrong, the line, and the sentence; of a longer explanation, the one that counts. */
const mistakes: readonly (readonly [what: string, code: string, message: string])[] = [
  [
    'a field that is misspelt',
    `g.step('a', { total: find.output.totl }, () => 1);`,
    `Property 'totl' does not exist on type 'Ref<${order}>'. Did you mean 'total'?`,
  ],
  [
    'an argument that is used as another type',
    `g.step('a', { total: find.output.total }, ({ total }) => total.toUpperCase());`,
    `Property 'toUpperCase' does not exist on type 'number'.`,
  ],
  [
    'a date that is a text by now',
    `g.step('a', { when: find.output.when }, ({ when }) => when.getTime());`,
    `Property 'getTime' does not exist on type 'string'.`,
  ],
  [
    'a reference that may have no value',
    `g.step('a', { note: input.note }, ({ note }) => note);`,
    `Type 'RefTo<string | undefined>' is not assignable to type 'RefTo<string | undefined> & MayBeMissing<${missing}>'.`,
  ],
  [
    'one in a text',
    'text`note: ${input.note}`;',
    `Property '[why]' is missing in type 'RefTo<string | undefined>' but required in type 'MayBeMissing<${missing}>'.`,
  ],
  [
    'one deeper inside',
    `g.step('a', { all: [{ note: input.note }] }, ({ all }) => all);`,
    `Type 'RefTo<string | undefined>' is not assignable to type 'RefTo<string | undefined> & MayBeMissing<${missing}>'.`,
  ],
  [
    'a node instead of its output',
    `g.step('a', { find }, (args) => args);`,
    `Type 'OutputNode<${order}>' is not assignable to type 'OutputNode<${order}> & NotAValue<"this is a node: write its output, node.output">'.`,
  ],
  [
    'a node in a text',
    'text`${find}`;',
    `Argument of type 'OutputNode<${order}>' is not assignable to parameter of type 'string | number | boolean | RefTo<unknown>'.`,
  ],
  [
    'a number that is compared with a text',
    `g.if('a', gt(find.output.total, 'x'), () => 1);`,
    `Argument of type 'string' is not assignable to parameter of type 'Side<number>'.`,
  ],
  [
    'a number that is never equal to a text',
    `g.if('a', eq(find.output.total, '7'), () => 1);`,
    `Argument of type 'string' is not assignable to parameter of type 'Side<number>'.`,
  ],
  [
    'a list of texts that contains no number',
    `g.if('a', contains(find.output.tags, 3), () => 1);`,
    `Argument of type 'number' is not assignable to parameter of type 'Side<string>'.`,
  ],
  [
    'a comparison of JavaScript',
    `g.step('a', { isLarge: find.output.total > 3 }, (args) => args);`,
    `Operator '>' cannot be applied to types 'RefTo<number>' and 'number'.`,
  ],
  [
    'arithmetic outside of a step',
    `g.step('a', { more: find.output.total + 1 }, (args) => args);`,
    `Operator '+' cannot be applied to types 'RefTo<number>' and 'number'.`,
  ],
  [
    'another default than the value would be',
    `orElse(input.note, 3);`,
    `Argument of type '3' is not assignable to parameter of type 'Template<string> | null'.`,
  ],
  [
    'an input of another type',
    `g.run('a', child, { n: find.output.tags });`,
    `Type 'Ref<string[]>' is not assignable to type 'Template<number>'.`,
  ],
  [
    'an input that is not given',
    `g.run('a', child, {});`,
    `Argument of type '{}' is not assignable to parameter of type 'Template<{ n: number; }>'.`,
  ],
  [
    'a map over what is no list',
    `g.map('a', find.output.total, (item) => item);`,
    `Argument of type 'RefTo<number>' is not assignable to parameter of type 'RefTo<readonly unknown[]>'.`,
  ],
  [
    'a result that no journal can hold',
    `g.step('a', { sizes: odd.output.sizes }, ({ sizes }) => sizes.size);`,
    `Property 'size' does not exist on type 'NotJson<"a journal holds JSON: no functions, symbols, bigints, promises, Map or Set">'.`,
  ],
  [
    'a field that an event does not have',
    `g.event('a', signed, { if: (data) => eq(data.usr, 'x') });`,
    `Property 'usr' does not exist on type 'Ref<{ user: string; }>'. Did you mean 'user'?`,
  ],
  [
    'data of another type',
    `g.emit('a', signed, { user: 3 });`,
    `Type 'number' is not assignable to type 'Template<string>'.`,
  ],
  [
    'the output of what has none',
    `g.emit('a', signed, { user: 'x' }).output;`,
    `Property 'output' does not exist on type 'GraphNode'.`,
  ],
  [
    'an option that is misspelt',
    `g.llm('a', { promt: 'x' });`,
    `Object literal may only specify known properties, but 'promt' does not exist in type 'ModelOptions & { readonly output?: undefined; }'. Did you mean to write 'prompt'?`,
  ],
  [
    'an option that does not exist',
    `g.sleep('a', '1h', { retries: 3 });`,
    `Object literal may only specify known properties, and 'retries' does not exist in type 'NodeOptions'.`,
  ],
  [
    'a branch that is misspelt',
    `g.approval('a', { prompt: 'Ok?' }, { aproved: () => 1 });`,
    `Object literal may only specify known properties, but 'aproved' does not exist in type 'ApprovalBranches'. Did you mean to write 'approved'?`,
  ],
  [
    'a duration in words',
    `g.sleep('a', '3 days');`,
    `Argument of type '"3 days"' is not assignable to parameter of type 'SleepTime'.`,
  ],
  [
    'a loop that continues with another type',
    `g.loop('a', { n: 0 }, (state) => ({ next: { n: find.output.tags }, again: gt(state.n, 1) }));`,
    `Type 'Ref<string[]>' is not assignable to type 'Template<number>'.`,
  ],
  [
    'a case without something to do',
    `g.switch('a', { large: gt(find.output.total, 3) });`,
    `Type 'Condition' is not assignable to type 'readonly [Condition, () => unknown]'.`,
  ],
];

const before = [
  `import { contains, eq, event, graph, gt, orElse, text } from 'skein';`,
  `import { z } from 'zod';`,
  `const signed = event('signed', z.object({ user: z.string() }));`,
  `const child = graph('child', { input: z.object({ n: z.number() }) }, (_, { n }) => ({ n }));`,
  `graph('x', { input: z.object({ order: z.number(), note: z.string().optional() }) }, (g, input) => {`,
  `const find = g.step('find', { id: input.order }, ({ id }) => ({ total: id, tags: ['a'], when: new Date() }));`,
  `const odd = g.step('odd', {}, () => ({ sizes: new Map<string, number>() }));`,
];
const after = '});\nexport { contains, eq, gt, orElse, signed, text };\n';

const sizes = [50, 100, 200] as const;
let project: TypedProject | undefined;
let found: ReadonlyMap<number, readonly string[]> = new Map();

beforeAll(() => {
  project = typedProject('graph-mistakes');
  project.write('graph.ts', [...before, ...mistakes.map(([, code]) => code), after].join('\n'));
  found = findings(project.compile());
});
afterAll(() => project?.remove());

describe('the compiler', () => {
  it.each(mistakes.map(([what, , message], place) => ({ what, message, place })))(
    '[SD221] names $what',
    ({ message, place }) => {
      expect(found.get(before.length + place + 1)).toEqual([message]);
    },
  );

  it('[SD221] finds nothing else', () => {
    expect([...found.keys()]).toHaveLength(mistakes.length);
  });

  it('[SD222] does work that grows linearly with the verbs', () => {
    const counts = sizes.map((size) => {
      project?.write('graph.ts', graphOfSize(size));
      const lines = project?.compile('--extendedDiagnostics') ?? [];
      expect(lines.filter((line) => line.includes('error'))).toEqual([]);
      return Number(/^Instantiations:\s+(\d+)/m.exec(lines.join('\n'))?.[1]);
    });
    const [small = 0, medium = 0, large = 0] = counts;
    // Twice as many verbs as between the first two: a quadratic part would show as a multiple of that.
    expect(large - medium).toBeGreaterThan(medium - small);
    expect(large - medium).toBeLessThan((medium - small) * 2.2);
  });
});

/** By line of the program, what the compiler says about it. */
function findings(lines: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const all = new Map<number, string[]>();
  for (const line of lines) {
    const [, row, message = ''] = /^\S*\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
    if (row === undefined) continue;
    all.set(Number(row), [...(all.get(Number(row)) ?? []), message]);
  }
  return all;
}
