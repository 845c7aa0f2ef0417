/** Two sums over all words so far, as the format defines them. */
export class LogChecksum {
  readonly #log: Buffer;
  readonly #isLittle: boolean;
  #first = 0;
  #second = 0;

  constructor(log: Buffer, isLittle: boolean) {
    this.#log = log;
    this.#isLittle = isLittle;
  }

  add(from: number, bytes: number): void {
    const read = (at: number) =>
      this.#isLittle ? this.#log.readUInt32LE(at) : this.#log.readUInt32BE(at);
    for (let at = from; at < from + bytes; at += 8) {
      this.#first = (this.#first + read(at) + this.#second) >>> 0;
      this.#second = (this.#second + read(at + 4) + this.#first) >>> 0;
    }
  }

  /** Whether these sums are stored there, big-endian. */
  fits(at: number): boolean {
    return this.is(this.#log.readUInt32BE(at), this.#log.readUInt32BE(at + 4));
  }

  is(first: number, second: number): boolean {
    return first === this.#first && second === this.#second;
  }
}
