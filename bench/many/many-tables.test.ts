import { expect, it } from 'vitest';
import { manyTables } from './many-tables.ts';

const chains = [
  { name: 'SQLite', processes: 1, perSecond: 20_000, engineUs: 40, databaseUs: 0, cores: 0.8 },
  { name: 'PostgreSQL', processes: 1, perSecond: 5000, engineUs: 75, databaseUs: 25, cores: 0.5 },
  { name: 'PostgreSQL', processes: 2, perSecond: 9000, engineUs: 80, databaseUs: 80, cores: 1.44 },
];
const tokens = {
  name: 'tokens of agents',
  streams: 1000,
  wantedPerSecond: 50_000,
  received: 250_000,
  perSecond: 49_500.4,
  cpuUs: 12.34,
  p50Ms: 0.21,
  p99Ms: 8.25,
};

it('compares processes with one on the same store, and tells the share of the database and what the cores allow', () => {
  expect(manyTables({ cores: 2, chains, rest: '', streams: [] }).split('\n').slice(2)).toEqual([
    '| SQLite | 1 | 20,000 | 1.00 | 40 | 0 % | 0.80 | 25,000 |',
    '| PostgreSQL | 1 | 5,000 | 1.00 | 100 | 25 % | 0.50 | 13,333 |',
    '| PostgreSQL | 2 | 9,000 | 1.80 | 160 | 50 % | 1.44 | 12,500 |',
  ]);
});

it('has the streams beside what was wanted of them, and only the tables that were measured', () => {
  const [rest, table] = manyTables({ cores: 2, chains: [], rest: 'REST', streams: [tokens] }).split(
    '\n\n',
  );
  expect(rest).toBe('REST');
  expect(table?.split('\n').at(-1)).toBe(
    '| tokens of agents | 1,000 | 50,000 | 49,500 | 12.3 | 0.2 | 8.3 |',
  );
});
