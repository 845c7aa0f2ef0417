import type { EffectClass } from '@skein/kernel';
import type { SmtpAccount } from '@skein/ports';

/** A mail server as a tool: the configuration says as whom and to whom, the arguments say what. */
export interface MailConfig {
  readonly host: string;
  /** Default 465 with `tls`, else 587. */
  readonly port?: number;
  /** From the first byte (default), after STARTTLS, or not at all. */
  readonly tls?: SmtpAccount['tls'];
  /** The sender of every mail. */
  readonly from: string;
  /** Absent: the server asks for no password. */
  readonly user?: string;
  /** `${NAME}` is the secret of that name. */
  readonly password?: string;
  /** Who may get mails: addresses, `*@example.org`, or `*` for everybody. */
  readonly recipients: readonly string[];
  /** For the model; default: as whom it sends. */
  readonly description?: string;
  /** What it means to send a mail twice; default `guarded`. */
  readonly effect?: EffectClass;
  readonly approve?: boolean;
  /** Who may approve its calls; default: whom the node names. */
  readonly who?: readonly string[];
}
