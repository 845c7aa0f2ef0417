import type { Engine } from '@skein/engine';
import type { NodeType } from '@skein/ports';

/** The assistant that builds workflows: a node type of definitions that the engine makes itself. It needs the engine that runs it. */
export interface AssistantPart {
  readonly nodeType: NodeType;
  open(parts: AssistantSurroundings): void;
  close(): Promise<void>;
}

export interface AssistantSurroundings {
  readonly engine: Engine;
  /** No provider answers: what is built comes from templates. */
  readonly isOffline: () => boolean;
}
