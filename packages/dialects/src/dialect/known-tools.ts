/** The tools of a host, as far as they are known before a server has been started. */
export interface KnownTools {
  readonly names: ReadonlySet<string>;
  /** How the names of tools begin that only a running server can list. */
  readonly beginnings: readonly string[];
}

/** Whether the host has a tool of this name, or may have it. */
export function isKnownTool({ names, beginnings }: KnownTools, name: string): boolean {
  return names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
