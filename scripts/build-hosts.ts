// `node scripts/build-hosts.ts FOLDER`: the programs that tests start in processes of their own and kill, each in one file. Started from
// the sources, one reads and strips 900 files: 1.5 s of processor time against 0.1 s, and one that is killed never writes down what it
// compiled. The folder is inside the repository: there it finds the packages that it uses.
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';

const root = path.dirname(import.meta.dirname);
const testkit = path.join(root, 'packages/testkit/src');
const skein = path.join(root, 'packages/skein');
const folder = path.resolve(process.argv[2] ?? '');
/** Whoever comes second finds a whole one. */
const unfinished = `${folder}-${process.pid}`;

const bundle = await rolldown({
  input: {
    'crash-host-main': path.join(testkit, 'crash/crash-host-main.ts'),
    'share-host-main': path.join(testkit, 'crash/share-host-main.ts'),
    'crash-worker-main': path.join(testkit, 'hosts/crash-worker-main.ts'),
    'poison-worker-main': path.join(testkit, 'hosts/poison-worker-main.ts'),
    'soak-host': path.join(testkit, 'soak/soak-host.ts'),
    'mcp-host-main': path.join(root, 'packages/server/test/mcp/mcp-host-main.ts'),
    'conformance-client-main': path.join(skein, 'test/mcp/conformance-client-main.ts'),
    'conformance-server-main': path.join(skein, 'test/mcp/conformance-server-main.ts'),
    'renew-main': path.join(skein, 'test/connections/renew-main.ts'),
    'schedule-main': path.join(skein, 'test/embedding/schedule-main.ts'),
    'functions-worker-main': path.join(
      root,
      'packages/testkit/test/crash/functions-worker-main.ts',
    ),
    // Next to them, where the pool of threads looks for it.
    'code-thread': path.join(root, 'packages/agents/src/code/code-thread-main.ts'),
  },
  platform: 'node',
  resolve: { alias: { skein: path.join(skein, 'src/index.ts') } },
  external: (id) =>
    !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@skein/') && id !== 'skein',
});
await bundle.write({
  dir: path.join(unfinished, 'dist'),
  format: 'esm',
  entryFileNames: '[name].js',
});
await bundle.close();
// What the library reads of its package is above its files.
for (const file of ['package.json', 'skein.config.schema.json'])
  copyFileSync(path.join(skein, file), path.join(unfinished, file));
try {
  renameSync(unfinished, folder);
} catch {
  rmSync(unfinished, { recursive: true });
}
