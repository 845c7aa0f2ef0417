// Steps of data nodes that try to take more than their share
// Each is cheap to write and as costly as its budget allows: the time that one keeps a process is what the budget is for.
import { emptyScope, previewSteps, type Json } from '@skein/kernel';
import { cpuMs } from '../cpu-ms.ts';

interface RowBomb {
  readonly name: string;
  readonly steps: readonly Json[];
  readonly rows: readonly Json[];
  /** What steps read as `${trigger}`: a list inside of many steps would be measured while the steps are read. */
  readonly input?: Json;
}

function rowsOf(count: number, make: (n: number) => Json): readonly Json[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

function objectOf(count: number, entry: (n: number) => [string, Json]): Json {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => entry(n)));
}

const wide = (n: number): Json => objectOf(40, (key) => [`field ${key}`, n]);
const text = 'x'.repeat(200);
const deep = Array.from({ length: 14 }).reduce<Json>(
  (inner) => ({ a: inner }),
  objectOf(30, (n) => [`b${n}`, { c: n }]),
);

/** Made when they are asked for: they are large. */
function makeRowBombs(): readonly RowBomb[] {
  const numbers = rowsOf(250_000, (n) => ({ n: (n * 7919) % 250_007 }));
  const equal = rowsOf(3000, (n) => ({ k: 1, n }));
  const texts = rowsOf(60_000, (n) => ({ t: `${text}${(n * 7919) % 60_013}` }));
  const nested = rowsOf(60_000, (n) => ({ a: { b: { c: [n, { d: n % 10 }] } } }));
  const repeat = (step: Json, times: number) => rowsOf(times, () => step);
  return [
    { name: 'sort numbers', steps: repeat({ op: 'sort', by: 'n' }, 3), rows: numbers },
    { name: 'sort long texts', steps: repeat({ op: 'sort', by: 't' }, 2), rows: texts },
    {
      name: 'join equal keys',
      steps: [{ op: 'merge', with: equal, how: 'inner', on: 'k' }],
      rows: equal,
    },
    {
      name: 'merge by position, again and again',
      steps: repeat({ op: 'merge', with: '${trigger}', how: 'position' }, 9),
      rows: rowsOf(20_000, wide),
      input: rowsOf(20_000, wide),
    },
    {
      name: 'dedupe whole rows',
      steps: repeat({ op: 'dedupe' }, 90),
      rows: nested,
    },
    {
      name: 'dedupe by nested values',
      steps: repeat({ op: 'dedupe', by: ['a', 'a.b', 'a.b.c'] }, 90),
      rows: nested,
    },
    {
      name: 'filter by deep comparison',
      steps: repeat(
        { op: 'filter', where: { field: 'a.b', op: 'ne', value: { c: [1, { d: 11 }] } } },
        90,
      ),
      rows: nested,
    },
    {
      name: 'filter by many parts',
      steps: repeat(
        {
          op: 'filter',
          where: { any: rowsOf(50, (n) => ({ field: 'n', op: 'eq', value: -n - 1 })) },
        },
        1,
      ),
      rows: numbers,
    },
    {
      name: 'filter by an expression',
      steps: repeat({ op: 'filter', where: '${= item.n >= 0 }' }, 20),
      rows: numbers,
    },
    {
      name: 'set many fields',
      steps: repeat({ op: 'set', fields: objectOf(30, (n) => [`f${n}`, '${= item.n }']) }, 9),
      rows: numbers.slice(0, 50_000),
    },
    {
      name: 'set texts',
      steps: repeat({ op: 'set', fields: { t: '${= item.t }${= item.t }' } }, 20),
      rows: texts.slice(0, 2000),
    },
    {
      name: 'rename wide rows',
      steps: repeat({ op: 'rename', fields: { x: 'y' } }, 90),
      rows: rowsOf(3000, wide),
    },
    {
      name: 'pick again and again',
      steps: repeat({ op: 'pick', fields: ['n', 'm'] }, 90),
      rows: numbers,
    },
    {
      name: 'split lists',
      steps: repeat({ op: 'split', field: 'list' }, 1),
      rows: rowsOf(1000, () => ({ list: rowsOf(1000, (n) => n) })),
    },
    {
      name: 'chunk and flatten',
      steps: rowsOf(50, () => [{ op: 'chunk', size: 1 }, { op: 'flatten' }]).flat(),
      rows: numbers,
    },
    {
      name: 'append again and again',
      steps: repeat({ op: 'merge', with: '${trigger}', how: 'append' }, 90),
      rows: numbers,
      input: rowsOf(100_000, (n) => n),
    },
    {
      name: 'as many groups as rows',
      steps: [
        {
          op: 'group',
          by: 'n',
          values: objectOf(8, (n) => [
            `v${n}`,
            { fn: n % 2 === 0 ? 'average' : 'list', field: 'n' },
          ]),
        },
      ],
      rows: numbers,
    },
    {
      name: 'fields deep inside of fields',
      steps: repeat({ op: 'pick', fields: rowsOf(30, (n) => `${'a.'.repeat(14)}b${n}`) }, 9),
      rows: rowsOf(2000, () => deep),
    },
    {
      name: 'very wide rows',
      steps: repeat({ op: 'omit', fields: 'field 7' }, 90),
      rows: rowsOf(2000, (n) => objectOf(300, (key) => [`field ${key}`, n])),
    },
    {
      name: 'merge very wide rows',
      steps: repeat({ op: 'merge', with: [{ k: 1, other: 2 }], how: 'left', on: 'k' }, 90),
      rows: rowsOf(2000, () => objectOf(300, (key) => [key === 0 ? 'k' : `field ${key}`, 1])),
    },
    { name: 'dedupe texts', steps: repeat({ op: 'dedupe', by: 't' }, 90), rows: texts },
    {
      name: 'dedupe by two fields',
      steps: repeat({ op: 'dedupe', by: ['n', 'm'] }, 90),
      rows: numbers,
    },
    {
      name: 'filter by a long list',
      steps: repeat(
        { op: 'filter', where: { field: 'n', op: 'in', value: rowsOf(100, (n) => -n) } },
        9,
      ),
      rows: numbers,
    },
    {
      name: 'all functions of groups',
      steps: repeat(
        {
          op: 'aggregate',
          values: objectOf(40, (n) => [
            `v${n}`,
            { fn: n % 2 === 0 ? 'average' : 'max', field: 'n' },
          ]),
        },
        1,
      ),
      rows: numbers,
    },
  ];
}

export interface MeasuredRowBomb {
  readonly name: string;
  readonly ms: number;
  readonly outcome: string;
}

/** The CPU time of each. */
export function measureRowBombs(): readonly MeasuredRowBomb[] {
  return makeRowBombs().map(({ name, steps, rows, input }) => {
    const scope = { ...emptyScope, trigger: () => input };
    const startedMs = cpuMs();
    const { failure, problems } = previewSteps({ steps }, rows, scope);
    const ms = cpuMs() - startedMs;
    return { name, ms, outcome: problems[0]?.message ?? failure?.code ?? 'a value' };
  });
}
