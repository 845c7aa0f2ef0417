// skein/client
// One file without imports, for browsers as well as for Node: of the route table it has the addresses alone. What a call takes and gives is
// in the types, and checked by the server.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { basePath, routes, type Route } from '../../packages/api/src/index.ts';

export async function bundleClient({
  root,
  target,
}: {
  readonly root: string;
  readonly target: string;
}): Promise<void> {
  const bundle = await rolldown({
    input: { client: path.join(root, 'packages/skein/src/client.ts') },
    platform: 'browser',
    plugins: [addressesOnly],
    // What is not used of the rooms is left out, whatever it does when it is loaded.
    treeshake: { moduleSideEffects: false },
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@skein/'),
  });
  const { output } = await bundle.generate({ format: 'esm', entryFileNames: '[name].js' });
  await bundle.close();
  const [{ fileName, code, imports }, ...more] = output;
  if (more.length > 0 || imports.length > 0)
    throw new Error(`skein/client would import ${imports.join(', ')}.`);
  writeFileSync(path.join(target, fileName), code);
}

const addressesOnly: Plugin = {
  name: 'addresses-only',
  load: (id) => (id.endsWith('/api/src/routes/routes.ts') ? addresses() : null),
};

function addresses(): string {
  const table = Object.entries<Route>(routes).map(([name, { method, path: place, mediaType }]) => [
    name,
    { method, path: place, mediaType },
  ]);
  return `export const basePath = ${JSON.stringify(basePath)};
export const routes = ${JSON.stringify(Object.fromEntries(table))};`;
}
