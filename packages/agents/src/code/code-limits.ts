// What code in a workflow may use
// C1. A node asks for time and memory up to the ceilings of the operator; more is refused, never silently lowered.
// C2. Everything else is fixed: no definition can raise it.
import { failureError } from '../failure-error.ts';

/** What an operator allows, in `limits.code` of the configuration. */
export interface CodeCeilings {
  /** `false` switches the node type off. */
  readonly enabled?: boolean;
  /** `true` allows Python, which is experimental and needs a package that the host installs. */
  readonly python?: boolean;
  /** The most that a node may ask for, in milliseconds; default and maximum 10,000. */
  readonly cpuMs?: number;
  /** The most that a node may ask for, in megabytes; default 64, maximum 512. */
  readonly memoryMb?: number;
  /** How many calls compute at once; default 2. */
  readonly threads?: number;
}

export interface CodeLimits {
  readonly cpuMs: number;
  readonly memoryMb: number;
  readonly outputChars: number;
  readonly logChars: number;
  readonly calls: number;
  readonly depth: number;
}

const cpuMsDefault = 1000;
const cpuMsMax = 10_000;
const memoryMbDefault = 64;
const memoryMbMax = 512;
export const sourceCharsMax = 100_000;

const fixed = {
  outputChars: 1_048_576,
  logChars: 65_536,
  calls: 100,
  depth: 100,
};

export function codeLimits(
  asked: { readonly cpuMs?: number | undefined; readonly memoryMb?: number | undefined } = {},
  ceilings: CodeCeilings = {},
): CodeLimits {
  const most = {
    cpuMs: Math.min(ceilings.cpuMs ?? cpuMsMax, cpuMsMax),
    memoryMb: Math.min(ceilings.memoryMb ?? memoryMbDefault, memoryMbMax),
  };
  refuseMore('cpuMs', asked.cpuMs, most.cpuMs);
  refuseMore('memoryMb', asked.memoryMb, most.memoryMb);
  return {
    cpuMs: asked.cpuMs ?? Math.min(cpuMsDefault, most.cpuMs),
    memoryMb: asked.memoryMb ?? Math.min(memoryMbDefault, most.memoryMb),
    ...fixed,
  };
}

function refuseMore(name: string, asked: number | undefined, most: number): void {
  if (asked === undefined || asked <= most) return;
  throw failureError({
    code: 'CODE_NOT_ALLOWED',
    message: `The node asks for ${name} ${asked}; this installation allows ${most}.`,
    retry: 'never',
    data: {
      limit: name,
      max: most,
      hint: `Lower it, or raise limits.code.${name} of the configuration.`,
    },
  });
}
