import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { nativeNodes } from '@skein/dialects';
import { withoutUndefined, type Tool, type ToolCall } from '@skein/ports';
import { badConfig, readConfig } from '../../configs/read-config.ts';
import { planRequest } from '../http/planned-request.ts';
import { sendPage } from '../http/send-page.ts';
import type { Bringing, BroughtTool } from './brought-tool.ts';
import { fillArguments } from './fill-arguments.ts';

/** A request as a tool, with the settings of an http node. */
export function broughtHttp(
  name: string,
  tool: BroughtTool & { readonly http: JsonObject },
  bringing: Bringing,
): Pick<Tool, 'effect' | 'run' | 'signsIn'> {
  const { http } = tool;
  const isRead = isReading(http);
  const auth = ownValue(http, 'auth');
  return {
    signsIn: isObject(auth) && Object.hasOwn(auth, 'connection') ? true : undefined,
    effect: tool.effect ?? (isRead ? 'idempotent' : 'guarded'),
    // Checked arguments are JSON.
    run: (args, call) => send(name, { http, isRead, bringing }, { args: args as Json, call }),
  };
}

function isReading(http: JsonObject): boolean {
  const method = ownValue(http, 'method') ?? null;
  const hasBody = (ownValue(http, 'body') ?? null) !== null;
  return method === null ? !hasBody : method === 'GET' || method === 'HEAD';
}

async function send(
  name: string,
  {
    http,
    isRead,
    bringing,
  }: { readonly http: JsonObject; readonly isRead: boolean; readonly bringing: Bringing },
  { args, call }: { readonly args: Json; readonly call: ToolCall },
): Promise<Json> {
  const { parts, user } = bringing;
  const filled = fillArguments(name, http, args);
  const config = isObject(filled) ? filled : {};
  const place = { node: call.node, nodeType: `tool ${name}`, config, run: call.run, user };
  const read = readConfig(place, nativeNodes.http.config);
  const written = ownValue(http, 'url');
  if (read.auth !== undefined && !isHostWritten(written))
    throw badConfig(place, ['url'], 'arguments must not choose the host that a secret is sent to');
  if (read.pagination !== undefined)
    throw badConfig(place, ['pagination'], 'a tool reads one page');
  const { files } = call;
  if (files === undefined) throw badConfig(place, [], 'it is called outside of a run');
  const { data } = await sendPage(
    {
      call: place,
      io: withoutUndefined({
        signal: call.signal,
        files,
        trace: call.trace,
        now: () => Date.now(),
      }),
      config: read,
      vault: parts.http.vaultOf(user),
      fetch: parts.http.fetch,
      isRepeatable: isRead,
    },
    planRequest(place, read),
    call.idempotencyKey,
  );
  return data;
}

/** Scheme and host stand before anything that is filled in (B2). */
function isHostWritten(url: Json | undefined): boolean {
  return typeof url === 'string' && /^https?:\/\/[^/?#$]+(?:[/?#]|$)/u.test(url);
}
