// Random programs, written twice: as a graph, and as plain JavaScript. All values are numbers; places are taken modulo their count.
import { gt, lt, orElse, type GraphVerbs, type Ref } from 'skein';
import fc from 'fast-check';

export type Program = readonly Statement[];

type Statement =
  | { readonly kind: 'step'; readonly reads: readonly number[]; readonly plus: number }
  | {
      readonly kind: 'if';
      readonly of: number;
      readonly over: number;
      readonly chosen: Program;
      readonly otherwise: Program | null;
    }
  | {
      readonly kind: 'switch';
      readonly of: number;
      readonly cases: readonly Program[];
      readonly otherwise: Program;
    }
  | {
      readonly kind: 'loop';
      readonly from: number;
      readonly rounds: number;
      readonly body: Program;
    }
  | { readonly kind: 'map'; readonly of: number; readonly body: Program };

const place = fc.nat(20);

export const arbitraryProgram: fc.Arbitrary<Program> = fc.letrec<{
  program: Program;
  statement: Statement;
}>((tie) => {
  const program = fc.array(tie('statement'), { minLength: 1, maxLength: 4, depthIdentifier: 'p' });
  const step = fc.record({
    kind: fc.constant('step' as const),
    reads: fc.array(place, { maxLength: 3 }),
    plus: fc.nat(9),
  });
  return {
    program,
    statement: fc.oneof(
      { depthIdentifier: 'p', maxDepth: 3, withCrossShrink: true },
      { weight: 5, arbitrary: step },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('if' as const),
          of: place,
          over: fc.nat(20),
          chosen: program,
          otherwise: fc.option(program),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('switch' as const),
          of: place,
          cases: fc.array(program, { minLength: 1, maxLength: 3 }),
          otherwise: program,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('loop' as const),
          from: place,
          rounds: fc.integer({ min: 1, max: 3 }),
          body: program,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('map' as const), of: place, body: program }),
      },
    ),
  };
}).program;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0) % 1000;
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const nothing = 7;
/** What the third case of a switch compares with, and so on. */
const border = (index: number) => 5 * (index + 1);

export function buildProgram(
  g: GraphVerbs,
  program: Program,
  given: readonly Ref<number>[],
): Ref<number> {
  let count = 0;
  const id = (kind: string) => `${kind}-${count++}`;
  const add = (name: string, values: readonly Ref<number>[]) =>
    g.step(id(name), { values }, (args) => sum(args.values)).output;
  const write = (statements: Program, outer: readonly Ref<number>[]): Ref<number> => {
    const known = [...outer];
    for (const statement of statements) known.push(statementOf(statement, known));
    return known.at(-1) as Ref<number>;
  };
  const statementOf = (statement: Statement, known: readonly Ref<number>[]): Ref<number> => {
    switch (statement.kind) {
      case 'step': {
        const args = {
          values: statement.reads.map((index) => at(known, index)),
          plus: statement.plus,
        };
        return g.step(id('step'), args, ({ values, plus }) => sum([...values, plus])).output;
      }
      case 'if': {
        const { otherwise } = statement;
        const test = gt(at(known, statement.of), statement.over);
        const then = () => write(statement.chosen, known);
        if (otherwise === null) return orElse(g.if(id('if'), test, then).output, nothing);
        return g.if(id('if'), test, then, () => write(otherwise, known)).output;
      }
      case 'switch': {
        const of = at(known, statement.of);
        const cases = statement.cases.map((body, index) => {
          return [`case-${index}`, [lt(of, border(index)), () => write(body, known)]] as const;
        });
        return g.switch(id('switch'), Object.fromEntries(cases), () =>
          write(statement.otherwise, known),
        ).output;
      }
      case 'loop': {
        const from = { round: 0, value: at(known, statement.from) };
        const looped = g.loop(id('loop'), from, (state) => {
          const value = write(statement.body, [...known, state.value, state.round]);
          const round = g.step(id('round'), { of: state.round }, ({ of }) => of + 1).output;
          return { next: { round, value }, again: lt(round, statement.rounds) };
        });
        return looped.output.value;
      }
      case 'map': {
        const items = g.step(id('items'), { of: at(known, statement.of) }, ({ of }) => itemsOf(of));
        const mapped = g.map(id('map'), items.output, (item, index) =>
          write(statement.body, [...known, item, index]),
        );
        return g.step(id('sum'), { values: mapped.output }, ({ values }) => sum(values)).output;
      }
    }
  };
  return add('all', [write(program, given), ...given]);
}

export function computeProgram(program: Program, given: readonly number[]): number {
  const run = (statements: Program, outer: readonly number[]): number => {
    const known = [...outer];
    for (const statement of statements) known.push(valueOf(statement, known));
    return known.at(-1) as number;
  };
  const valueOf = (statement: Statement, known: readonly number[]): number => {
    switch (statement.kind) {
      case 'step':
        return sum([...statement.reads.map((index) => at(known, index)), statement.plus]);
      case 'if': {
        if (at(known, statement.of) > statement.over) return run(statement.chosen, known);
        return statement.otherwise === null ? nothing : run(statement.otherwise, known);
      }
      case 'switch': {
        const of = at(known, statement.of);
        const body = statement.cases.find((_, index) => of < border(index));
        return run(body ?? statement.otherwise, known);
      }
      case 'loop': {
        let value = at(known, statement.from);
        for (let round = 0; round < statement.rounds; round++)
          value = run(statement.body, [...known, value, round]);
        return value;
      }
      case 'map': {
        const items = itemsOf(at(known, statement.of));
        return sum(items.map((item, index) => run(statement.body, [...known, item, index])));
      }
    }
  };
  return sum([run(program, given), ...given]);
}

function itemsOf(of: number): number[] {
  return Array.from({ length: of % 3 }, (_, index) => of + index);
}
