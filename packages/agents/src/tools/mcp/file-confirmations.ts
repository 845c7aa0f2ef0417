// Confirmed tools in a file
// One JSON file, written whole and put in place by a rename, so that a crash leaves the old one or the new one.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { isObject, ownValue, setOwn, type Json } from '@skein/kernel';
import type { ToolConfirmations } from '@skein/ports';

export function fileConfirmations(file: string): ToolConfirmations {
  let writing: Promise<void> = Promise.resolve();
  return {
    read: async (server) => {
      await writing;
      const tools = ownValue(await readServers(file), server);
      if (!isObject(tools)) return undefined;
      const hashes = Object.entries(tools);
      return new Map(
        hashes.flatMap(([tool, hash]) => (typeof hash === 'string' ? [[tool, hash]] : [])),
      );
    },
    write: (server, hashes) => {
      const write = async () => {
        const servers: { [name: string]: Json } = { ...(await readServers(file)) };
        const tools: { [name: string]: Json } = {};
        for (const [tool, hash] of hashes) setOwn(tools, tool, hash);
        setOwn(servers, server, tools);
        await replaceFile(file, `${JSON.stringify({ confirmed: servers }, undefined, 2)}\n`);
      };
      writing = writing.then(write, write);
      return writing;
    },
  };
}

/** A file that is there but cannot be read is an error: taking it as empty would confirm everything anew. */
async function readServers(file: string): Promise<{ readonly [name: string]: Json }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  // JSON.parse gives JSON.
  const value = JSON.parse(text) as Json;
  const servers = isObject(value) ? ownValue(value, 'confirmed') : undefined;
  if (!isObject(servers)) throw new Error(`${file} does not hold confirmed tools.`);
  return servers;
}

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, text, { mode: 0o600 });
  await rename(fresh, file);
}
