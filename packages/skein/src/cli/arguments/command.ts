import type { Terminal } from '../output/terminal.ts';
import type { CommandDescription } from './command-description.ts';
import type { ParsedArguments } from './parse-arguments.ts';

/** Everything about a command: what users read, what is parsed, and where its function is. */
export interface Command extends CommandDescription {
  /** Loads what the command needs, and no more: the engine alone costs more than a `help`. */
  readonly load: () => Promise<CommandFunction>;
}

/** Returns the exit code. */
export type CommandFunction = (call: CommandCall) => number | Promise<number>;

export interface CommandCall {
  readonly command: CommandDescription;
  readonly arguments: ParsedArguments;
  readonly terminal: Terminal;
  /** Exactly one JSON document on stdout. */
  readonly isJson: boolean;
  /** All commands, for the help. */
  readonly commands: readonly CommandDescription[];
}
