import type { EffectClass } from '@skein/kernel';

/** An agent that speaks A2A 1.0 over JSON-RPC. */
export interface A2aConfig {
  /** Its card is at `.well-known/agent-card.json` below it. */
  readonly url: string;
  /** For the model; default: where it is. */
  readonly description?: string;
  /** `${NAME}` is the secret of that name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What it means to send a message twice; default `guarded`. */
  readonly effect?: EffectClass;
  readonly approve?: boolean;
  /** Who may approve its calls; default: whom the node names. */
  readonly who?: readonly string[];
}
