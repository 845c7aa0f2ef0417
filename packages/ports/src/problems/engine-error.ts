import type { Json, JsonObject } from '@skein/kernel';
import type { Problem } from './problem.ts';
import { problems, type ProblemCode, type ProblemDetails } from './problems.ts';

/** The one class of errors that the engine and its surfaces throw; tell them apart by `code`. */
export class EngineError<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'EngineError';
  readonly code: Code;
  readonly hint: string;
  readonly details: ProblemDetails<Code>;

  constructor(
    code: Code,
    details: ProblemDetails<Code>,
    options: { readonly cause?: unknown; readonly hint?: string } = {},
  ) {
    // The catalogue pairs each code with the details of its own message; TypeScript cannot follow that through an index.
    const entry = problems[code] as Problem<ProblemDetails<Code>>;
    super(
      entry.message(details),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.hint = options.hint ?? entry.hint;
    this.details = details;
  }

  /** As any class decides it. Said here because `instanceof` of a generic class narrows to `any` otherwise. */
  static override [Symbol.hasInstance](value: unknown): value is EngineError {
    // Any value may be asked about; what is not an object has no prototype that could match.
    return Object.prototype.isPrototypeOf.call(EngineError.prototype, value as object);
  }

  get status(): number {
    return problems[this.code].status;
  }

  get exitCode(): number {
    return problems[this.code].exitCode;
  }

  /** The form of errors on every surface: `{ "error": { code, message, hint, details } }`. */
  toJSON(): { readonly error: JsonObject } {
    const { code, message, hint } = this;
    // Details are plain JSON by the types of the catalogue above.
    return { error: { code, message, hint, details: this.details as unknown as Json } };
  }
}
