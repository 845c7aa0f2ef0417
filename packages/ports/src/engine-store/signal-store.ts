/** Words between the processes on one store: kept nowhere, and lost where nobody listens. */
export interface SignalStore {
  /** A longer text cannot be sent. */
  readonly bytesMax: number;
  send(text: string): Promise<void>;
  /** Calls back with whatever anyone sends from now on, until the function that it gives back is called. */
  listen(heard: (text: string) => void): Promise<() => void>;
}
