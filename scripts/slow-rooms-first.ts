// The order of test files
// Vitest starts what took longest the last time, and goes by the size of files where it does not know; then a short file that waits
// for a database for a minute comes last, and one worker does nothing meanwhile. So: first what starts browsers, servers and
// processes, at last what only computes.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const slowRooms = [
  'packages/web/test/browser',
  'packages/restate',
  'packages/stores',
  'packages/testkit',
  'packages/server/test/mcp',
  'packages/skein',
  'examples',
  'packages/server',
];

export class SlowRoomsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => this.#place(one) - this.#place(other));
  }

  #place({ moduleId }: TestSpecification): number {
    const file = path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/');
    const place = slowRooms.findIndex((room) => file.startsWith(`${room}/`));
    return place === -1 ? slowRooms.length : place;
  }
}
