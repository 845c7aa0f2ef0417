// Problems
// Every failure of talking to the server in one shape: code, message, hint. The server's own errors have it already.
import { isObject, ownValue, type Diagnostic, type Json } from '@skein/kernel';
import { listAt, textAt } from '../graph/own-keys.ts';

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly diagnostics: readonly Diagnostic[];
  /** What is wrong with fields of the request. */
  readonly complaints?: readonly Complaint[];
}

export interface Complaint {
  readonly pointer: string;
  readonly message: string;
}

export class ProblemError extends Error {
  readonly problem: Problem;
  readonly status: number;
  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.problem = problem;
    this.status = status;
  }
}

/** Nothing came back, whatever was asked for. */
export const unreachable: Problem = {
  code: 'SERVER_UNREACHABLE',
  message: 'The server is not responding.',
  hint: 'Check that it is running. This page resumes when it is back.',
  diagnostics: [],
};

/** As the browsers say it, of requests and of files that are loaded later; a mistake in the studio is a TypeError too. */
const isOfNetwork = /fetch|network|load failed|loading dynamically|module script/i;

export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof TypeError && isOfNetwork.test(error.message)) return unreachable;
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'STUDIO_ERROR', message, hint: 'Reload the page.', diagnostics: [] };
}

/** The error in a response; one made from its status if it has none. */
export function readProblem(status: number, body: Json | undefined): ProblemError {
  const error = isObject(body) ? ownValue(body, 'error') : undefined;
  if (!isObject(error))
    return new ProblemError(status, {
      code: `HTTP_${status}`,
      message: `The server responded with status ${status}.`,
      hint: 'Check its log.',
      diagnostics: [],
    });
  const details = ownValue(error, 'details');
  const listed = isObject(details) ? ownValue(details, 'diagnostics') : undefined;
  return new ProblemError(status, {
    code: textAt(error, 'code'),
    message: textAt(error, 'message'),
    hint: textAt(error, 'hint'),
    // The server's diagnostics have this shape.
    diagnostics: Array.isArray(listed) ? (listed as unknown as readonly Diagnostic[]) : [],
    complaints: complaintsIn(details),
  });
}

function complaintsIn(details: Json | undefined): readonly Complaint[] {
  const listed = isObject(details) ? listAt(details, 'complaints') : [];
  return listed.flatMap((each): readonly Complaint[] => {
    if (typeof each === 'string') return inputComplaint(each);
    if (!isObject(each)) return [];
    return [{ pointer: textAt(each, 'pointer'), message: textAt(each, 'message') }];
  });
}

const placed = /^(it|\/\S*) (.+)$/su;
const lacking = /^must have the property "([^"]+)"$/u;

/** About an input, the server writes the place before what is wrong there. */
function inputComplaint(words: string): readonly Complaint[] {
  const [, place, complaint] = placed.exec(words) ?? [];
  if (place === undefined || complaint === undefined) return [];
  const pointer = place === 'it' ? '' : place;
  const [, missing] = lacking.exec(complaint) ?? [];
  return missing === undefined
    ? [{ pointer, message: `${complaint}.` }]
    : [{ pointer: `${pointer}/${missing}`, message: requiredWords }];
}

/** What a field says that must be filled in. */
export const requiredWords = 'this is required. Fill it in.';
