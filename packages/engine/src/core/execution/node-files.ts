import type { NodeCall, NodeFiles } from '@skein/ports';
import { openFile, readWhole, writeFile } from '../files/run-files.ts';
import type { DrivenRun } from '../run/driven-run.ts';

/** The files of a tree of runs, as a function in it sees them. */
export function nodeFiles(
  driver: DrivenRun,
  { root, user }: Pick<NodeCall, 'root' | 'user'>,
): NodeFiles {
  const { runtime } = driver;
  const open: NodeFiles['open'] = (value) => openFile(runtime, value, { root, user });
  return {
    write: ({ name, type }, bytes) =>
      writeFile(runtime, {
        run: root,
        name,
        type,
        bytes,
        onStored: (size) => void (driver.unmeasured += size),
      }),
    open,
    read: async (value) => readWhole(await open(value)),
  };
}
