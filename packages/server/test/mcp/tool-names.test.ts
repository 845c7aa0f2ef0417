import { toolNames } from '@skein/server';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('[M1] an id that is a name is the name of its tool', () => {
  expect(toolNames(['order', 'a-b_C9', '__proto__'])).toEqual(['order', 'a-b_C9', '__proto__']);
});

it('[M1] any other id gets a name of its own, whatever else there is', () => {
  const [quoted] = toolNames(['it\'s "so"; DROP TABLE']);
  expect(quoted).toMatch(/^it_s_so_DROP_TABLE-[0-9a-f]{8}$/);
  expect(toolNames(['x', 'it\'s "so"; DROP TABLE', 'it_s_so_DROP_TABLE'])[1]).toBe(quoted);
  const [german, empty, long] = toolNames(['Prüfung', '', 'x'.repeat(100)]);
  expect(german).toMatch(/^Pr_fung-[0-9a-f]{8}$/);
  expect(empty).toMatch(/^[0-9a-f]{8}$/);
  expect(long).toMatch(/^x{55}-[0-9a-f]{8}$/);
});

it('[M1] names of other tools are not taken, nor one that was made already', () => {
  const [made = ''] = toolNames(['two words']);
  const names = toolNames(['two words', made, 'answer_wait'], new Set(['answer_wait']));
  expect(names[1]).toBe(made);
  expect(names[2]).toMatch(/^answer_wait-[0-9a-f]{8}$/);
  expect(new Set(names).size).toBe(3);
});

it('[M1] every set of ids gives as many names that clients take', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 80 }), { maxLength: 20 }), (ids) => {
      const names = toolNames(ids);
      expect(new Set(names).size).toBe(ids.length);
      for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    }),
  );
});
