// The logger port
// Where an engine and a server say what happens to them: a logger of the host, in the shape that pino made usual. `console` has it too.

export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

/** Ids, codes and numbers: never what runs work with, and never a secret. */
export interface LogFields {
  readonly run?: string;
  readonly workflow?: string;
  readonly node?: string;
  readonly activation?: number;
  /** Of a failure or a problem; its page is `docs/errors/CODE.md`. */
  readonly code?: string;
  /** A problem of the engine or its surroundings, under the name by which loggers know errors. */
  readonly err?: unknown;
  readonly [field: string]: unknown;
}
