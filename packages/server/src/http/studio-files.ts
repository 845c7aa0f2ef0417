// Files of the studio
// A folder of built files, read once when the server is created: no path of a request ever reaches the file system. All other
// places of the studio are the page itself, whose router does the rest.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { placedHtml } from '../values/html.ts';

export interface StudioFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StudioFiles {
  /** A file by its path in the address. */
  readonly find: (address: string) => StudioFile | undefined;
  readonly page: StudioFile;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The studio's places: only these are answered with its page. */
export const studioPlaces: readonly string[] = [
  '/workflows',
  '/runs',
  '/inbox',
  '/threads',
  '/evaluations',
  '/settings',
  '/sign-in',
];

/** Undefined when there is no such folder, or no page in it. The page says where the server is mounted. */
export function readStudioFiles(folder: string, basePath = ''): StudioFiles | undefined {
  if (!existsSync(path.join(folder, 'index.html'))) return undefined;
  const files = new Map<string, StudioFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    files.set(address, readFile(file, address));
  }
  const built = files.get('/index.html');
  if (built === undefined) return undefined;
  const html = placedHtml(new TextDecoder().decode(built.body), basePath);
  const page = { ...built, body: new TextEncoder().encode(html) };
  files.set('/index.html', page);
  return { find: (address) => files.get(address), page };
}

function readFile(file: string, address: string): StudioFile {
  // Asset names contain a hash of their content, so they never change.
  const isHashed = address.startsWith('/assets/');
  return {
    body: new Uint8Array(readFileSync(file)),
    headers: {
      'content-type': mediaTypes[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  };
}
