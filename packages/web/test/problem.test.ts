import { expect, it } from 'vitest';
import { problemOf } from '../src/data/problem.ts';

it.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'Failed to fetch dynamically imported module: http://127.0.0.1/assets/page.js',
  'error loading dynamically imported module: http://127.0.0.1/assets/page.js',
  'Importing a module script failed.',
])('[W3785] "%s" is about the connection', (message) => {
  expect(problemOf(new TypeError(message)).code).toBe('SERVER_UNREACHABLE');
});

it('[W3785] a mistake of the studio is not', () => {
  const mistake = new TypeError("Cannot read properties of undefined (reading 'id')");
  expect(problemOf(mistake)).toMatchObject({ code: 'STUDIO_ERROR', message: mistake.message });
});
