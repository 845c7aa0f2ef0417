/** Where a live text goes: to a socket, or to the body of a Response. */
export interface LiveSink {
  /** Whether the reader has not yet taken what was written. */
  isFull(): boolean;
  write(text: string | Uint8Array): void;
  /** When it is no longer full, or nobody reads any more. */
  room(): Promise<void>;
}

/** An answer that is written while it comes about. */
export interface LiveReply {
  readonly headers: { readonly [name: string]: string };
  /** Writes all of it, and no more than the sink takes; resolves at the end. */
  pour(sink: LiveSink): Promise<void>;
  /** Nobody reads it any more: `pour` resolves soon. */
  end(): void;
}
