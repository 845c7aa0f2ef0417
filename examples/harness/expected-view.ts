// Views in files
// A view holds ids and times that differ from run to run. In a file they are written as marks, each a whole text.
import { expect } from 'vitest';
import { readJson, type Example, type ExampleRun } from './example.ts';

const marks: ReadonlyMap<unknown, () => unknown> = new Map([
  ['<id>', () => expect.stringMatching(/^\S{8,}$/)],
  ['<time>', () => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)],
  ['<number>', () => expect.any(Number)],
  ['<text>', () => expect.any(String)],
]);

/** What the file beside the example says; for an example of a mistake, the error. Native runs are checked by their parts. */
export function shownOf(
  { folder, name }: Example,
  { view, expect: expected }: ExampleRun,
): unknown {
  if (view !== null) return expectedView(readJson(view));
  if (expected.status === undefined)
    return { error: expect.objectContaining({ code: expect.any(String) }) };
  if (folder === 'native') return expect.anything();
  throw new Error(`${folder}/${name} lacks the file with its expected view.`);
}

/** What a view must equal: the file's content with matchers in the place of marks. */
function expectedView(written: unknown): unknown {
  const mark = marks.get(written);
  if (mark !== undefined) return mark();
  if (Array.isArray(written)) return written.map(expectedView);
  if (typeof written !== 'object' || written === null) return written;
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => [key, expectedView(value)]),
  );
}
