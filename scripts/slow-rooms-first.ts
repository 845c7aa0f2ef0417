// The order of test files
// Vitest starts with what took longest last time, and uses file sizes where it does not know; then a short file that waits
// for a database for a minute comes last, and one worker is idle meanwhile. So: first what starts browsers, servers and
// processes, last what only computes.
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
