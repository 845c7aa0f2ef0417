/** The kinds of steps of a pipeline, described for people who add one. */
export const stepTypes = [
  {
    type: 'custom_llm',
    name: 'LLM',
    description: 'Calls a model once with a prompt and passes its answer on.',
  },
  {
    type: 'custom_agent',
    name: 'Agent',
    description: 'Lets a model use tools until it has an answer.',
  },
  {
    type: 'stop_checker',
    name: 'Stop checker',
    description: 'Checks earlier outputs and stops the workflow when a condition holds.',
  },
] as const;

/** What can start a pipeline. */
export const triggerTypes = [
  { type: 'manual', name: 'Manual', description: 'Somebody starts it by hand.' },
  {
    type: 'webhook',
    name: 'Webhook',
    description: 'A signed request from another system starts it; its body is the data.',
  },
  {
    type: 'schedule',
    name: 'Schedule',
    description: 'A cron expression in a time zone starts it.',
  },
  { type: 'event', name: 'Event', description: 'A named event starts it.' },
  {
    type: 'new_email',
    name: 'New email',
    description: 'An incoming email starts it; senders can be allowed or blocked.',
  },
] as const;
