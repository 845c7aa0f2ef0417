/** Cuts a stream of bytes into messages. `lengthOf` is undefined while too little has come to tell. */
export function splitMessages(
  lengthOf: (bytes: Buffer) => number | undefined,
  take: (message: Buffer) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const length = lengthOf(rest);
      if (length === undefined || rest.length < length) return;
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
