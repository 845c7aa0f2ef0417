// A question whose answer is given elsewhere
// A server may send a person to an address: to sign in there, to pay, to enter what no client should see. The run waits until that person says
// that it is done; what they did there only the server knows.
//
// U1. The whole address is shown, as browsers read it, and nothing opens it but that person.
// U2. It is https, or on this machine: whatever else a server names is not shown to anybody.
import type { ElicitRequestURLParams, ElicitResult } from '@modelcontextprotocol/client';
import { safeAddress } from '@skein/dialects';
import { isObject, ownValue, type Json, type WaitQuestion } from '@skein/kernel';

const field = 'outcome';

/** Null for an address that nobody should open. */
export function urlQuestion(
  server: string,
  { message, url }: Pick<ElicitRequestURLParams, 'message' | 'url'>,
): WaitQuestion | null {
  const href = safeAddress(url);
  if (href === null) return null;
  return {
    kind: 'input',
    prompt: `The MCP server "${server}" asks you to open ${href}: ${message}`,
    schema: {
      type: 'object',
      properties: {
        [field]: { type: 'string', title: 'What came of it', enum: ['done', 'decline', 'cancel'] },
      },
      required: [field],
    },
    data: { server, url: href },
  };
}

export function urlResult(answer: Json): ElicitResult {
  const outcome = isObject(answer) ? ownValue(answer, field) : undefined;
  if (outcome === 'done') return { action: 'accept' };
  return { action: outcome === 'decline' ? 'decline' : 'cancel' };
}

/** The addresses without which the server does not even begin (-32042); null for other errors. */
export function wantedUrls(error: unknown): readonly ElicitRequestURLParams[] | null {
  if (!(error instanceof Error) || !('elicitations' in error)) return null;
  const { elicitations } = error;
  // The library gives this error, and no other, a list of them; it came as a message.
  const listed = (Array.isArray(elicitations) ? elicitations : []) as ElicitRequestURLParams[];
  const isWhole = ({ url, message }: ElicitRequestURLParams) =>
    typeof url === 'string' && typeof message === 'string';
  return listed.length > 0 && listed.length <= urlsMax && listed.every(isWhole) ? listed : null;
}

/** One sign-in, or a few; nobody opens more for one call. */
const urlsMax = 5;
