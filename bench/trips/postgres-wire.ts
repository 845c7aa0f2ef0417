// PostgreSQL's frontend and backend messages: a type byte, then a length that counts itself. Only the client's first messages,
// which ask for a connection, have no type.
import { splitMessages } from './split-messages.ts';
import type { Count, WireReader } from './wire-counter.ts';

const simpleQuery = 'Q';
const execute = 'E';
const readyForQuery = 'Z';
const idle = 'I';

export function postgresWire(count: Count): WireReader {
  let isStarted = false;
  const sent = splitMessages(
    (bytes) => {
      const start = isStarted ? 1 : 0;
      return bytes.length < start + 4 ? undefined : start + bytes.readUInt32BE(start);
    },
    (message) => {
      // A request for encryption (8 bytes) is followed by the real start.
      if (!isStarted) {
        isStarted = message.length > 8;
        return;
      }
      const type = String.fromCharCode(message[0] ?? 0);
      if (type === simpleQuery || type === execute) count('statements');
    },
  );
  const received = splitMessages(
    (bytes) => (bytes.length < 5 ? undefined : 1 + bytes.readUInt32BE(1)),
    (message) => {
      // Ready and in no transaction: what was sent has been committed or rolled back.
      const [type = 0, status = 0] = [message[0], message[5]];
      const isReady = String.fromCharCode(type) === readyForQuery;
      if (isReady && String.fromCharCode(status) === idle) count('transactions');
    },
  );
  return { sent, received };
}
