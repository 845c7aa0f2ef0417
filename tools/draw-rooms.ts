// The drawing of the rooms in ARCHITECTURE.md
// Generated from the table that the check of imports uses, so that the two cannot differ.
import { readSource, type SourceFile } from './repository.ts';
import type { Manifest } from './check-rooms.ts';
import { withGeneratedPart } from './generated-part.ts';
import { rooms } from './rooms.ts';

/** Rooms from the top down, each with what it imports and its floors. */
function drawRooms(): string {
  const names = Object.keys(rooms).toSorted((one, other) => depthOf(other) - depthOf(one));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const table = names.map((name) => {
    const imports = rooms[name]?.imports ?? [];
    return `${name.padEnd(width)}${imports.length === 0 ? '(nothing)' : imports.join(', ')}`;
  });
  return [
    'room'.padEnd(width) + 'imports',
    ...table,
    ...names.flatMap((name) => ['', ...drawFloors(name)]),
  ].join('\n');
}

/** A room with its floors, the upper ones first. */
function drawFloors(name: string): readonly string[] {
  const floors = Object.entries(rooms[name]?.floors ?? {});
  const width = Math.max(0, ...floors.map(([floor]) => floor.length)) + 2;
  return [
    `${name}: ${descriptionOf(name)}`,
    ...floors.map(([floor, words], i) => {
      const line = i === floors.length - 1 ? '└' : '├';
      return `  ${line} ${floor.padEnd(width)}${words}`;
    }),
  ];
}

/** The document with the drawing as it is now. */
export function withDrawing(page: SourceFile): string {
  return withGeneratedPart(page, 'rooms', `\`\`\`text\n${drawRooms()}\n\`\`\``);
}

/** How many levels of rooms are below it. */
function depthOf(name: string): number {
  return 1 + Math.max(0, ...(rooms[name]?.imports ?? []).map(depthOf));
}

function descriptionOf(name: string): string {
  // Our own manifests, which have one.
  const manifest = JSON.parse(readSource(`packages/${name}/package.json`).text) as Manifest & {
    readonly description: string;
  };
  return manifest.description.replace(/\.$/, '');
}
