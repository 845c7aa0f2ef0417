/** The assistant of the studio, where the program that composes the server has one. */
export interface HostAssistant {
  /** No provider answers: what it builds comes from templates. */
  isOffline(): boolean;
}

/** The agent whose threads are conversations with the assistant, one for each workflow. */
export const assistantAgent = 'skein-assistant';

/** The type of the node that answers. */
export const assistantType = 'assistant';
