// Goal: measuring a value does not cost its size again and again. Method: counted, not timed: an object that notes how often somebody
// asks for its keys.
import { describe, expect, it } from 'vitest';
import { excessOf, sizeOfJson } from '../../src/values/json-weight.ts';

function watched(fields: number) {
  const wide = Object.fromEntries(Array.from({ length: fields }, (_, n) => [`k${n}`, n]));
  let looks = 0;
  const value = new Proxy(wide, {
    ownKeys: (target) => {
      looks += 1;
      return Reflect.ownKeys(target);
    },
  });
  return { value, looks: () => looks };
}

describe('the weight of a value', () => {
  it('[K111] a large object is looked at once in its life, however often it is part of others', () => {
    const { value, looks } = watched(1000);
    const size = sizeOfJson(value);
    const before = looks();
    for (let n = 0; n < 100; n++) expect(excessOf([value, { n, value }])).toBeNull();
    expect(sizeOfJson(value)).toBe(size);
    expect(sizeOfJson([value])).toBe(size + 3);
    expect(looks()).toBe(before);
  });
});
