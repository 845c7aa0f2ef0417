// Goal: files go through runs unchanged, whatever their size and wherever the run continues, and reach nobody whose they are not.
// Method: a real server on this machine to download from and upload to, real engines and servers over them.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { hosts } from '@skein/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine, recordCassette, type Engine, type ToolCall } from '../src/index.ts';
import { composeWorkflows } from '../src/parts/compose-workflows.ts';
import { composeServer } from '../src/server/compose-server.ts';
import { callSkein } from './call-skein.ts';
import { large, openSite, small } from './file-site.ts';

type Loose = ReturnType<typeof JSON.parse>;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'skein-files-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const download = (url: string) => ({ id: 'get', type: 'http', config: { url, response: 'file' } });
const flow = (nodes: readonly object[], edges: readonly object[] = []) => ({
  skein: 1,
  id: 'files',
  nodes,
  edges,
});

async function opened(options: Parameters<typeof createEngine>[0]): Promise<Engine> {
  const engine = await createEngine(options);
  onTestFinished(() => engine.close());
  return engine;
}

it('[X785] 20 MB are downloaded, survive a restart and are sent on unchanged; no journal has them', async () => {
  const { base, options, received } = await openSite();
  const store = `sqlite:${path.join(folder(), 'runs.db')}`;
  const send = { id: 'send', type: 'http', config: { url: base, body: { file: '${get.output}' } } };
  const parts = { note: 'here', doc: '${get.output}' };
  const form = { id: 'form', type: 'http', config: { url: base, body: { multipart: parts } } };
  const sending = flow(
    [
      download(`${base}/large`),
      { id: 'ask', type: 'approval', config: { prompt: 'On?' } },
      send,
      form,
    ],
    [
      { from: 'get', to: 'ask' },
      { from: 'ask', out: 'approved', to: 'send' },
      { from: 'send', to: 'form' },
    ],
  );
  const first = await createEngine({ ...options, store });
  const { id } = await first.runs.start(sending);
  await first.runs.settled(id);
  await first.close();
  const second = await opened({ ...options, store });
  await second.waits.answer({ run: id, node: 'ask' }, true);
  const ended = await second.runs.finished(id);
  expect([ended.status, ended.output]).toEqual(['completed', 'thanks']);
  const [whole, multipart] = received;
  expect([whole?.body.length, sha256(whole?.body ?? small)]).toEqual([20_000_000, sha256(large)]);
  expect(whole?.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '20000000',
  });
  const given = { headers: { 'content-type': multipart?.headers['content-type'] ?? '' } };
  const fields = await new Response(new Uint8Array(multipart?.body ?? small), given).formData();
  const doc = fields.get('doc') as File;
  expect([fields.get('note'), doc.name, doc.type]).toEqual([
    'here',
    'report 1.pdf',
    'application/pdf',
  ]);
  expect(sha256(await doc.bytes())).toBe(sha256(large));
  const journal = JSON.stringify(await second.runs.journal(id));
  expect(journal.length).toBeLessThan(20_000);
  const [about] = await second.runs.files(id);
  expect(about).toMatchObject({ size: 20_000_000, sha256: sha256(large), name: 'report 1.pdf' });
});

it('[X790] a tool reads the file that an argument names and gives back one of its own, for code and agents', async () => {
  const { base, options, received } = await openSite();
  const tools = {
    pack: {
      effect: 'pure' as const,
      async run(args: Loose, { files }: ToolCall) {
        const file = await files!.open(args.document);
        const bytes = Buffer.concat([Buffer.from('packed '), await files!.read(args.document)]);
        return files!.write({ name: `${file.name}.pack`, type: 'application/x-pack' }, bytes);
      },
    },
    weigh: {
      effect: 'pure' as const,
      run: async (args: Loose, { files }: ToolCall) => (await files!.read(args.document)).length,
    },
  };
  const engine = await opened({ ...options, tools });
  const code = `const packed = await tools.pack({ document: args.document });
return { packed, weight: await tools.weigh({ document: packed }) };`;
  const { id } = await engine.runs.start(
    flow(
      [
        download(`${base}/small`),
        {
          id: 'code',
          type: 'code',
          config: { code, args: { document: '${get.output}' }, tools: ['pack', 'weigh'] },
        },
        {
          id: 'send',
          type: 'http',
          config: { url: base, body: { file: '${code.output.packed}' } },
        },
        { id: 'end', type: 'end', config: { value: '${code.output.weight}' } },
      ],
      [
        { from: 'get', to: 'code' },
        { from: 'code', to: 'send' },
        { from: 'send', to: 'end' },
      ],
    ),
  );
  const run = await engine.runs.finished(id);
  expect([run.status, run.output]).toEqual(['completed', small.length + 7]);
  expect(received[0]?.body).toEqual(Buffer.concat([Buffer.from('packed '), small]));
  expect(received[0]?.headers['content-type']).toBe('application/x-pack');
  expect((await engine.runs.files(id)).map(({ name }) => name)).toEqual([
    'report 1.pdf',
    'report 1.pdf.pack',
  ]);
  expect(JSON.stringify(await engine.runs.journal(id))).not.toContain('%PDF');
});

it('[X790] a tool reads no file of another user, whatever a model or a definition names', async () => {
  const { base, options } = await openSite();
  const tools = {
    weigh: {
      effect: 'pure' as const,
      run: async (args: Loose, { files }: ToolCall) => (await files!.read(args.document)).length,
    },
  };
  const engine = await opened({ ...options, tools });
  const started = await engine.runs.start(flow([download(`${base}/small`)]), { user: 'ann' });
  const { output } = await engine.runs.finished(started.id);
  const weighing = flow([
    { id: 'w', type: 'tool', config: { tool: 'weigh', args: { document: '${trigger}' } } },
  ]);
  const weigh = async (user: string) => {
    const { id } = await engine.runs.start(weighing, { user, input: output as Loose });
    return engine.runs.finished(id);
  };
  expect(await weigh('ann')).toMatchObject({ status: 'completed' });
  const refused = await weigh('eve');
  expect([refused.status, refused.output]).toEqual(['failed', null]);
  expect(refused.error?.message).toContain('file');
});

it('[X785] a file that is too large fails the node at once, and is not kept', async () => {
  const { base, options } = await openSite();
  const engine = await opened({ ...options, limits: { ceilings: { fileBytes: 3_000_000 } } });
  const { id } = await engine.runs.start(flow([download(`${base}/endless`)]));
  const run = await engine.runs.settled(id);
  expect(run).toMatchObject({ status: 'failed', error: { code: 'FILE_TOO_LARGE' } });
  expect(await engine.runs.files(id)).toEqual([]);
  const rows = await engine.runs.journal(id);
  // One attempt, of which nothing is left.
  expect(rows.filter(({ type }) => type === 'attempt.failed')).toHaveLength(1);
});

it('[X785] 100 MB are more than the limit that there is by default', async () => {
  const { base, options } = await openSite();
  const engine = await opened(options);
  const { id } = await engine.runs.start(flow([download(`${base}/endless`)]));
  const run = await engine.runs.settled(id);
  expect(run).toMatchObject({
    status: 'failed',
    error: { code: 'FILE_TOO_LARGE', message: expect.stringContaining('50000000') },
  });
});

it('[X785] files count against the bytes that a tree of runs may have', async () => {
  const { base, options } = await openSite();
  const engine = await opened({ ...options, limits: { ceilings: { treeBytes: 5_000_000 } } });
  const { id } = await engine.runs.start(flow([download(`${base}/large`)]));
  expect(await engine.runs.settled(id)).toMatchObject({
    status: 'failed',
    error: { code: 'LIMIT_REACHED' },
  });
});

it('[X785] on Restate, where another process calls the nodes, too', async () => {
  const { base, options, received } = await openSite();
  const { compile, nodeTypes } = composeWorkflows(options);
  const world = await hosts.restate({ compile, nodeTypes });
  onTestFinished(() => world.close());
  const send = { id: 'send', type: 'http', config: { url: base, body: { file: '${get.output}' } } };
  const edges = [{ from: 'get', to: 'send' }];
  const { runs } = world.engine;
  const { id } = await runs.start(flow([download(`${base}/large`), send], edges));
  expect(await runs.finished(id)).toMatchObject({ status: 'completed', output: 'thanks' });
  expect(received.map(({ body }) => sha256(body))).toEqual([sha256(large)]);
  expect(await runs.files(id)).toMatchObject([{ size: 20_000_000 }]);
});

it('[X786] functions read and write files, and pass them on', async () => {
  const { base, options } = await openSite();
  const engine = await opened({
    ...options,
    functions: {
      shout: async ({ file }: Loose, io) => {
        const text = Buffer.from(await io.files.read(file)).toString();
        const about = { name: 'loud.txt', type: 'text/plain' };
        return io.step('write', () => io.files.write(about, Buffer.from(text.toUpperCase())));
      },
    },
  });
  const config = { name: 'shout', args: { file: '${get.output}' } };
  const shout = { id: 'shout', type: 'function', config };
  const defined = flow([download(`${base}/small`), shout], [{ from: 'get', to: 'shout' }]);
  const { id } = await engine.runs.start(defined);
  const { output } = await engine.runs.finished(id);
  const { $file } = output as Loose;
  expect($file).toMatchObject({ name: 'loud.txt', size: small.length });
  const parts: Uint8Array[] = [];
  for await (const part of (await engine.runs.file(id, $file.id)).bytes()) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe(small.toString().toUpperCase());
});

it('[X880] a cassette has the files of a run: played without a network, they are there and are sent on', async () => {
  const { base, options } = await openSite();
  const send = { id: 'send', type: 'http', config: { url: base, body: { file: '${get.output}' } } };
  const parts = { note: 'here', doc: '${get.output}' };
  const form = { id: 'form', type: 'http', config: { url: base, body: { multipart: parts } } };
  const defined = flow(
    [download(`${base}/small`), send, form],
    [
      { from: 'get', to: 'send' },
      { from: 'send', to: 'form' },
    ],
  );
  const live = await opened(options);
  const { id } = await live.runs.start(defined);
  const before = await live.runs.finished(id);
  expect(before.status).toBe('completed');
  const { cassette } = await recordCassette(live, id);
  const played = await opened({ cassette: JSON.parse(JSON.stringify(cassette)) });
  const again = await played.runs.start(defined);
  expect(await played.runs.finished(again.id)).toMatchObject({
    status: 'completed',
    output: before.output,
  });
  const [file] = await played.runs.files(again.id);
  expect(file).toMatchObject({ name: 'report 1.pdf', type: 'application/pdf' });
  const bytes: Uint8Array[] = [];
  for await (const part of (await played.runs.file(again.id, file!.id)).bytes()) bytes.push(part);
  expect(Buffer.concat(bytes)).toEqual(small);
});

it('[X787] a file is its user’s: others neither download it nor get at it with a forged value', async () => {
  const { base, options, received } = await openSite();
  const store = await openStore('memory');
  const { http, environment } = options;
  const server = await composeServer({ store, config: { http }, environment });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  const user = async (name: string) => {
    const given = { user: name, name, expiresAt: null, now: Date.now() };
    const { record, secret } = makeKey({ ...given, scopes: ['admin'] });
    await store.keys.create(record);
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const get = (place: string) => fetch(`${url}/api/v1${place}`, { headers });
    const run = async (definition: object, input: object): Promise<Loose> => {
      const post = { method: 'POST', headers };
      const saved = { ...post, body: JSON.stringify(definition) };
      const { id } = (await (await fetch(`${url}/api/v1/workflows`, saved)).json()) as Loose;
      const started = { ...post, body: JSON.stringify({ input }) };
      const place = `${url}/api/v1/workflows/${id}/run?wait=60`;
      return ((await (await fetch(place, started)).json()) as Loose).run;
    };
    return { get, run, secret };
  };
  const [ann, bob] = [await user('ann'), await user('bob')];
  const made = await ann.run(flow([download(`${base}/small`)]), {});
  const { $file } = made.output;
  const place = `/runs/${made.id}/files/${$file.id}`;
  const answer = await ann.get(place);
  expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), small)).toBe(0);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining('attachment; filename="report 1.pdf"'),
    'x-content-type-options': 'nosniff',
  });
  expect((await ann.get(`/runs/${made.id}/files/none`)).status).toBe(404);
  expect([(await bob.get(place)).status, (await bob.get(`/runs/${made.id}/files`)).status]).toEqual(
    [404, 404],
  );
  const forward = { url: base, body: { file: '${trigger.doc}' } };
  const sending = flow([{ id: 'send', type: 'http', config: forward }]);
  const forged = { doc: made.output };
  const refused = await bob.run({ ...sending, id: 'forged' }, forged);
  expect([refused.status, refused.error?.code ?? refused.failure?.code]).toEqual([
    'failed',
    'RUN_FILE_NOT_FOUND',
  ]);
  expect(received).toEqual([]);
  // Another run of the same user may.
  expect((await ann.run({ ...sending, id: 'forged' }, forged)).status).toBe('completed');
  expect(received.map(({ body }) => Buffer.compare(body, small))).toEqual([0]);

  const out = path.join(folder(), 'out.pdf');
  const env = { SKEIN_KEY: ann.secret };
  const listed = await callSkein(['runs', 'files', made.id, '--server', url, '--json'], { env });
  expect(JSON.parse(listed.stdout).items).toMatchObject([{ id: $file.id, size: small.length }]);
  const given = ['runs', 'files', made.id, $file.id, '--server', url, '--out', out];
  expect((await callSkein(given, { env })).code).toBe(0);
  expect(Buffer.compare(readFileSync(out), small)).toBe(0);
  const others = await callSkein(given, { env: { SKEIN_KEY: bob.secret } });
  expect(others.code).toBe(5);
});

it('[X788] a bundle has the files of its runs; changed ones are refused; they are deleted with the run', async () => {
  const { base, options, received } = await openSite();
  const first = await opened(options);
  const asks = { id: 'ask', type: 'approval', config: { prompt: 'On?' } };
  const send = { id: 'send', type: 'http', config: { url: base, body: { file: '${get.output}' } } };
  const edges = [
    { from: 'get', to: 'ask' },
    { from: 'ask', out: 'approved', to: 'send' },
  ];
  const { id } = await first.runs.start(flow([download(`${base}/small`), asks, send], edges));
  await first.runs.settled(id);
  const bundle = JSON.parse(JSON.stringify(await first.runs.export(id))) as Loose;
  const second = await opened(options);
  const [file] = bundle.files;
  const changed = { ...file, bytes: Buffer.from('other').toString('base64') };
  await expect(second.runs.import({ ...bundle, files: [changed] })).rejects.toMatchObject({
    code: 'BUNDLE_INVALID',
  });
  const strict = await createEngine({ limits: { ceilings: { fileBytes: 5 } } });
  onTestFinished(() => strict.close());
  await expect(strict.runs.import(bundle)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  expect((await strict.runs.list({})).items).toEqual([]);
  const imported = await second.runs.import(bundle, { ids: 'new' });
  expect(imported.id).not.toBe(id);
  await second.waits.answer({ run: imported.id, node: 'ask' }, true);
  expect((await second.runs.finished(imported.id)).status).toBe('completed');
  expect(received.map(({ body }) => Buffer.compare(body, small))).toEqual([0]);
  expect(await second.runs.files(imported.id)).toHaveLength(1);
  await second.runs.prune({ endedBefore: Date.now() + 1000 });
  await expect(second.runs.file(imported.id, file.id)).rejects.toMatchObject({
    code: 'RUN_NOT_FOUND',
  });
});
