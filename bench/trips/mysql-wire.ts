// Commands of MySQL and MariaDB: packets of a length in three bytes and a number that starts at 0 with each command.
import { splitMessages } from './split-messages.ts';
import type { Count, WireReader } from './wire-counter.ts';

const query = 0x03;
const executePrepared = 0x17;
const headerBytes = 4;
const begins = /^\s*(begin|start transaction)\b/iu;
/** A value, in which a semicolon separates nothing. */
const quoted = /'(?:[^'\\]|\\.|'')*'/gsu;
const ends = /^\s*(commit|rollback)\b/iu;

export function mysqlWire(count: Count): WireReader {
  let isInTransaction = false;
  const read = (statement: string) => {
    count('statements');
    if (begins.test(statement)) isInTransaction = true;
    else if (!isInTransaction) count('transactions');
    else if (ends.test(statement)) {
      isInTransaction = false;
      count('transactions');
    }
  };
  const sent = splitMessages(
    (bytes) => (bytes.length < headerBytes ? undefined : headerBytes + bytes.readUIntLE(0, 3)),
    (message) => {
      const [number, command] = [message[3], message[headerBytes]];
      // Packets with other numbers belong to the sign-in, or go on with a command that is too long for one.
      if (number !== 0 || (command !== query && command !== executePrepared)) return;
      const text = command === query ? message.toString('utf8', headerBytes + 1) : '';
      for (const statement of text.replace(quoted, '?').split(';')) read(statement);
    },
  );
  return { sent, received: () => {} };
}
