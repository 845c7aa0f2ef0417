// The manifest of the package that users install
// Generated from those of the rooms: in the repository `skein` leads to sources and depends on rooms, in the package to built files
// and on third-party packages.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly [key: string]: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Requested when they are needed, by a message with the command: most projects need none of them. */
const optional = /^(?:pg|mysql2|neo4j-driver|imapflow|postal-mime|nodemailer|@restatedev\/.+)$/;
/**
 * Projects have their own versions of these. They are not peers, not even optional ones: npm refuses to install a package beside
 * another version of its peers, and beside packages that these do not get on with. The version is checked where it is used.
 */
const shared = /^(?:ai|@ai-sdk\/.+|@opentelemetry\/.+)$/;
const roomPrefix = '@skein/';

export function packageManifest(root: string): Manifest {
  const own = readManifest(root, 'skein');
  const { name, version, description, license, bin, type, engines } = own;
  const all = Object.entries(foreignDependencies(root));
  const peers = all.filter(([dependency]) => optional.test(dependency));
  return {
    name,
    version,
    description,
    license,
    keywords: ['workflow', 'agents', 'llm', 'durable', 'orchestration', 'mcp'],
    type,
    bin,
    exports: {
      '.': { types: './types/skein/index.d.ts', default: './dist/index.js' },
      './client': { types: './types/skein/client.d.ts', default: './dist/client.js' },
      './testing': { types: './types/skein/testing.d.ts', default: './dist/testing.js' },
      './pipelines': { types: './types/skein/pipelines.d.ts', default: './dist/pipelines.js' },
      './package.json': './package.json',
      ...schemas(own['exports']),
    },
    files: ['bin', 'dist', 'types', 'studio', 'templates', 'docs', 'examples', '*.schema.json'],
    dependencies: Object.fromEntries(all.filter(([dependency]) => !isOptionalPackage(dependency))),
    peerDependencies: Object.fromEntries(peers.map(([peer, at]) => [peer, `^${at}`])),
    peerDependenciesMeta: Object.fromEntries(peers.map(([peer]) => [peer, { optional: true }])),
    engines,
  };
}

/** Whether the package that this module belongs to is there only where a user installed it. */
export function isOptionalPackage(module: string): boolean {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module;
  return optional.test(name) || shared.test(name);
}

/** Those of all rooms that `skein` consists of, in alphabetical order. */
function foreignDependencies(root: string): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const rooms = ['skein'];
  for (const room of rooms) {
    for (const [name, version] of Object.entries(readManifest(root, room).dependencies ?? {})) {
      if (!name.startsWith(roomPrefix)) found.set(name, version);
      else if (!rooms.includes(name.slice(roomPrefix.length)))
        rooms.push(name.slice(roomPrefix.length));
    }
  }
  return Object.fromEntries([...found].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function schemas(exported: unknown): Readonly<Record<string, unknown>> {
  const entries = Object.entries(exported as Readonly<Record<string, unknown>>);
  return Object.fromEntries(entries.filter(([entry]) => entry.endsWith('.schema.json')));
}

function readManifest(root: string, room: string): Manifest {
  const file = path.join(root, 'packages', room, 'package.json');
  if (!existsSync(file)) throw new Error(`There is no room "${room}".`);
  // Our own, in npm's format.
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
