import { expect, it } from 'vitest';
import {
  boundsOf,
  leastBox,
  mapPaths,
  maskPath,
  pointOnMap,
  viewBoxAround,
  viewOnMap,
} from '../../src/graph/layout/minimap.ts';

const box = (x: number, y: number) => ({ x, y, width: 224, height: 60, look: 'cards' as const });

it('[W3100] the map shows the graph and what is in view, in its own proportions', () => {
  const bounds = boundsOf([box(0, 0), box(1000, 500)]);
  expect(bounds).toEqual({ x: 0, y: 0, width: 1224, height: 560 });
  const view = { x: -2000, y: 100, width: 800, height: 400 };
  const shown = viewBoxAround(bounds, view, { width: 132, height: 92 });
  expect(shown.width / shown.height).toBeCloseTo(132 / 92);
  for (const { x, y, width, height } of [bounds!, view]) {
    expect(shown.x).toBeLessThan(x);
    expect(shown.y).toBeLessThan(y);
    expect(shown.x + shown.width).toBeGreaterThan(x + width);
    expect(shown.y + shown.height).toBeGreaterThan(y + height);
  }
  expect(maskPath(shown, view).match(/M/g)).toHaveLength(2);
  expect(boundsOf([])).toBeNull();
  expect(viewBoxAround(null, view, { width: 132, height: 92 }).width).toBeGreaterThan(view.width);
});

it('[W3100] all nodes of a look are one path, and a place on the map is a place in the graph', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => box(index * 256, 0));
  const paths = mapPaths([...many, { ...box(0, 98), look: 'selected' }]);
  expect(paths.cards.match(/M/g)).toHaveLength(1_000);
  expect(paths.selected.match(/M/g)).toHaveLength(1);
  expect(paths.frames).toBe('');
  const shown = { x: -100, y: 50, width: 1320, height: 920 };
  const drawn = { width: 132, height: 92 };
  expect(pointOnMap({ x: 0, y: 0 }, drawn, shown)).toEqual({ x: -100, y: 50 });
  expect(pointOnMap({ x: 66, y: 46 }, drawn, shown)).toEqual({ x: 560, y: 510 });
});

it('[W3905] a wide tree and a long chain are no hairline on the map, and what is in view can be seen', () => {
  const size = { width: 132, height: 92 };
  const view = { x: 93_000, y: 0, width: 1_450, height: 1_060 };
  const tree = { x: 0, y: 0, width: 187_000, height: 650 };
  const shown = viewBoxAround(tree, view, size);
  // In pixels of the map.
  expect((tree.height / shown.height) * size.height).toBeGreaterThan(15);
  expect((tree.width / shown.width) * size.width).toBeGreaterThan(110);
  const seen = viewOnMap(view, shown, size);
  expect((seen.width / shown.width) * size.width).toBeCloseTo(5);
  expect(seen.height).toBe(view.height);
  const least = leastBox(tree, size);
  expect((least.width / shown.width) * size.width).toBeGreaterThan(1.5);
  expect(mapPaths([box(0, 0)], least).cards).toContain(`h${least.width}`);
  const chain = { x: 0, y: 0, width: 224, height: 14_700 };
  const beside = { x: 0, y: 0, width: 400, height: 300 };
  const long = viewBoxAround(chain, beside, size);
  expect((chain.width / long.width) * size.width).toBeGreaterThan(15);
  // What is small anyway keeps its proportions.
  expect(leastBox({ x: 0, y: 0, width: 1_000, height: 700 }, size).width).toBeLessThan(60);
});
