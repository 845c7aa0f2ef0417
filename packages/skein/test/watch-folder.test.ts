// Goal: no save goes unheard, however an editor writes. Method: real files; a change that is not heard never resolves.
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { watchFolder } from '../src/cli/inputs/watch-folder.ts';
import { folderWith } from './spawn-skein.ts';

describe('the changes that skein dev and skein test --watch hear of', () => {
  it('[C3050] a file that was replaced, and then written in place', async () => {
    const { folder, remove } = folderWith({ 'src/order.ts': 'one' });
    const file = path.join(folder, 'src/order.ts');
    const watch = watchFolder(folder);
    for (const round of [1, 2]) {
      writeFileSync(`${file}.new`, `replaced ${round}`);
      renameSync(`${file}.new`, file);
      await watch.next();
      appendFileSync(file, '// in place');
      await watch.next();
    }
    watch.close();
    remove();
  });

  it('[C3050] a folder that is new, and one that was replaced', async () => {
    const { folder, remove } = folderWith({ 'src/order.ts': 'one' });
    const watch = watchFolder(folder);
    const deep = path.join(folder, 'src/new/deep');
    for (const _ of [1, 2]) {
      rmSync(deep, { recursive: true, force: true });
      mkdirSync(deep, { recursive: true });
      await watch.next();
      writeFileSync(path.join(deep, 'a.ts'), 'a');
      await watch.next();
    }
    watch.close();
    remove();
  });

  it('[C3050] nothing of what is installed, or of what Skein writes itself', async () => {
    const { folder, remove } = folderWith({
      'order.ts': 'one',
      '.skein/dev.db': '',
      'node_modules/zod/index.js': '',
    });
    const watch = watchFolder(folder);
    let heard = 0;
    const first = watch.next().then(() => (heard += 1));
    appendFileSync(path.join(folder, '.skein/dev.db'), 'x');
    appendFileSync(path.join(folder, 'node_modules/zod/index.js'), 'x');
    await sleep(300); // longer than a change needs to be told
    expect(heard).toBe(0);
    appendFileSync(path.join(folder, 'order.ts'), 'x');
    await first;
    watch.close();
    remove();
  });
});
