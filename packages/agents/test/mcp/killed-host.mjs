// A host that is killed while its server works: `node killed-host.mjs FILE`. The server ignores the end of its input and SIGTERM, and
// writes its id to FILE.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createVault, environmentSecrets, mcpTools } from '@skein/agents';

const [file = ''] = process.argv.slice(2);
const hostile = fileURLToPath(new URL('hostile-server.mjs', import.meta.url));
const server = { command: process.execPath, args: [hostile, 'stubborn', file] };
const tools = mcpTools({ bad: server }, { vault: createVault(environmentSecrets({})) });
const tool = await tools.find('bad-work');
const call = { signal: new AbortController().signal, emit: () => {} };
void tool?.run({}, call);
while (!existsSync(`${file}.called`)) await pause(10);
process.stdout.write('ready\n');
