import type { EffectClass, JsonObject } from '@skein/kernel';

/** A request as a tool: the configuration says where it goes, the arguments only fill it in. */
export interface HttpToolConfig {
  readonly description?: string;
  /** Default `GET`. */
  readonly method?: string;
  /**
   * `{name}` in path and query is the argument of that name, `${NAME}` in the query the secret. Other arguments become the query, or
   * the JSON body where the method has one.
   */
  readonly url: string;
  /** `${NAME}` is the secret of that name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The account of whoever the run belongs to, by the name of a connection. */
  readonly auth?: { readonly connection: string };
  /** JSON schema of the arguments; default: any object. */
  readonly parameters?: JsonObject;
  /** Default: `idempotent` for GET and HEAD, else `guarded`. */
  readonly effect?: EffectClass;
  readonly approve?: boolean;
  /** Who may approve its calls; default: whom the node names. */
  readonly who?: readonly string[];
}
