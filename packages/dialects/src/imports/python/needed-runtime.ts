import { pythonCollections } from './runtime/python-collections.ts';
import { pythonLibrary } from './runtime/python-library.ts';
import { pythonMethods } from './runtime/python-methods.ts';
import { pythonValues } from './runtime/python-values.ts';

const pieces = new Map(
  [pythonValues, pythonCollections, pythonMethods, pythonLibrary]
    .flatMap((text) => text.split(/\n(?=(?:function|class|const) py_)/))
    .flatMap((piece) => {
      const name = /(?:function|class|const) (py_\w+)/.exec(piece)?.[1];
      return name === undefined ? [] : [[name, piece.trim()] as const];
    }),
);

/** The functions that a translated program calls, and those that these call. */
export function neededRuntime(code: string): string {
  const needed = new Set<string>();
  const open = namesOf(code);
  for (let at = 0; at < open.length; at += 1) {
    const name = open[at] ?? '';
    const piece = pieces.get(name);
    if (piece === undefined || needed.has(name)) continue;
    needed.add(name);
    open.push(...namesOf(piece));
  }
  // Classes and constants are not there before their line, so they stay in the order in which they are written.
  return [...pieces]
    .filter(([name]) => needed.has(name))
    .map(([, piece]) => piece)
    .join('\n');
}

function namesOf(code: string): string[] {
  return [...new Set(code.match(/\bpy_\w+/g) ?? [])];
}
