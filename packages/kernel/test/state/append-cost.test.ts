// Goal: a step that appends does not get slower as its list grows.
// Method: counted, not timed: the list that cells share is the same object before and after, and only a reader copies it.
import { describe, expect, it } from 'vitest';
import { appendToCell, createCell, peekCell, readCell } from '../../src/state/cells.ts';

const writer = { node: 'w', activation: 1, seq: 1 };

describe('a growing list', () => {
  it('[K810] shares its items with the lists that it grew out of, and copies them for readers only', () => {
    let cell = createCell([], null);
    cell = appendToCell(cell, ['first'], writer) ?? cell;
    const { items } = cell;
    for (let i = 1; i < 10_000; i++) cell = appendToCell(cell, [i], writer) ?? cell;
    expect(cell.items).toBe(items);
    expect(peekCell(cell)).toBe(items);
    const whole = readCell(cell);
    expect(whole).toHaveLength(10_000);
    expect(whole).not.toBe(items);
    expect(readCell(cell)).toBe(whole);
    expect(cell.size).toBe(createCell(whole, null).size);
  });

  it('[K800][K810] two lists that grow out of one do not see each other', () => {
    const one = appendToCell(createCell([1], null), [2], writer);
    const left = one && appendToCell(one, ['left'], writer);
    const right = one && appendToCell(one, ['right'], writer);
    expect([one, left, right].map((cell) => cell && readCell(cell))).toEqual([
      [1, 2],
      [1, 2, 'left'],
      [1, 2, 'right'],
    ]);
  });
});
