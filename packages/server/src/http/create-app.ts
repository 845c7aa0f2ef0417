import { setTimeout as sleep } from 'node:timers/promises';
import { basePath, routes, type Route, type RouteName } from '@skein/api';
import { EngineError } from '@skein/ports';
import { Hono, type Context } from 'hono';
import type { Handlers } from '../handlers/handler.ts';
import { answerPath } from '../features/links/answer-links.ts';
import { sharePath } from '../features/shares/stored-shares.ts';
import { serveSharedPage } from './serve-shared-page.ts';
import { callbackPath } from '../features/connections/sign-in.ts';
import {
  resourceMetadata,
  resourcePaths,
  withResource,
  type ProtectedResource,
} from './pages/protected-resource.ts';
import { serveSignIn } from './pages/serve-sign-in.ts';
import { compressedFile } from './compressed-file.ts';
import { serveAnswerLink } from './serve-answer-link.ts';
import { receiveClick, slackPath } from '../features/outbox/slack-actions.ts';
import { landingPage } from './pages/landing-page.ts';
import { docsPage } from './pages/docs-page.ts';
import { chatScript } from './pages/chat-script.ts';
import { style } from './pages/style.ts';
import {
  answerRoute,
  outgoingOf,
  withHeaders,
  type AnyHandler,
  type Guards,
  type RequestTrail,
} from './answer-route.ts';
import { requestIds, type AnsweredRequest } from './answered-request.ts';
import { checkOrigin } from './origins/check-origin.ts';
import { allowPages } from './origins/cors.ts';
import type { Metrics } from './metrics.ts';
import { openaiProblem } from './problems/openai-problem.ts';
import { problemReply, problemResponse, type ProblemReply } from './problem-response.ts';
import { readBytes } from './read-json.ts';
import { rpcProblem } from './problems/rpc-problem.ts';
import { sendProblem } from './send-reply.ts';
import { placedHtml } from '../values/html.ts';
import { studioPlaces, type StudioFile, type StudioFiles } from './studio-files.ts';

export interface AppOptions extends Guards {
  readonly handlers: Handlers;
  /** Other addresses under which this server's pages are opened. */
  readonly origins: readonly string[];
  /** Origins of pages that are not this server's and may ask it, with a key. */
  readonly cors: readonly string[];
  /** Whether anybody who reaches the server may use it. */
  readonly isOpen: () => Promise<boolean>;
  readonly metrics: Metrics;
  /** Called after every answer to a route. */
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  /** The built studio; without it the root is a plain page. */
  readonly studio?: StudioFiles | undefined;
  /** The path that the server is mounted at, as its pages write it; '' at the root. Requests arrive without it. */
  readonly basePath: string;
  readonly resource: ProtectedResource;
  /** Whether it is a part of another program's server: pages, too, are only for those whom that knows, and that compresses what it sends. */
  readonly isMounted: boolean;
}

export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  const nextId = requestIds();
  allowPages(app, { pages: options.cors, outgoingOf });
  for (const name of Object.keys(routes) as RouteName[]) addRoute(app, name, { options, nextId });
  addPages(app, options);
  app.notFound(async (context) => {
    const { method, path } = context.req;
    if (options.studio !== undefined && isPageWanted(context.req.raw)) {
      await admitPage(context.req.raw, options);
      const { body, headers } = options.studio.page;
      return withHeaders(new Response(body, { headers, status: 404 }));
    }
    const allowed = methodsAt(path);
    const error =
      allowed.length === 0
        ? new EngineError('ROUTE_NOT_FOUND', { method, path: path.slice(0, 200) })
        : new EngineError('METHOD_NOT_ALLOWED', { method, path: path.slice(0, 200), allowed });
    return withHeaders(problemResponse(error));
  });
  app.onError((error) => withHeaders(problemResponse(error, options.services)));
  return app;
}

function addRoute(
  app: Hono,
  name: RouteName,
  { options, nextId }: { readonly options: AppOptions; readonly nextId: () => string },
): void {
  const route: Route = routes[name];
  // The table has each route's handler under its name.
  const handler = options.handlers[name] as AnyHandler;
  const answer = async (context: Context) => {
    const began = performance.now();
    const trail: RequestTrail = { id: nextId() };
    let status = 500;
    try {
      await check(context.req.raw, options);
      const sent = await answerRoute(context, { name, handler, trail }, options);
      ({ status } = sent);
      return sent.response;
    } catch (error) {
      const problem = inForm(route, problemReply(error, options.services));
      const reply = withResource(name, problem, options.resource);
      const sent = sendProblem(reply, { outgoing: outgoingOf(context), requestId: trail.id });
      ({ status } = sent);
      return sent.response;
    } finally {
      const tookMs = performance.now() - began;
      options.metrics.count(name, status, tookMs / 1000);
      options.onAnswered?.({ ...about(route, trail), status, tookMs });
    }
  };
  const { path, isAtRoot, hasSlash } = route;
  const add = (place: string) =>
    app.on(route.method.toUpperCase(), place.replaceAll(/\{(\w+)\}/g, ':$1'), answer);
  add(`${basePath}${path}`);
  if (hasSlash === true) add(`${basePath}${path}/`);
  if (isAtRoot !== undefined) add(isAtRoot === true ? path : isAtRoot);
}

/** Clients of another API look for the type of an error and which parameter it is about, or for its number. */
function inForm({ errorForm }: Route, reply: ProblemReply): ProblemReply {
  if (errorForm === undefined) return reply;
  return { ...reply, text: errorForm === 'openai' ? openaiProblem(reply) : rpcProblem(reply) };
}

function about(
  route: Route,
  { id, identity }: RequestTrail,
): Omit<AnsweredRequest, 'status' | 'tookMs'> {
  const { user, key = null } = identity ?? {};
  return {
    id,
    method: route.method.toUpperCase(),
    route: route.path,
    ...(user === undefined ? {} : { user }),
    ...(key === null ? {} : { key }),
  };
}

function addPages(app: Hono, options: AppOptions): void {
  const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  const page =
    (make: () => string, headers = html) =>
    async (context: Context) => {
      await check(context.req.raw, options);
      return withHeaders(new Response(placedHtml(make(), options.basePath), { headers }));
    };
  if (options.studio === undefined) app.get('/', page(landingPage));
  else addStudio(app, options.studio, options);
  const answerLink = (context: Context) =>
    serveAnswerLink(context.req.raw, context.req.param('token') ?? '', options);
  app.on(['GET', 'POST'], `${answerPath}/:token`, answerLink);
  app.post(`${slackPath}/:name`, (context) => answerClick(context, options));
  app.get(callbackPath, (context) => serveSignIn(context.req.raw, options));
  const sharedPage = (context: Context) =>
    serveSharedPage(
      context.req.raw,
      { id: context.req.param('id') ?? '', result: context.req.param('result') },
      options,
    );
  app.on(['GET', 'POST'], `${sharePath}/:id`, sharedPage);
  app.on(['GET', 'POST'], `${sharePath}/:id/:result`, sharedPage);
  addResource(app, options);
  app.get('/docs', page(docsPage));
  const css = { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' };
  const script = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
  app.get(
    '/chat.js',
    page(() => chatScript, script),
  );
  app.get(
    '/style.css',
    page(() => style, css),
  );
}

/** Slack shows an error to whoever clicked when it hears nothing for three seconds. */
const clickAnsweredMs = 2000;

async function answerClick(context: Context, options: AppOptions): Promise<Response> {
  const { services, openLimits } = options;
  const request = context.req.raw;
  try {
    const body = await readBytes(request, openLimits);
    const name = context.req.param('name') ?? '';
    const { done } = await receiveClick(services, name, { headers: request.headers, body });
    await Promise.race([done, sleep(clickAnsweredMs, undefined, { ref: false })]);
    return withHeaders(new Response(null, { status: 200 }));
  } catch (error) {
    const { status, text } = problemReply(error, { onBug: services.onBug });
    const headers = { 'content-type': 'application/json' };
    return withHeaders(new Response(text, { status, headers }));
  }
}

/** Public: a client that has no token yet reads it, in a browser of any site too. */
function addResource(app: Hono, { resource }: AppOptions): void {
  if (resource.authorizationServers.length === 0) return;
  const headers = { 'access-control-allow-origin': '*', 'cache-control': 'max-age=300' };
  for (const path of resourcePaths)
    app.get(path, () => withHeaders(Response.json(resourceMetadata(resource), { headers })));
}

function addStudio(app: Hono, studio: StudioFiles, options: AppOptions): void {
  const answer = async (context: Context, file: StudioFile) => {
    await check(context.req.raw, options);
    if (file === studio.page) await admitPage(context.req.raw, options);
    // Some hosts (Next) drop the encoding that they are given and encode again.
    const accepted = options.isMounted ? null : context.req.raw.headers.get('accept-encoding');
    return withHeaders(await compressedFile(file, accepted ?? ''));
  };
  app.get('/', (context) => answer(context, studio.page));
  for (const place of studioPlaces) {
    app.get(place, (context) => answer(context, studio.page));
    app.get(`${place}/*`, (context) => answer(context, studio.page));
  }
  app.get('*', (context, next) => {
    const file = studio.find(context.req.path);
    return file === undefined ? next() : answer(context, file);
  });
}

/** The files of the studio are the same for everybody; its page is for users. */
async function admitPage(request: Request, options: AppOptions): Promise<void> {
  if (options.isMounted) await options.identify(request);
}

/** Whether a person opened an address in a browser: they get a page that says there is nothing. */
function isPageWanted({ method, url, headers }: Request): boolean {
  const isPage = headers.get('accept')?.includes('text/html') === true;
  return method === 'GET' && isPage && !new URL(url).pathname.startsWith(basePath);
}

/** An open server is only for this machine, so it answers only to its names. */
async function check(request: Request, { origins, cors, isOpen }: AppOptions): Promise<void> {
  checkOrigin(request, { origins, pages: cors, isLocalOnly: await isOpen() });
}

const shapes = Object.values<Route>(routes).map(({ method, path }) => ({
  method: method.toUpperCase(),
  shape: new RegExp(`^${basePath}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'u'),
}));

function methodsAt(path: string): readonly string[] {
  return [...new Set(shapes.filter(({ shape }) => shape.test(path)).map(({ method }) => method))];
}
