// Waits, as the library offers them
import {
  waitId,
  answererName,
  type Answerer,
  type Json,
  type PlainOr,
  type RunId,
  type WaitId,
} from '@skein/kernel';
import { EngineError, type Page, type WaitFilter, type WaitRecord } from '@skein/ports';
import { runOnOwner, type OwnerRuntime } from '../../cluster/commands/run-on-owner.ts';
import type { Ports } from '../../engine-ports.ts';
import { answerWait, type AnswerRuntime } from './answer-wait.ts';
import { checkAnswerer } from './check-answerer.ts';
import { checkModel } from './check-model.ts';
import type { LinkRequest, MadeLink, MakeLink } from './make-link.ts';
import { actorOf, type AnswerLog } from './answer-log.ts';
import { findDrivenWait } from './find-driven-wait.ts';
import { findWait, type WaitName } from './find-wait.ts';

export interface Waits {
  /** Open waits, oldest first. */
  list(filter?: WaitFilter): Promise<Page<WaitRecord>>;
  get(wait: PlainOr<WaitId>): Promise<WaitRecord>;
  /** The open wait that an answer under this name would close. */
  find(wait: WaitName): Promise<WaitRecord>;
  /** A link that answers the wait once; LINKS_UNAVAILABLE when no server serves links for this engine. */
  link(wait: PlainOr<WaitId> | WaitName, request: LinkRequest): Promise<MadeLink>;
  /**
   * Answers a wait by its id, or the oldest open wait of a node; `node` may lead into child runs (`map/0/review`). Idempotent
   * for the same answer; a different one is WAIT_ANSWERED.
   */
  answer(
    wait: PlainOr<WaitId> | WaitName,
    answer: Json,
    options?: AnswerOptions,
  ): Promise<{ readonly wait: WaitId; readonly run: RunId }>;
}

export interface AnswerOptions {
  /** Who answers. The engine believes it; a wait with `who` needs somebody whom it names. */
  readonly by?: string | Answerer;
  /** Groups of the identity provider that they belong to (`group:NAME` in `who`). */
  readonly groups?: readonly string[];
  /** Roles that they have here (`role:NAME` in `who`). */
  readonly roles?: readonly string[];
  /** How they answer, for the audit log: `key 8f2`, `command line`; default: `library`, or the channel of `by`. */
  readonly via?: string;
  /** The run whose model gives this answer by a tool: `policy.modelAnswers` of what waits decides whether it may. */
  readonly caller?: PlainOr<RunId>;
  /**
   * The owner for whom a model answers that may be of another program: an MCP client does not say whether a person or a model calls. Unless
   * `policy.modelAnswers` is `all`, it decides nothing (approvals, limits, outcomes) in runs of that owner.
   */
  readonly asModelOf?: string;
  /** Marks the answer in the journal (`markOf`), for callers that must find it again. */
  readonly key?: string;
}

/** What the journal has as `by` of an answer that is found again under a key. */
export function markOf(by: AnswerOptions['by'], key: string): string {
  return `${answererName(by) ?? ''} (key ${key})`;
}

export function waitsApi(
  runtime: AnswerRuntime &
    OwnerRuntime &
    Ports<'ids'> & { readonly makeLink: MakeLink | null; readonly logAnswer: AnswerLog | null },
): Waits {
  return {
    list: async (filter = {}) => runtime.store.waits.list(filter),
    async get(id) {
      const record = await runtime.store.waits.get(waitId(id));
      if (record === undefined) throw new EngineError('WAIT_NOT_FOUND', { wait: id });
      return record;
    },
    find: (wait) => findWait(runtime, wait),
    async link(wait, request) {
      if (runtime.makeLink === null) throw new EngineError('LINKS_UNAVAILABLE', {});
      return runtime.makeLink(await findWait(runtime, wait), request);
    },
    async answer(wait, answer, options = {}) {
      const record = findDrivenWait(runtime, wait) ?? (await findWait(runtime, wait));
      // Here and not where the run is driven: what a wait asks for never changes.
      checkAnswerer(record, options);
      const { caller, asModelOf } = options;
      if (caller !== undefined || asModelOf !== undefined)
        await checkModel(runtime, record, { caller, asModelOf });
      const by = options.key === undefined ? options.by : markOf(options.by, options.key);
      const who = by === undefined ? {} : { by };
      const command = { do: 'answer', wait: record.id, answer, ...who } as const;
      const { id, run, user: owner = '' } = record;
      const log = runtime.logAnswer;
      const entry = log?.entryOf({
        id: runtime.ids.next(),
        wait: id,
        run,
        owner,
        actor: actorOf(options),
      });
      let isLogged = false;
      await runOnOwner(runtime, run, command, async () => {
        isLogged = await answerWait(runtime, { record, answer, ...who, entry });
        return null;
      });
      // Here, so that no way to answer can leave it out. Awaited: whatever was acknowledged is in the log.
      if (entry !== undefined && !isLogged) await log?.append(entry);
      return { wait: id, run };
    },
  };
}
