import { expect, it } from 'vitest';
import { firstView } from '../../src/graph/layout/first-view.ts';

const phone = { width: 390, height: 600 };
const wide = { x: 0, y: 98, width: 800, height: 400 };

it('[W29] a phone shows the beginning at a readable size, around the card that matters', () => {
  expect(firstView(phone, wide, { x: 576 })).toEqual({ zoom: 0.8, x: -266, y: -62 });
  expect(firstView(phone, wide, { x: 0 })?.x).toBe(16);
  expect(firstView(phone, wide, null)?.x).toBe(195 - 400 * 0.8);
});

it('[W29] a graph that fits, or has room on a large screen, is shown as a whole', () => {
  expect(firstView(phone, { ...wide, width: 300 }, null)).toBeNull();
  expect(firstView({ width: 1160, height: 850 }, { ...wide, width: 5000 }, null)).toBeNull();
});
