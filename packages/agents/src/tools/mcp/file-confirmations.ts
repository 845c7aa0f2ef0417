// Confirmed tools in a file
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { ToolConfirmations } from '@skein/ports';
import { readJsonFile, writeJsonFile } from '../../files/json-file.ts';

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
        await writeJsonFile(file, { confirmed: servers });
      };
      writing = writing.then(write, write);
      return writing;
    },
  };
}

/** A file with other contents is an error: treating it as empty would confirm everything again. */
async function readServers(file: string): Promise<JsonObject> {
  const value = await readJsonFile(file);
  if (value === undefined) return {};
  const servers = isObject(value) ? ownValue(value, 'confirmed') : undefined;
  if (!isObject(servers)) throw new Error(`${file} does not hold confirmed tools.`);
  return servers;
}
