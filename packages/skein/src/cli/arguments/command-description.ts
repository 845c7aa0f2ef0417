// Commands as data
// A command is described once; its help, the parsing of its options and `help --json` are made from the description.

export interface CommandDescription {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** More sentences, for the help of the command alone. */
  readonly details: readonly string[];
  readonly arguments: readonly ArgumentDescription[];
  readonly options: readonly OptionDescription[];
  readonly examples: readonly { readonly command: string; readonly summary: string }[];
}

export interface ArgumentDescription {
  /** As it stands in the usage line, e.g. `FILE`. */
  readonly name: string;
  readonly summary: string;
  readonly isRequired: boolean;
  readonly isRepeatable?: boolean;
}

export interface OptionDescription {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  /** What its value is, e.g. `FILE`; an option without it is a switch. */
  readonly value?: string;
  readonly summary: string;
  readonly isRepeatable?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string;
}

/** Options of every command. */
export const commonOptions: readonly OptionDescription[] = [
  { name: 'json', summary: 'Print exactly one JSON document on stdout, errors included.' },
  { name: 'help', short: 'h', summary: 'Show the help for the command.' },
];
