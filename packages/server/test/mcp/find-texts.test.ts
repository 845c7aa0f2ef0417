import { describe, expect, it } from 'vitest';
import { findTexts } from '../../src/features/building/find-texts.ts';

const items = [
  { name: 'Refund desk', text: 'a person approves large refunds of an order' },
  { name: 'Sales report', text: 'orders by city, added up' },
  { name: 'Many pages', text: 'orders of an API, page after page' },
];

function found(words: string): readonly string[] {
  return findTexts(items, words, (item) => item).map(({ name }) => name);
}

describe('[M2556] the search in examples and documents', () => {
  it('finds words in other forms', () => {
    expect(found('refunding with an approval')[0]).toBe('Refund desk');
    expect(found('reports')[0]).toBe('Sales report');
  });

  it('counts rare words more than common ones, and those that say nothing not at all', () => {
    expect(found('orders of a city')[0]).toBe('Sales report');
    expect(found('I want that the workflow does this')).toEqual(items.map(({ name }) => name));
    expect(found('submarine')).toEqual([]);
  });
});
