// A page of a program of its own, with the real packages of the AI SDK.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

/** The page of the program: the real packages, bundled as a user would. */
export function buildChatPage(folder: string, source: string): void {
  const run = (words: readonly string[]) => {
    const [program = '', ...rest] = words;
    const { status, stderr, stdout } = spawnSync(program, rest, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${words.join(' ')}: ${stdout}${stderr}`);
  };
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(path.join(folder, 'main.js'), source);
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><title>Chat</title><link rel="icon" href="data:," /><div id="root"></div><script type="module" src="/main.js"></script>',
  );
  const packages = ['@ai-sdk/react@4', 'ai@7', 'react@19', 'react-dom@19'];
  const quietly = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  run(['npm', 'install', ...packages, ...quietly]);
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'bin/vite.js',
  );
  run([process.execPath, vite, 'build', '--logLevel', 'error', '--target', 'esnext']);
}

/** Files of the built page. */
export function sendPageFile(
  folder: string,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
): void {
  const name = url === '/' ? 'index.html' : url.slice(1);
  const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
  try {
    const file = readFileSync(path.join(folder, 'dist', name));
    response.writeHead(200, { 'content-type': type }).end(file);
  } catch {
    response.writeHead(404).end();
  }
}
