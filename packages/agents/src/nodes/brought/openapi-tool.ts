import { isObject, type JsonObject } from '@skein/kernel';
import { withoutUndefined, type Tool } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import {
  openapiDocument,
  operationTools,
  type OpenapiConfig,
} from '../../tools/openapi/openapi-tools.ts';
import { authHeaders, boundVault } from './bound-vault.ts';
import type { Bringing, BroughtOpenapi } from './brought-tool.ts';

const resultCharsMax = 100_000;

/** An operation of a document that stands in the definition, or at an address, which is read when the tool is called. */
export function broughtOpenapi(
  name: string,
  openapi: BroughtOpenapi,
  bringing: Bringing,
): Pick<Tool, 'effect' | 'run'> & Partial<Pick<Tool, 'description' | 'parameters'>> {
  const { document } = openapi;
  if (!isObject(document)) {
    return {
      effect: 'guarded',
      run: async (args, call) => {
        const { fetch } = bringing.parts.http;
        const read = await openapiDocument(name, document, { fetch, readFile: noFiles });
        return operationOf(name, openapi, read, bringing).run(args, call);
      },
    };
  }
  const found = operationOf(name, openapi, document, bringing);
  const { effect, description, parameters } = found;
  return {
    ...withoutUndefined({ effect }),
    description,
    parameters,
    run: (args, call) => found.run(args, call),
  };
}

function operationOf(
  name: string,
  { document, operation, baseURL, auth }: BroughtOpenapi,
  read: JsonObject,
  { parts, user }: Bringing,
): Tool {
  const config: OpenapiConfig = {
    document: typeof document === 'string' ? document : 'the document of the definition',
    operations: [operation],
    headers: authHeaders(auth),
    ...withoutUndefined({ baseURL }),
  };
  const vault = boundVault(parts.http.vaultOf(user));
  const options = { fetch: parts.http.fetch, vault, resultCharsMax };
  const [tool] = operationTools(name, { config, document: read, options });
  if (tool !== undefined) return tool;
  throw failureError({
    code: 'TOOL_FAILED',
    message: `The OpenAPI document of the tool "${name}" has no operation "${operation}" that can be called.`,
    retry: 'never',
    data: { tool: name },
  });
}

function noFiles(): Promise<string> {
  return Promise.reject(new Error('a definition names no files of the host'));
}
