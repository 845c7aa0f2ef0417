// Goal: bodies that are files go between the network and the store.
import { describe, expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { nodeWorld, valueOf } from './node-world.ts';

describe('files', () => {
  it.each([
    ['attachment; filename="a b.txt"', '/x', 'a b.txt'],
    [`attachment; filename*=UTF-8''%c3%bc.txt; filename=u.txt`, '/x', 'ü.txt'],
    ['attachment; filename="../../secret"', '/x', 'secret'],
    ['attachment; filename="C:\\\\temp\\\\a.txt"', '/x', 'a.txt'],
    ['', '/files/report%201.pdf?v=2', 'report 1.pdf'],
    ['', '/', 'download'],
    ['attachment; filename=".."', '/x', 'download'],
  ])('[A792] a file is called what the server says: %s', async (disposition, url, name) => {
    const { run, base } = await nodeWorld((_, response) => {
      if (disposition !== '') response.setHeader('content-disposition', disposition);
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0, 255, 1]));
    });
    const { io, result } = run({ url: `${base}${url}`, response: 'file' });
    const file = (await result).value ?? null;
    expect(file).toMatchObject({ $file: { name, type: 'image/png', size: 3 } });
    expect([...(await io.files.read(file))]).toEqual([0, 255, 1]);
  });

  it('[A792] one that breaks off is none, and one that is no file is not sent', async () => {
    const { run, base, seen } = await nodeWorld((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const broken = await failureOf(() => run({ url: base, response: 'file' }).result);
    expect(broken).toMatchObject({ code: 'HTTP_FAILED', retry: 'later' });
    const none = await failureOf(() => run({ url: base, body: { file: 'text' } }).result);
    expect(none).toMatchObject({ code: 'BAD_CONFIG' });
    expect(seen).toHaveLength(1);
  });

  it('[A792] a refusal that is allowed is no file, and is read as ever', async () => {
    const { run, base } = await nodeWorld((_, response) =>
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing here.'),
    );
    const config = { url: base, response: 'file', allowStatus: [404] };
    expect(await valueOf(run(config))).toBe('Nothing here.');
  });

  it('[A792] a part that is a file keeps its name, whatever its letters', async () => {
    const { run, base, seen } = await nodeWorld((_, response) => {
      response.setHeader('content-disposition', "attachment; filename*=UTF-8''%E6%97%A5%22.pdf");
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
    });
    const { io, result } = run({ url: base, response: 'file' });
    const doc = (await result).value ?? null;
    await run({ url: base, body: { multipart: { doc } } }, { files: io.files }).result;
    const { body = '', headers = {} } = seen[1] ?? {};
    const type = headers['content-type'] ?? '';
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    const file = form.get('doc') as File;
    expect([file.name, file.type, await file.text()]).toEqual([
      '日".pdf',
      'application/pdf',
      '%PDF',
    ]);
  });
});
