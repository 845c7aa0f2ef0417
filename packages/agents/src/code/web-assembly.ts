// WebAssembly, of which this room uses two names. The library of types counts it among what only browsers have.
interface WebAssemblyNames {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly RuntimeError: new (message?: string) => Error;
}

/** Compiled code; can be sent to threads. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

// Node has had it for longer than this package exists.
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyNames })
  .WebAssembly;
