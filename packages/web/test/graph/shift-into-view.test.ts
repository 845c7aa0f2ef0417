import { expect, it } from 'vitest';
import {
  isInSight,
  isInView,
  shiftFromUnder,
  shiftIntoView,
} from '../../src/graph/layout/shift-into-view.ts';

const canvas = { width: 800, height: 600 };
const card = { x: 700, y: 0, width: 224, height: 60 };

it('[W27] what a drawer covers is shifted into view, by as little as is needed', () => {
  const view = { x: 0, y: 100, zoom: 1 };
  expect(isInView(view, canvas, card)).toBe(false);
  const shifted = shiftIntoView(view, canvas, card)!;
  expect(shifted).toEqual({ x: -148, y: 100, zoom: 1 });
  expect(isInView(shifted, canvas, card)).toBe(true);
  expect(shiftIntoView(shifted, canvas, card)).toEqual(shifted);
});

it('[W27] also from the other side, zoomed, and without a margin if there is no room for it', () => {
  const view = { x: -900, y: -50, zoom: 0.5 };
  const shifted = shiftIntoView(view, canvas, card)!;
  expect(shifted).toEqual({ x: -326, y: 24, zoom: 0.5 });
  const tight = { x: 0, y: 0, width: 790, height: 600 };
  expect(shiftIntoView({ x: 99, y: 9, zoom: 1 }, canvas, tight)).toEqual({ x: 5, y: 0, zoom: 1 });
});

it('[W27] a box larger than the canvas is left alone', () => {
  const wide = { x: 0, y: 0, width: 900, height: 10 };
  expect(shiftIntoView({ x: 0, y: 0, zoom: 1 }, canvas, wide)).toBeNull();
});

it('[W27] a partly visible box is in sight, one outside is not', () => {
  const view = { x: 0, y: 0, zoom: 0.5 };
  expect(isInSight(view, canvas, { ...card, x: 1590 })).toBe(true);
  expect(isInSight(view, canvas, { ...card, x: 1600 })).toBe(false);
  expect(isInSight(view, canvas, { ...card, y: -120 })).toBe(false);
});

it('[W2400] what lies under a toolbar is moved above it, and nothing else is moved', () => {
  const view = { x: 0, y: 0, zoom: 1 };
  const tools = [
    { x: 12, y: 550, width: 260, height: 38 },
    { x: 650, y: 490, width: 132, height: 92 },
  ];
  const at = (x: number, y: number) => ({ ...card, x, y });
  expect(shiftFromUnder(view, at(40, 520), tools)).toEqual({ x: 0, y: -42, zoom: 1 });
  expect(shiftFromUnder(view, at(500, 440), tools)).toEqual({ x: 0, y: -22, zoom: 1 });
  expect(shiftFromUnder(view, at(350, 520), tools)).toBe(view);
  expect(shiftFromUnder(view, at(40, 470), tools)).toBe(view);
});
