// A node of type `http` and a real server on this machine. Attempts after a crash are calls of the same node with what was recorded.
import { createVault, guardedFetch, nativeNodeTypes, type GuardOptions } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import type { NodeFiles, Secret } from '@skein/ports';
import { fakeNodeIo, nodeCall } from '../fake-node-io.ts';
import { requestServer, type Answer } from '../http-tools/request-world.ts';

interface Given {
  readonly secrets?: Readonly<Record<string, Secret>>;
  readonly recorded?: ReadonlyMap<string, Json | undefined>;
  /** Of a node before. */
  readonly files?: NodeFiles;
}

export async function nodeWorld(answer?: Answer, guard: GuardOptions = {}) {
  const server = await requestServer(answer);
  const run = (config: JsonObject, { secrets = {}, recorded = new Map(), files }: Given = {}) => {
    const vaultOf = () => createVault({ find: (name) => secrets[name] });
    const fetch = guardedFetch({ allow: [server.host], ...guard });
    const type = nativeNodeTypes({ functions: new Map(), http: { fetch, vaultOf } }).get('http')!;
    const fake = fakeNodeIo({ recorded, now: Date.UTC(2026, 0, 1) });
    const io = files === undefined ? fake : { ...fake, files };
    const call = nodeCall({ nodeType: 'http', config });
    return { io, result: Promise.resolve(type.run!(call, io)) };
  };
  return { ...server, run };
}

export async function valueOf({
  result,
}: {
  readonly result: Promise<{ readonly value?: Json }>;
}): Promise<Json | undefined> {
  return (await result).value;
}
