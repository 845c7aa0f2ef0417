export type LimitName = 'maxSteps' | 'maxPasses' | 'maxRepeats' | 'timeoutMs' | 'tokens' | 'usd';

export interface ReachedLimit {
  readonly name: LimitName;
  /** Where; null when no single node caused it. */
  readonly place: Place | null;
}

export interface Place {
  readonly node: string;
  readonly activation: number;
  readonly context: string;
}
