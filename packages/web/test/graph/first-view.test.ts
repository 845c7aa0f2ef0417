import { expect, it } from 'vitest';
import { firstPlace, firstView, fitsAtAll } from '../../src/graph/layout/first-view.ts';

const phone = { width: 390, height: 600, minZoom: 0.1 };
const desktop = { width: 1160, height: 850, minZoom: 0.02 };
const wide = { x: 0, y: 98, width: 800, height: 400 };

it('[W29] a phone shows the beginning at a readable size, around the card that matters', () => {
  expect(firstView(phone, wide, { x: 576, y: 98 })).toEqual({ zoom: 0.8, x: -266, y: -62 });
  expect(firstView(phone, wide, { x: 0, y: 98 })?.x).toBe(16);
  expect(firstView(phone, wide, null)?.x).toBe(195 - 400 * 0.8);
  // A card that is far below is in view, too.
  const tall = { ...wide, height: 9_000 };
  expect(firstView(phone, tall, { x: 0, y: 5_000 })?.y).toBe(600 - 16 - 5_060 * 0.8);
});

it('[W29] a graph that fits, or has room on a large screen, is shown as a whole', () => {
  expect(firstView(phone, { ...wide, width: 300 }, null)).toBeNull();
  expect(firstView(desktop, { ...wide, width: 5000 }, null)).toBeNull();
});

it('[W3905] a graph that fits at no zoom is shown from its beginning, on a large screen too', () => {
  const tree = { x: 0, y: 0, width: 187_000, height: 650 };
  expect(firstView(desktop, tree, { x: 93_000, y: 0 })).toEqual({
    zoom: 0.8,
    x: -73_910,
    y: 16,
  });
  expect(fitsAtAll(desktop, tree)).toBe(false);
  expect(fitsAtAll(desktop, { ...tree, width: 50_000 })).toBe(true);
  const card = (id: string, x: number, y: number) => ({ id, type: 'card', position: { x, y } });
  const nodes = [card('far', 900, 98), card('start', 400, 0), card('note', 0, 0)];
  expect(firstPlace(nodes, [{ target: 'far' }, { target: 'note' }], null)).toEqual({
    x: 400,
    y: 0,
  });
  expect(firstPlace(nodes, [], 'far')).toEqual({ x: 900, y: 98 });
  expect(firstPlace(nodes, [], 'gone')).toEqual({ x: 0, y: 0 });
  expect(firstPlace([], [], null)).toBeNull();
});
