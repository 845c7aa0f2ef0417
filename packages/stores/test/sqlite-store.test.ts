import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '@skein/stores';
import { storeContract } from '@skein/testkit';
import { afterAll } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let opened = 0;
const file = () => path.join(folder, `${opened}.db`);

storeContract('sqlite', {
  open: () => {
    opened += 1;
    return openStore(`sqlite:${file()}`);
  },
  again: { how: 'after', open: () => openStore(`sqlite:${file()}`) },
});
