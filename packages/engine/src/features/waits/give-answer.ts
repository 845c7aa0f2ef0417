import {
  answererName,
  isObject,
  ownValue,
  type Answerer,
  type Failure,
  type Json,
  type NodeResult,
  type WaitQuestion,
} from '@skein/kernel';
import {
  EngineError,
  type Accepted,
  type AuditEntry,
  type AskedQuestion,
  type NodeType,
} from '@skein/ports';
import { spentBelow } from '../../core/budgets/budget-level.ts';
import { unplaced, type Draft } from '../../core/run/draft.ts';
import type { OpenWait } from '../../core/run/open-things.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import { lateCode } from '../../core/driver/run-errors.ts';
import type { Ports } from '../../engine-ports.ts';
import { findJsonProblem } from '../../state/values/find-json-problem.ts';
import { askedOf } from './asked-of.ts';

/** What is needed to check answers. */
export type JudgePorts = Ports<'nodeTypes' | 'checkSchema' | 'checkAhead'>;

export interface AcceptedAnswer {
  readonly answer: Json;
  readonly result?: NodeResult;
  /** What it failed its node with. */
  readonly failure?: Failure;
}

/**
 * Before `acceptAnswer`: a large answer is checked elsewhere, and the wait may be closed meanwhile. Undefined when there is nothing
 * to wait for: answers that come together are then given together.
 */
export function checkAnswerAhead(
  { checkAhead }: Pick<JudgePorts, 'checkAhead'>,
  {
    driver,
    wait,
    answer,
  }: { readonly driver: DrivenRun; readonly wait: OpenWait; readonly answer: Json },
): Promise<unknown> | undefined {
  if (findJsonProblem(answer, 'answer') !== null) return undefined;
  const { user } = driver.origin;
  const { question, config } = askedOf(driver, wait);
  const changed = changedArguments(question, answer);
  const schemas = new Set([question.schema ?? null, config['schema'] ?? null]);
  schemas.delete(null);
  // Most questions have none.
  if (schemas.size === 0 && changed === undefined) return undefined;
  const checks = [...schemas].flatMap((schema) => checkAhead(schema, answer, { user }) ?? []);
  const ahead = changed === undefined ? undefined : checkAhead(...changed, { user });
  if (ahead !== undefined) checks.push(ahead);
  return checks.length === 0 ? undefined : Promise.all(checks);
}

/** The schema of a call that is to be approved, with the arguments that the answer has for it. */
function changedArguments(
  { kind, data }: WaitQuestion,
  answer: Json,
): readonly [schema: Json, value: Json] | undefined {
  if (kind !== 'approval' || !isObject(data) || !isObject(answer)) return undefined;
  const schema = ownValue(data, 'parameters');
  const value = ownValue(answer, 'arguments');
  return schema === undefined || value === undefined ? undefined : [schema, value];
}

/** Normalises an answer, or refuses it while the wait stays open (ANSWER_REFUSED). */
export function acceptAnswer(
  runtime: JudgePorts,
  {
    driver,
    wait,
    answer,
    by,
  }: {
    readonly driver: DrivenRun;
    readonly wait: OpenWait;
    readonly answer: Json;
    readonly by?: string | Answerer | undefined;
  },
): AcceptedAnswer {
  const problem = findJsonProblem(answer, 'answer');
  if (problem !== null) {
    const complaint = `${problem.place} ${problem.complaint}.`;
    throw new EngineError('BAD_VALUE', { what: 'answer', complaint });
  }
  const asked = { ...askedOf(driver, wait), by: answererName(by) };
  const nodeType = driver.graph.nodeById.get(wait.effect.node)?.type;
  const accept = acceptFor(runtime, nodeType, asked.question);
  const accepted =
    accept === undefined ? checkSchema(runtime, asked, answer) : accept(answer, asked);
  if (!accepted.ok) {
    const details = { wait: wait.effect.wait, complaint: accepted.message };
    throw new EngineError('ANSWER_REFUSED', details, { hint: accepted.hint });
  }
  const { result } = accepted;
  return { answer: accepted.answer, ...(result === undefined ? {} : { result }) };
}

/** How the node type accepts answers; the engine's own question about an unknown outcome has a schema of its own. */
export function acceptFor(
  { nodeTypes }: JudgePorts,
  nodeType: string | undefined,
  { kind }: WaitQuestion,
): NodeType['accept'] {
  return nodeType === undefined || kind === 'outcome' ? undefined : nodeTypes.get(nodeType)?.accept;
}

/** Node types without `accept` leave it to the schema of the question. */
function checkSchema(runtime: JudgePorts, { question }: AskedQuestion, answer: Json): Accepted {
  const { schema } = question;
  if (schema === undefined || schema === null) return { ok: true, answer };
  const checked = runtime.checkSchema(schema, answer);
  switch (checked.result) {
    case 'fits':
      return { ok: true, answer };
    case 'misfit':
      return {
        ok: false,
        message: `${checked.problems.join('; ')}.`,
        hint: 'Answer with data that fits the schema of the question.',
      };
    case 'bad-schema':
      throw new EngineError('SCHEMA_INVALID', { complaint: checked.message });
    case 'too-costly':
      throw new EngineError('SCHEMA_TOO_COSTLY', { what: 'answer', complaint: checked.message });
  }
}

/** Journals the answer; rejects as late (`isLate`) when the wait was closed first. */
export function giveAnswer(given: {
  readonly driver: DrivenRun;
  readonly wait: OpenWait;
  readonly accepted: AcceptedAnswer;
  readonly by?: string | Answerer | undefined;
  /** Written with it. */
  readonly entry?: AuditEntry | undefined;
}): Promise<void> {
  const { driver, wait, accepted, by, entry } = given;
  const draft: Draft<'wait.answered'> = {
    ...unplaced,
    type: 'wait.answered',
    wait: wait.effect.wait,
    ...accepted,
    ...(by === undefined ? {} : { by }),
    ...spentBelow(driver),
  };
  if (entry === undefined) return driver.record(draft, wait);
  return driver.record(draft, wait, () => {
    driver.changes.note(entry);
    return null;
  });
}

export function isLate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === lateCode;
}
