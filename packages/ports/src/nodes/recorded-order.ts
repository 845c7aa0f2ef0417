// The order of what was recorded
// A function that is called again is given its results in the order in which the journal has them, one at a time, so that it takes the
// same path as before: parallel branches that use the same names ask for the same keys again.
//
// O1. On replay a recorded result is given back when all results before it are, and what followed from them has happened.
// O2. Nothing new is begun before all that is recorded was given back. What stays unclaimed shows that the function differs from the one
//     that made the journal: that is an error where its code is known to be the same, and else it goes on with what it asks for by name.
// O3. New results are given one at a time too, while others are awaited: their continuations cannot overtake each other.

interface Claim {
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

/** What a function asks for (null: it ends) where the journal has something else. */
export interface OtherPath {
  readonly asked: string | null;
  readonly unclaimed: string;
}

export class RecordedOrder {
  readonly #refuseOther: ((path: OtherPath) => Error) | null;
  readonly #order: readonly string[];
  readonly #left: Set<string>;
  #place = 0;
  /** Recorded, asked for and not given yet. */
  readonly #claimed = new Map<string, Claim>();
  /** Not recorded: what waits until the function has caught up. */
  readonly #fresh = new Map<string, Claim>();
  /** Races that are decided, by their keys. */
  readonly #givenUp = new Set<string>();
  /** New results that wait for their turn. */
  readonly #results: (() => void)[] = [];
  #isPausing = false;
  #isLooking = false;
  /** Calls that were made and have not given a result. */
  #open = 0;
  #refusal: Error | null = null;

  /** `refuseOther`: what is wrong with a function that takes another path; null: that is fine. */
  constructor(recorded: Iterable<string>, refuseOther: ((path: OtherPath) => Error) | null) {
    this.#left = new Set(recorded);
    this.#order = [...this.#left];
    this.#refuseOther = refuseOther;
  }

  /** Whether more is recorded than the function has been given back. */
  get isBehind(): boolean {
    return this.#left.size > 0;
  }

  /** Why the function cannot be trusted, however it goes on: it may have caught the error. */
  get refusal(): Error | null {
    return this.#refusal;
  }

  /** The function is over, and had asked for all that is recorded; else it differs from the one that recorded it. */
  end(): void {
    if (this.#refuseOther === null || this.#refusal !== null) return;
    const unclaimed = this.#order.find(
      (key) => this.#left.has(key) && !this.#claimed.has(key) && !this.#isGivenUp(key),
    );
    if (unclaimed !== undefined) this.#refusal = this.#refuseOther({ asked: null, unclaimed });
  }

  /** Whatever was asked for in the scopes of this key, and has no result, is refused; what they have recorded is not missed. Its keys. */
  giveUp(key: string, reason: Error): readonly string[] {
    this.#givenUp.add(key);
    const isOf = (each: string) => each.startsWith(`${key}[`);
    const refused: string[] = [];
    for (const claims of [this.#claimed, this.#fresh]) {
      for (const [each, { refuse }] of claims) {
        if (!isOf(each)) continue;
        claims.delete(each);
        refused.push(each);
        this.#open -= 1;
        refuse(reason);
      }
    }
    this.#skip();
    this.#look();
    return refused;
  }

  /** Makes a call in its turn. Whoever waits for a turn is not at rest: `hold` says so, until what it returns is called. */
  async inTurn<T>(key: string, hold: () => () => void, run: () => Promise<T>): Promise<T> {
    const turn = this.#enter(key);
    if (turn !== undefined) await held(hold, turn);
    try {
      return await run();
    } finally {
      const seen = this.#leave();
      if (seen !== undefined) await held(hold, seen);
    }
  }

  /** A call begins; what to wait for before it does anything. */
  #enter(key: string): Promise<void> | undefined {
    this.#open += 1;
    if (this.#left.size === 0) return undefined;
    if (this.#isNext(key)) {
      this.#give(key);
      return undefined;
    }
    // Changed code may ask for it late.
    const isRecorded = this.#left.has(key);
    return new Promise((go, refuse) => {
      (isRecorded ? this.#claimed : this.#fresh).set(key, { go, refuse });
      this.#look();
    });
  }

  /** It has its result; what to wait for before the function sees it. */
  #leave(): Promise<void> | undefined {
    this.#open -= 1;
    if (this.#open === 0 && !this.#isPausing && this.#results.length === 0) return undefined;
    return new Promise((go) => {
      this.#results.push(go);
      this.#giveNext();
    });
  }

  /** The usual case: one call after the other. */
  #isNext(key: string): boolean {
    if (this.#open > 1 || this.#isPausing || this.#claimed.size + this.#fresh.size > 0)
      return false;
    return this.#order[this.#place] === key;
  }

  #give(key: string): void {
    this.#left.delete(key);
    this.#skip();
  }

  /** To what is next in the journal and will be asked for. */
  #skip(): void {
    for (; this.#place < this.#order.length; this.#place += 1) {
      const head = this.#order[this.#place] ?? '';
      if (this.#isGivenUp(head)) this.#left.delete(head);
      if (this.#left.has(head)) return;
    }
  }

  #isGivenUp(key: string): boolean {
    if (this.#givenUp.size === 0) return false;
    for (let end = key.indexOf('['); end !== -1; end = key.indexOf('[', end + 1))
      if (this.#givenUp.has(key.slice(0, end))) return true;
    return false;
  }

  #giveNext(): void {
    if (this.#isPausing) return;
    const next = this.#results.shift();
    if (next === undefined) {
      this.#look();
      return;
    }
    this.#pause();
    next();
  }

  /** What follows from a result happens before the next one is given. */
  #pause(): void {
    this.#isPausing = true;
    setImmediate(() => {
      this.#isPausing = false;
      this.#giveNext();
    });
  }

  /** Gives back what is next in the journal, or begins what is new, when nothing more follows from what was given before. */
  #look(): void {
    if (this.#isLooking || this.#claimed.size + this.#fresh.size === 0) return;
    this.#isLooking = true;
    setImmediate(() => {
      this.#isLooking = false;
      if (this.#isPausing || this.#results.length > 0) return;
      this.#advance();
    });
  }

  #advance(): void {
    const head = this.#order[this.#place];
    if (head === undefined) return this.#beginFresh();
    const key = this.#claimed.has(head) ? head : this.#otherClaim(head);
    if (key === undefined) return;
    const claim = this.#claimed.get(key);
    this.#claimed.delete(key);
    this.#give(key);
    claim?.go();
    this.#look();
  }

  /** The function has not asked for the next one: its code differs from the code that recorded it, or depends on chance. */
  #otherClaim(head: string): string | undefined {
    if (this.#refuseOther !== null) {
      const [asked] = [...this.#claimed.keys(), ...this.#fresh.keys()];
      if (asked !== undefined) this.#refuse(this.#refuseOther({ asked, unclaimed: head }));
      return undefined;
    }
    const [claimed] = this.#order.filter((key) => this.#claimed.has(key));
    if (claimed === undefined) this.#beginFresh();
    return claimed;
  }

  #beginFresh(): void {
    const fresh = [...this.#fresh.values()];
    this.#fresh.clear();
    for (const { go } of fresh) go();
  }

  #refuse(error: Error): void {
    const claims = [...this.#claimed.values(), ...this.#fresh.values()];
    this.#claimed.clear();
    this.#fresh.clear();
    this.#refusal = error;
    for (const { refuse } of claims) refuse(error);
  }
}

/** For a function whose calls count, and may take another path than before. */
export function countedOrder(recorded: Iterable<string>): RecordedOrder {
  // Those of calls, and not of what is recorded about a guarded one (`fetch#1?1`).
  return new RecordedOrder(
    [...recorded].filter((key) => /#\d+$/.test(key)),
    null,
  );
}

async function held(hold: () => () => void, turn: Promise<void>): Promise<void> {
  const release = hold();
  try {
    await turn;
  } finally {
    release();
  }
}
