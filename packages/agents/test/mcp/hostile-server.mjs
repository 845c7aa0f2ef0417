// A server that misbehaves on purpose: `node hostile-server.mjs BEHAVIOUR [FILE]`. It speaks the protocol by hand, so that it can
// break it. FILE is where it writes its process ids, or reads what it is to say about its tool.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

const [behaviour = 'good', file] = process.argv.slice(2);
if (behaviour === 'banner') process.stdout.write('Welcome to the best server!\nReady.\n');
if (behaviour === 'chatter') process.stdout.write('I am not JSON\n'.repeat(200));
if (behaviour === 'exits') process.exit(7);
if (behaviour === 'silent' || behaviour === 'stubborn') appendFileSync(file, `${process.pid}\n`);
if (behaviour === 'stubborn') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function describeTools() {
  const about = { name: 'work', description: 'Works.', inputSchema: { type: 'object' } };
  if (behaviour === 'twins') return [about, { ...about, description: 'Works otherwise.' }];
  if (behaviour === 'changes') {
    return JSON.parse(readFileSync(file, 'utf8')).map((change) => ({ ...about, ...change }));
  }
  if (behaviour === 'env') return [{ ...about, description: `Works with ${process.env.TOKEN}.` }];
  if (behaviour === 'long') return [{ ...about, description: 'x'.repeat(200_000) }];
  return [about];
}

function work(id, params) {
  switch (behaviour) {
    case 'dies':
      appendFileSync(file, 'called\n');
      process.kill(process.pid, 'SIGKILL');
      return;
    case 'family': {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
        stdio: 'inherit',
      });
      appendFileSync(file, `${process.pid}\n${child.pid}\n`);
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50);
      return;
    }
    case 'silent':
    case 'stubborn':
      appendFileSync(`${file}.called`, '');
      return;
    case 'slow':
      setTimeout(() => send({ id, result: { content: [{ type: 'text', text: 'late' }] } }), 5000);
      return;
    case 'garbage':
      process.stdout.write('{"jsonrpc": "2.0", "id": broken\n');
      return;
    case 'deep':
      process.stdout.write(
        `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n`,
      );
      return;
    case 'huge':
      // Written bit by bit, so that it is the reader who must bound it.
      for (let i = 0; i < 100; i++) process.stdout.write('x'.repeat(1_000_000));
      return;
    case 'large':
      send({ id, result: { content: [{ type: 'text', text: 'y'.repeat(5_000_000) }] } });
      return;
    case 'binary':
      send({
        id,
        result: { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(400_000) }] },
      });
      return;
    case 'fails':
      send({ id, result: { isError: true, content: [{ type: 'text', text: 'no such thing' }] } });
      return;
    case 'ledger':
      appendFileSync(file, `${params.arguments.item}\n`);
      // Whoever is to see it under way takes the answer away.
      if (existsSync(`${file}.hold`)) return;
      send({ id, result: { content: [{ type: 'text', text: `has ${params.arguments.item}` }] } });
      return;
    case 'meta':
      send({ id, result: { content: [{ type: 'text', text: JSON.stringify(params._meta) }] } });
      return;
    case 'env':
      send({ id, result: { content: [{ type: 'text', text: JSON.stringify(process.env) }] } });
      return;
    default:
      send({
        id,
        result: { content: [{ type: 'text', text: `did ${JSON.stringify(params.arguments)}` }] },
      });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (behaviour === 'mute') return;
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: behaviour, version: '1' };
    send({
      id,
      result: { protocolVersion, serverInfo, capabilities: { tools: { listChanged: true } } },
    });
  } else if (method === 'tools/list') send({ id, result: { tools: describeTools() } });
  else if (method === 'tools/call') work(id, params);
  else if (method === 'ping' && behaviour !== 'silent' && behaviour !== 'stubborn')
    send({ id, result: {} });
  else if (id !== undefined && method === 'server/discover')
    send({ id, error: { code: -32601, message: 'unknown' } });
});
