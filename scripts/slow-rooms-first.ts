// The order of test files
// Vitest starts with what took longest last time, and uses file sizes where it does not know; then a short file that waits
// for a database for a minute comes last, and one worker is idle meanwhile. So: first what starts browsers, servers and
// processes, last what only computes. Files of one room wait for the same server and need the processor at the same time, so
// the slow rooms take turns, each spread over the whole time of all of them.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const slowRooms = [
  'packages/web/test/browser',
  'packages/restate',
  'packages/stores',
  'packages/testkit',
  'packages/server/test/mcp',
  'packages/skein/test/package',
  'packages/skein',
  'examples',
  'packages/server',
  'packages/simulation',
  'tools',
  'packages/agents/test/code',
  'packages/api',
];

export class SlowRoomsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rooms = Map.groupBy(sorted, (file) => this.#roomOf(file));
    const quick = rooms.get(undefined) ?? [];
    rooms.delete(undefined);
    const placed = [...rooms.values()].flatMap((room) =>
      room.map((file, index) => ({ file, place: index / room.length })),
    );
    const slow = placed.toSorted((one, other) => one.place - other.place);
    return [...slow.map(({ file }) => file), ...quick];
  }

  #roomOf({ moduleId }: TestSpecification): string | undefined {
    const file = path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/');
    return slowRooms.find((room) => file.startsWith(`${room}/`));
  }
}
