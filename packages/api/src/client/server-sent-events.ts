// Server-sent events
// Reads them from the body of a response. Works where `EventSource` does not: with headers, in Node, and with an end that can be
// told from a lost connection.

export interface SentEvent {
  /** Absent for events that are not repeated after a reconnect. */
  readonly id?: string;
  readonly event: string;
  readonly data: string;
}

/** The events of a body, as they arrive; ends with it. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<SentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Null for a block of comments. */
function parseBlock(block: string): SentEvent | null {
  let id: string | undefined;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const at = line.indexOf(':');
    const field = at === -1 ? line : line.slice(0, at);
    const value = at === -1 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
    else if (field === 'event') event = value;
  }
  if (data.length === 0) return null;
  return { ...(id === undefined ? {} : { id }), event, data: data.join('\n') };
}
