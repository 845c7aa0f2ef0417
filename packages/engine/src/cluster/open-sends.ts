// Events on their way
// An engine that drains waits for them, and lets them reach the runs that they are for (Drain D6).
export class OpenSends {
  #count = 0;

  get areInFlight(): boolean {
    return this.#count > 0;
  }

  async during<T>(send: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await send();
    } finally {
      this.#count -= 1;
    }
  }
}
