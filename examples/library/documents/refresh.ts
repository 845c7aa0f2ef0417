// Brings the snippets, sessions and pictures of the documents up to date:
// node scripts/bootstrap.mjs examples/library/documents/refresh.ts
// Look at the difference before you commit it: a session that changed may be a bug.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {
  isShown,
  listDocuments,
  readDocument,
  replaceFences,
  runCommand,
  sessionsOf,
  sourceOf,
  type Fence,
} from './shown.ts';

const root = path.join(import.meta.dirname, '../../..');

for (const document of listDocuments()) {
  const before = readDocument(document);
  const after = await replaceFences(before, refresh);
  if (after === before) continue;
  writeFileSync(path.join(root, document), after);
  process.stdout.write(`refreshed ${document}\n`);
}

// A picture has the name of the example that it shows.
for (const file of readdirSync(path.join(root, 'docs/images'))) {
  const name = path.basename(file, '.svg');
  await runCommand(
    `npx skein show examples/native/${name}.json --as svg --out docs/images/${file}`,
  );
}

async function refresh(fence: Fence): Promise<string> {
  if (fence.source !== undefined) return sourceOf(fence.source);
  const sessions = sessionsOf(fence);
  if (sessions.length === 0) return fence.text;
  const parts = sessions.map(async ({ command, output }) => {
    const { code, stdout } = await runCommand(command);
    const exit = code === 0 ? '' : ` # exit ${code}`;
    return `$ ${command}${exit}\n${isShown(output, stdout) && output !== '' ? output : stdout}`;
  });
  return (await Promise.all(parts)).join('');
}
