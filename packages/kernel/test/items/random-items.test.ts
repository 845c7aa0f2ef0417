// Goal: no item is lost, doubled or moved. Method: random lists through each and a partition, compared with the same in plain JavaScript.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compute } from '../run/acts.ts';
import { edge } from '../run/play.ts';
import { perItem, started } from './with-items.ts';

const ports = ['a', 'b', 'c', 'rest'] as const;
const names = ['a', 'b', 'c'] as const;
const lists = fc.array(fc.record({ n: fc.integer({ min: -5, max: 5 }) }), { maxLength: 30 });
const limits = fc.tuple(fc.integer({ min: -5, max: 6 }), fc.integer({ min: -5, max: 6 }));

describe('random items', () => {
  it('[K2850] each keeps their number and order, and a partition sends every item to where its condition says', () => {
    fc.assert(
      fc.property(lists, limits, fc.boolean(), (given, [first, second], all) => {
        const input = given.map(({ n }) => ({ n }));
        const takes = [
          (n: number) => n < first,
          (n: number) => n % 2 === 0,
          (n: number) => n > second,
        ];
        const cases = [
          { name: 'a', when: `\${= item.n < ${first} }` },
          { name: 'b', when: '${= item.n % 2 == 0 }' },
          { name: 'c', when: { left: '${item.n}', op: 'gt', right: second } },
        ];
        const run = started(
          {
            nodes: [
              perItem('double', { n: '${item.n}', twice: '${= item.n * 2 }', at: '${index}' }),
              { id: 'part', type: 'partition', config: { cases, all } },
              ...ports.map((port) => compute(`to_${port}`, '${previous}')),
            ],
            edges: [
              edge('double -> part'),
              ...ports.map((port) => edge(`part.${port} -> to_${port}`)),
            ],
          },
          input,
        );
        const items = input.map(({ n }, at) => ({ n, twice: n * 2, at }));
        const wanted = (port: string) =>
          items.filter(({ n }) => {
            const taking = names.filter((_, at) => takes[at]?.(n) === true);
            if (taking.length === 0) return port === 'rest';
            return all ? taking.some((name) => name === port) : taking[0] === port;
          });
        for (const port of ports) {
          const list = wanted(port);
          expect(run.count(`to_${port}`)).toBe(list.length === 0 ? 0 : 1);
          expect(list.length === 0 ? [] : run.output(`to_${port}`)).toEqual(list);
        }
      }),
      { numRuns: 150 },
    );
  });
});
