// Programs of users that mount Skein below /skein, in the frameworks that people use.

/** The module that each of them imports as `engine.mjs`. */
export const engine = `
  import { createEngine } from 'skein';
  const engine = await createEngine();
  await engine.workflows.save({ skein: 1, id: 'hello', nodes: [{ id: 'start', type: 'start' }], edges: [] });
  export const skein = engine.handler({
    basePath: '/skein',
    user: (request) => (request.headers.get('x-user') === 'ada' ? { id: 'ada', isOperator: true } : null),
  });
`;
const port = 'const port = Number(process.argv[2]);';

export const programs = [
  {
    framework: 'Hono',
    program: `
      import { serve } from '@hono/node-server';
      import { Hono } from 'hono';
      import { skein } from './engine.mjs';
      ${port}
      const app = new Hono();
      app.get('/own', (context) => context.text('mine'));
      app.all('/skein/*', (context) => skein(context.req.raw));
      serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
    `,
  },
  {
    framework: 'Express 5',
    program: `
      import express from 'express';
      import { skein } from './engine.mjs';
      ${port}
      const app = express();
      app.use('/skein', skein.node);
      app.use(express.json());
      app.get('/own', (_, response) => void response.send('mine'));
      app.listen(port, '127.0.0.1');
    `,
  },
  {
    framework: 'Fastify 5',
    program: `
      import fastify from 'fastify';
      import { skein } from './engine.mjs';
      ${port}
      const app = fastify();
      app.get('/own', async () => 'mine');
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
        for (const path of ['/skein', '/skein/*'])
          scope.all(path, (request, reply) => {
            reply.hijack();
            void skein.node(request.raw, reply.raw);
          });
      });
      await app.listen({ port, host: '127.0.0.1' });
    `,
  },
];
